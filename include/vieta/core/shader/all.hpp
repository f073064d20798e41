#pragma once

#include "vieta/core/shader/extrema.hpp"

// Polynomials of degree 5 to 10 with as many changes of sign as their degree. (Beyond, float parts the roots of p' too
// badly for this, and Descartes' rule is faster.)

namespace vieta::core::shader {

// What stands for a root that is still to be found: so far to the left that its pole is nothing.
template <class T>
inline constexpr T far_left = -T(33554432.0);

// For p with all of its roots in [lo, hi]: the roots of p', which separate them, and hi. By Laguerre's iteration, where
// roots that are known leave by their poles in p''/p' (Maehly 1954), from either end in turn. Where p has other roots,
// these points are of no use, which the signs of p tell.
template <int N, class T>
VT_STATIC separating_points<N, T> between_all(const T (&c)[N + 1], T lo, T hi) {
  T p[N + 1];  // p'
  VT_UNROLL_ON_DEVICE
  for (int k = 0; k < N; k++) {
    p[k] = T(k + 1) * c[k + 1];
  }
  p[N] = T(0.0);
  T found[N];
  VT_UNROLL_ON_DEVICE
  for (int k = 0; k < N; k++) {
    found[k] = far_left<T>;
  }
  T width = hi - lo;
  T aside = T(0.03) * width;
  T from_left = lo;
  T from_right = hi;
  VT_LOOP_ON_DEVICE
  for (int k = 0; k < N - 1; k++) {
    T remaining = T(N - 1 - k);
    bool right = (k & 1) == 0;
    T x = right ? from_right : from_left;
    T last_step = width;
    VT_LOOP_ON_DEVICE
    for (int i = 0; i < 12; i++) {
      T bend = T(0.0);
      T slope = T(0.0);
      T value = p[N];
      VT_UNROLL_ON_DEVICE
      for (int j = N - 1; j >= 0; j--) {
        bend = bend * x + slope;
        slope = slope * x + value;
        value = value * x + p[j];
      }
      if (value == T(0.0)) {
        break;
      }
      // The same of the product of x - root.
      T known = T(1.0);
      T known_slope = T(0.0);
      T known_bend = T(0.0);
      VT_UNROLL_ON_DEVICE
      for (int j = 0; j < N; j++) {
        if (j < k) {
          T off = x - found[N - 1 - j];
          known_bend = known_bend * off + known_slope;
          known_slope = known_slope * off + known;
          known = known * off;
        }
      }
      T by_value = T(1.0) / value;
      T by_known = T(1.0) / known;
      T one = slope * by_value;
      T other = known_slope * by_known;
      T first = one - other;
      T second = one * one - other * other - T(2.0) * (bend * by_value - known_bend * by_known);
      T root = sqrt(max((remaining - T(1.0)) * (remaining * second - first * first), T(0.0)));
      T divisor = first < T(0.0) ? first - root : first + root;
      T step = remaining / divisor;
      T before = x;
      x = max(lo, min(x - step, hi));
      T moved = abs(x - before);
      T size = min(abs(x), width);
      if (moved <= T(0.0001) * size || (moved <= T(0.005) * size && moved <= T(0.05) * last_step)) {
        break;
      }
      last_step = moved;
    }
    T rest = x;
    VT_UNROLL_ON_DEVICE
    for (int j = N - 1; j >= 0; j--) {
      T larger = max(found[j], rest);
      rest = min(found[j], rest);
      found[j] = larger;
    }
    from_right = right ? max(lo, x - aside) : from_right;
    from_left = right ? from_left : min(hi, x + aside);
  }
  separating_points<N, T> points = no_points<N>(hi);
  VT_UNROLL_ON_DEVICE
  for (int k = 0; k < N - 1; k++) {
    points.x[k] = found[k + 1];
  }
  return points;
}

}  // namespace vieta::core::shader
