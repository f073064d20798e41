#pragma once

#include <cstdint>

#include "vieta/core/config.hpp"

namespace vieta {

/// C(n, k) for 0 <= k <= n <= 64, which is below 2^61.
VT_HD constexpr std::int64_t exact_binomial(int n, int k) {
  std::int64_t r = 1;
  for (int i = 1; i <= k; ++i) r = r / i * (n - k + i) + r % i * (n - k + i) / i;
  return r;
}

/// The double nearest to C(n, k), which is exact for n <= 56.
VT_HD constexpr double binomial(int n, int k) { return static_cast<double>(exact_binomial(n, k)); }

/// C(n, k) rounded to T; types with more bits than double specialise it.
template <class T>
VT_HD constexpr T binomial_as(int n, int k) {
  return static_cast<T>(binomial(n, k));
}

}  // namespace vieta
