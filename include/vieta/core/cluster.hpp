#pragma once

#include "vieta/core/exponent.hpp"
#include "vieta/core/scalar.hpp"

// How much of p rounding may account for, and whether a root is one there or several.

namespace vieta::core::detail {

/// The largest error that rounding coefficients and evaluating may make in p(x), as a multiple of sum |c_k x^k|.
template <class T>
VT_HD constexpr T noise_factor(int degree) {
  return static_cast<T>(2 * degree + 2) * float_format<T>::unit_roundoff;
}

/// Whether three roots or more may be near x, a root, as far as rounding tells. A triple root has p = q s^3 at the
/// distance s, and the noise n hides |s| below s_0 = (n / |q|)^(1/3); with p' = 3 q s^2 and p'''/6 = q there, |p'|^3 is
/// 27 n^2 |q| (s / s_0)^6. Below 64 n^2 |q| means |s| < 1.15 s_0. For 5 and 7 roots the same question means |s| below
/// 1.18 s_0 and 1.14 s_0. A simple root beside one other has |p'|^3 of the size of n^(3/2), so that it is none.
///
/// At a root of multiplicity 5 or more that was met exactly both are noise; so q has the noise added that it has
/// itself.
///
/// p' and p'''/6 are taken beside S = sum |c_k x^k|, as x p' / S and x^3 p''' / (6 S), whatever the scale. `noise` is
/// noise_factor of the degree.
template <class T>
VT_HD mask_t<T> is_in_cluster(const T* c, int degree, const T& x, const T& noise) {
  using number = scalar_t<T>;
  const T zero(number(0)), r = abs(x);
  T third = zero, second = zero, slope = zero, value = c[degree], size = abs(value);
  VT_UNROLL
  for (int k = degree - 1; k >= 0; --k) {
    third = multiply_add(third, x, second);
    second = multiply_add(second, x, slope);
    slope = multiply_add(slope, x, value);
    value = multiply_add(value, x, c[k]);
    size = multiply_add(size, r, abs(c[k]));
  }
  const T a = abs(slope) * r / size, q = abs(third) * r / size * r * r;
  return a * a * a <= T(number(64)) * noise * noise * (q + noise);
}

}  // namespace vieta::core::detail
