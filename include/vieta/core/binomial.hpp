#pragma once

#include "vieta/core/config.hpp"

namespace vieta {

/// C(n, k) for 0 <= k <= n <= 64, exact below 2^53 and within an ulp above.
VT_HD constexpr double binomial(int n, int k) {
  double r = 1;
  for (int i = 1; i <= k; ++i) r = r * (n - k + i) / i;
  return r;
}

}  // namespace vieta
