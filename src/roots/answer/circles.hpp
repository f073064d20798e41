#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "roots/answer/certificate.hpp"
#include "roots/coefficients.hpp"

namespace vieta {

/// A polynomial whose coefficients a_k stand for all numbers within uncertainty |a_k| of them.
struct uncertain_polynomial {
  const coefficients& a;
  double uncertainty = 0;
};

/// How much work is left, and who says that it must end. What was found until then is no answer.
class circle_budget {
 public:
  circle_budget(std::int64_t work, const std::function<bool()>& must_stop) : left_(work), must_stop_(must_stop) {}

  [[nodiscard]] bool is_spent() const { return left_ <= 0; }
  /// False when there is none left.
  bool take(std::int64_t work) {
    left_ -= work;
    // A clock is asked once in about a millisecond.
    if ((since_asked_ += work) < 100'000) return left_ >= 0;
    since_asked_ = 0;
    if (must_stop_()) left_ = -1;
    return left_ >= 0;
  }

 private:
  std::int64_t left_, since_asked_ = 0;
  const std::function<bool()>& must_stop_;
};

/// Discs for some of the nodes, as many as can be told apart: each holds exactly as many roots of each polynomial of
/// the neighbourhood as it has members, and is disjoint from all others of these discs and from `others`. Empty where
/// that is not proven. `nominal`: corrections of the polynomial with the coefficients as they stand, for all nodes.
///
/// On a circle with sum_j |W_j| / |x - z_j| < 1 and |p(x)| > uncertainty sum_k |a_k x^k| no polynomial of the
/// neighbourhood vanishes, and inside of it each has as many zeros as there are nodes (Rouche, twice; Mosier 1986 on
/// the sets of such zeros). The certificate's discs |x - z_i| <= n |W_i| run together long before these do, but cost
/// less: O(m n) with a large constant here, for m members of n.
std::vector<proven_disc> split_by_circles(const std::vector<std::uint32_t>& members, const node_set& nodes,
                                          const std::vector<weierstrass_correction>& nominal,
                                          const uncertain_polynomial& p, const std::vector<proven_disc>& others,
                                          circle_budget& budget);

}  // namespace vieta
