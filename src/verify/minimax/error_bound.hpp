#pragma once

#include <cstddef>
#include <string>
#include <vector>

#ifdef VIETA_HAVE_ARB

#include "exact/arb.hpp"
#include "minimax/fit/coefficients.hpp"
#include "minimax/proof/prove.hpp"
#include "verify/work_limits.hpp"

namespace vieta::checking {

/// The double itself as decimal text.
std::string exact_text(double value);
approximation::tree number_tree(double value);

/// A piece of an interval between doubles; beyond its first or last one it reaches to the end itself.
struct piece {
  std::size_t interval = 0;
  double lower = 0, upper = 0;
  bool is_first = true, is_last = true;
  int depth = 0;
};

/// Proves or refutes that an approximation's error is nowhere larger than what is claimed, by Taylor series with
/// remainders on pieces of the intervals; where there are no series, by the solver's models on other pieces than it
/// had.
class error_bound {
 public:
  error_bound(const approximation::problem& p, std::vector<std::string> coefficients, double claimed,
              const work_limits& limits);

  [[nodiscard]] const approximation::tree& error() const { return error_; }
  [[nodiscard]] slong precision() const { return precision_; }
  [[nodiscard]] double largest() const { return largest_; }
  [[nodiscard]] double largest_at() const { return largest_at_; }
  [[nodiscard]] bool by_models() const { return by_models_; }
  [[nodiscard]] const std::string& note() const { return note_; }

  enum class verdict { holds, refuted, not_known };
  verdict prove();
  /// Where nothing is claimed to be proven: only looks for errors above the limit, which takes fewer pieces.
  verdict refute();

 private:
  verdict not_known(const std::string& why) {
    note_ = why;
    return verdict::not_known;
  }
  bool end(exact::real_ball& out, std::size_t interval, bool is_first) const;
  verdict look(const piece& one);
  void quadratic_bound(exact::real_ball& out, const exact::real_ball& a, const exact::real_ball& b,
                       const exact::real_ball& c, const exact::real_ball& r) const;
  bool holds_by_models(const piece& one);
  bool first_pieces(std::vector<piece>& out) const;

  const approximation::problem& problem_;
  std::vector<std::string> coefficients_;
  double claimed_;
  const work_limits& limits_;
  approximation::tree error_;
  slong precision_ = 53;
  double largest_ = 0, largest_at_ = 0;
  bool has_series_ = false, has_value_ = false, by_models_ = false;
  int models_ = 0;  ///< pieces that were left to them
  std::string note_;
};

}  // namespace vieta::checking

#endif
