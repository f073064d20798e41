#pragma once

#include "exact/arb.hpp"

#ifdef VIETA_HAVE_ARB

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "verify/boxes/expansion.hpp"
#include "verify/boxes/small_inverse.hpp"

namespace vieta::checking {

/// Whether a cell is without a solution, in doubles with bounds of all their errors. Most cells are decided so; the
/// rest asks ball arithmetic, which takes a hundred times as long.
class quick_exclusion {
 public:
  enum class verdict { excluded, not_excluded, unsure };

  /// Expansions about the lower corner, all of the same degrees, with the errors of their Bernstein coefficients; and
  /// the edges of the domain.
  quick_exclusion(const std::vector<expansion>& equations, std::vector<double> errors, std::vector<double> edges);

  /// `distance`: of the cell's centre from the corner, to an ulp. `growth`: see ball_system. `at_most_one` is asked for
  /// where it is not null, and becomes true where it is proven.
  [[nodiscard]] verdict look(const std::vector<double>& distance, const std::vector<double>& half, double growth,
                             bool* at_most_one) const;

  /// Where Newton's method in doubles comes to rest, as a distance from the corner; nothing where it does not, or where
  /// it goes farther from the start than `reach`. A hint, no proof.
  [[nodiscard]] std::optional<std::vector<double>> walk(std::vector<double> from,
                                                        const std::vector<double>& reach) const;
  /// Of the Jacobian there, about; nothing where it is singular.
  [[nodiscard]] std::optional<small_matrix> inverse_at(const std::vector<double>& distance) const;

 private:
  struct linear_part {
    std::array<double, 4> value{};
    small_matrix inverse{};  ///< of the slopes
  };
  [[nodiscard]] std::optional<linear_part> linear_part_at(const std::vector<double>& distance) const;

  /// Coefficients and bounds of their errors.
  struct terms {
    double* value;
    double* error;
  };
  struct stored_terms {
    std::vector<double> value, error;
  };
  void about(std::size_t equation, const std::vector<double>& distance, const terms& out) const;
  [[nodiscard]] bool contracts(const terms& p, const double* weight, std::size_t i, const std::vector<double>& half,
                               double error) const;
  [[nodiscard]] verdict compare(const terms& p, const double* weight, double error) const;

  std::vector<int> degrees_;
  std::vector<std::vector<int>> powers_;
  std::vector<std::size_t> linear_;
  std::vector<stored_terms> coefficients_;  ///< errors in units of half an ulp of 1
  std::vector<double> errors_, edges_;
  double roundings_ = 0;  ///< how many there are in a coefficient, at most
  bool is_usable_ = false;
};

}  // namespace vieta::checking

#endif
