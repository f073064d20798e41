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

  /// From the cell's centre: no solution of the cell lies outside of this.
  struct extent {
    double least, most;
  };
  struct finding {
    verdict of = verdict::unsure;
    bool at_most_one = false;              ///< proven, where it was asked for
    std::array<extent, 4> solutions_in{};  ///< where `is_narrowed`
    bool is_narrowed = false;
  };
  /// `distance`: of the cell's centre from the corner, to an ulp. `growth`: see ball_system.
  [[nodiscard]] finding look(const small_vector& distance, const small_vector& half, double growth,
                             bool may_be_one) const;

  /// Where Newton's method in doubles comes to rest, as a distance from the corner; nothing where it does not, or where
  /// it goes farther from the start than `reach`. A hint, no proof.
  [[nodiscard]] std::optional<small_vector> walk(small_vector from, const small_vector& reach) const;
  /// Of the Jacobian there, about; nothing where it is singular.
  [[nodiscard]] std::optional<small_matrix> inverse_at(const small_vector& distance) const;

 private:
  struct linear_part {
    small_vector value{};
    small_matrix inverse{};  ///< of the slopes
  };
  [[nodiscard]] std::optional<linear_part> linear_part_at(const small_vector& distance) const;

  /// Coefficients and bounds of their errors.
  struct terms {
    double* value;
    double* error;
  };
  struct stored_terms {
    std::vector<double> value, error;
  };
  void about(std::size_t equation, const small_vector& distance, const terms& out) const;
  /// Where a polynomial less its constant term lies in the cell, as it was calculated: from -below to above; and how
  /// far that and the constant term may be off.
  struct ranges {
    double above, below, doubt;
  };
  /// Without the term `alone`, where that is one.
  [[nodiscard]] ranges ranges_of(const terms& p, const double* weight, std::size_t alone) const;
  /// `linear`: the largest size of the term that `of` is without.
  [[nodiscard]] static verdict compare(const terms& p, const ranges& of, double linear, double error);
  [[nodiscard]] extent narrowed(const terms& p, const ranges& of, std::size_t i, double half, double error) const;
  [[nodiscard]] bool contracts(const terms& p, const double* weight, std::size_t i, const small_vector& half,
                               double error) const;

  std::vector<int> degrees_;
  std::vector<std::vector<int>> powers_;
  std::vector<double> total_degree_;
  std::vector<char> is_even_;  ///< in all variables
  std::vector<std::size_t> linear_;
  std::vector<stored_terms> coefficients_;  ///< errors in units of half an ulp of 1
  std::vector<double> errors_, edges_;
  double roundings_ = 0;  ///< how many there are in a coefficient, at most
  bool is_usable_ = false;
};

}  // namespace vieta::checking

#endif
