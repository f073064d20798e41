#pragma once

#include "vieta/core/shader/numbers.hpp"

// A quadratic's roots in an interval.

namespace vieta::core::shader {

// The roots of a + b x + c x^2, ascending, brought into [lo, hi].
template <class T>
VT_STATIC vec2<T> roots_of_quadratic(T a, T b, T c, T lo, T hi) {
  T reach = max(abs(lo), abs(hi));
  T u = hi;
  T v = hi;
  T largest = max(abs(a), max(abs(b), abs(c)));
  T scale = largest > T(1.0e-37) ? T(1.0) / largest : T(0.0);
  T first = a * scale;
  T half_b = T(0.5) * (b * scale);
  T leading = c * scale;
  T discriminant = half_b * half_b - first * leading;
  if (discriminant >= T(0.0)) {
    T root = sqrt(discriminant);
    T sum = half_b < T(0.0) ? half_b - root : half_b + root;
    if (abs(sum) < abs(leading) * reach) {
      u = -sum / leading;
    }
    if (abs(first) < abs(sum) * reach) {
      v = -first / sum;
    }
  }
  u = max(lo, min(u, hi));
  v = max(lo, min(v, hi));
  return vec2(min(u, v), max(u, v));
}

}  // namespace vieta::core::shader
