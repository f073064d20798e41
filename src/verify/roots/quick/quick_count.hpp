#pragma once

#include "exact/arb.hpp"

#ifdef VIETA_HAVE_ARB

#include <cstdint>
#include <span>
#include <vector>

#include "exact/representation.hpp"
#include "verify/roots/count/disc.hpp"
#include "verify/roots/quick/kernels.hpp"

namespace vieta::checking {

/// Pellet's test for one root, |p'(c)| r > |p(c)| + max |p''| r^2 / 2, in double-double with bounds of all errors: a
/// hundredth of the time that ball arithmetic takes, and it tells where p is not ill-conditioned. Threads may share
/// one.
class quick_counter {
 public:
  explicit quick_counter(const polynomial::representation& p);
  /// False: p is sparse, of low or very high degree, or has coefficients that doubles do not hold.
  [[nodiscard]] bool is_usable() const { return is_usable_; }
  /// Whether it is proven that each disc holds one root, exactly.
  [[nodiscard]] std::vector<bool> hold_one(std::span<const disc> discs) const;

 private:
  struct place;
  [[nodiscard]] bool is_proven(const place& at, double value, double slope, double sum) const;

  bool is_usable_ = false;
  double degree_ = 0;
  const quick_kernel* kernel_;
  /// Ascending and descending: for points outside of the unit circle p(c) / c^n is a polynomial in 1 / c.
  std::vector<double> re_high_[2], re_low_[2], im_high_[2], im_low_[2], modulus_[2], power_[2];
};

}  // namespace vieta::checking

#endif
