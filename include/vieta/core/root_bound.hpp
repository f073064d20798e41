#pragma once

#include "vieta/core/exponent.hpp"

namespace vieta::core::detail {

/// Fujiwara's bound (1916), rounded up to powers of two: all roots of a_0 + ... + a_n x^n are below 2^exponent() in
/// modulus.
template <class T>
class root_bound {
 public:
  /// a_n is not zero.
  VT_HD root_bound(int n, T leading) : degree_(n), e_leading_(exponent_of(leading)) {}

  /// a_k for a k below n, in any order.
  VT_HD void add(int k, T a) {
    if (a == 0) return;
    const int ratio = exponent_of(a) - e_leading_ + 1, i = degree_ - k;
    const int e = ratio >= 0 ? (ratio + i - 1) / i : -(-ratio / i);
    if (e > largest_) largest_ = e;
  }

  VT_HD int exponent() const { return largest_ + 1; }

 private:
  int degree_, e_leading_;
  int largest_ = -4 * float_format<T>::largest;
};

}  // namespace vieta::core::detail
