#pragma once

#include "vieta/core/complex.hpp"
#include "vieta/core/pack.hpp"
#include "vieta/core/scalar.hpp"

// The iteration for one root of one polynomial, in every lane of T: a pack on the CPU, a double on the device.

namespace vieta::root_batches {

/// Place k of an array that has one number for each lane.
template <class T>
VT_HD T load(const double* p, int k) {
  if constexpr (lane_count<T> == 1)
    return p[k];
  else
    return T::load(p + static_cast<long>(k) * lane_count<T>);
}
template <class T>
VT_HD void store(double* p, int k, const T& x) {
  if constexpr (lane_count<T> == 1)
    p[k] = x;
  else
    x.store(p + static_cast<long>(k) * lane_count<T>);
}

/// q(w) = sum b_k w^k, and |b_k|.
struct coefficient_arrays {
  double *re, *im, *modulus;
};
/// Complex numbers, one for each root.
struct point_arrays {
  double *re, *im;
};
template <class T>
VT_HD complex<T> load(const point_arrays& a, int k) {
  return {load<T>(a.re, k), load<T>(a.im, k)};
}
template <class T>
VT_HD void store(const point_arrays& a, int k, const complex<T>& z) {
  store(a.re, k, z.re);
  store(a.im, k, z.im);
}

using vieta::multiply_add;

/// a b + c and a b in the fastest way. Relative to |a b| the product is off by less than sqrt(5) u, fused or not.
template <class T>
VT_HD complex<T> multiply_add(const complex<T>& a, const complex<T>& b, const complex<T>& c) {
  return {multiply_add(a.re, b.re, multiply_add(T(-a.im), b.im, c.re)),
          multiply_add(a.re, b.im, multiply_add(a.im, b.re, c.im))};
}
template <class T>
VT_HD complex<T> product(const complex<T>& a, const complex<T>& b) {
  return {multiply_add(a.re, b.re, T(-(a.im * b.im))), multiply_add(a.re, b.im, a.im * b.re)};
}

/// q, q' and sum |b_k| |w|^k at R points.
template <int R, class T>
VT_HD void evaluate(const coefficient_arrays& b, int degree, const complex<T> (&w)[R], complex<T> (&value)[R],
                    complex<T> (&slope)[R], T (&sum)[R]) {
  T modulus[R];
  VT_UNROLL
  for (int r = 0; r < R; ++r) {
    modulus[r] = sqrt(norm(w[r]));
    value[r] = {load<T>(b.re, degree), load<T>(b.im, degree)};
    slope[r] = {T(0.0), T(0.0)};
    sum[r] = load<T>(b.modulus, degree);
  }
  VT_UNROLL_NOT
  for (int k = degree - 1; k >= 0; --k) {
    const complex<T> c = {load<T>(b.re, k), load<T>(b.im, k)};
    const T m = load<T>(b.modulus, k);
    VT_UNROLL
    for (int r = 0; r < R; ++r) {
      slope[r] = multiply_add(slope[r], w[r], value[r]);
      value[r] = multiply_add(value[r], w[r], c);
      sum[r] = multiply_add(sum[r], modulus[r], m);
    }
  }
}

/// The same where all coefficients are real: q is divided by (x - w)(x - conj(w)), which is real, and the quotient once
/// more (Knuth, The Art of Computer Programming 2, 4.6.4; Goertzel 1958), so five multiply-adds for each coefficient in
/// place of nine. Near the real axis rounding errors may be `degree` times as large.
template <int R, class T>
VT_HD void evaluate_real(const coefficient_arrays& b, int degree, const complex<T> (&w)[R], complex<T> (&value)[R],
                         complex<T> (&slope)[R], T (&sum)[R]) {
  T twice[R], square[R], modulus[R];  // the divisor is x^2 - twice x - square
  T s1[R], s2[R], t1[R], t2[R];       // coefficients of the quotients, the newest two of each
  VT_UNROLL
  for (int r = 0; r < R; ++r) {
    const T size = norm(w[r]);
    twice[r] = w[r].re + w[r].re;
    square[r] = -size;
    modulus[r] = sqrt(size);
    s1[r] = s2[r] = t1[r] = t2[r] = sum[r] = T(0.0);
  }
  VT_UNROLL_NOT
  for (int k = degree; k >= 1; --k) {
    const T c = load<T>(b.re, k), m = abs(c);
    VT_UNROLL
    for (int r = 0; r < R; ++r) {
      const T t = multiply_add(twice[r], t1[r], multiply_add(square[r], t2[r], s2[r]));
      t2[r] = t1[r], t1[r] = t;
      const T s = multiply_add(twice[r], s1[r], multiply_add(square[r], s2[r], c));
      s2[r] = s1[r], s1[r] = s;
      sum[r] = multiply_add(sum[r], modulus[r], m);
    }
  }
  const T last = load<T>(b.re, 0);
  VT_UNROLL
  for (int r = 0; r < R; ++r) {
    // What is left over of q: s1 x + last + square s2; of the quotient: t1 x + s2 + square t2.
    value[r] = {multiply_add(s1[r], w[r].re, multiply_add(square[r], s2[r], last)), s1[r] * w[r].im};
    const T twice_im = w[r].im + w[r].im;
    const T quotient_re = multiply_add(t1[r], w[r].re, multiply_add(square[r], t2[r], s2[r]));
    slope[r] = {s1[r] - twice_im * (t1[r] * w[r].im), twice_im * quotient_re};
    sum[r] = multiply_add(sum[r], modulus[r], abs(last));
  }
}

/// sum_j w / (w - z_j) over `places` points, a multiple of four. One that is 0 contributes 1. Four fractions have one
/// denominator: a quarter of the divisions.
template <class T, class Point>
VT_HD complex<T> sum_over_poles(const complex<T>& w, int places, const Point& point) {
  complex<T> sum = {T(0.0), T(0.0)};
  VT_UNROLL_NOT
  for (int j = 0; j < places; j += 4) {
    const complex<T> d0 = w - point(j), d1 = w - point(j + 1), d2 = w - point(j + 2), d3 = w - point(j + 3);
    const complex<T> left = product(d0, d1), right = product(d2, d3);
    const complex<T> above = multiply_add(complex<T>(d0 + d1), right, product(complex<T>(d2 + d3), left));
    const complex<T> below = product(left, right);
    const T scale = T(1.0) / multiply_add(below.re, below.re, below.im * below.im);
    sum = multiply_add(above, complex<T>{below.re * scale, -(below.im * scale)}, sum);
  }
  return product(w, sum);
}

template <class T>
struct moved {
  complex<T> place;
  mask_t<T> settled;
};

/// A step of Ehrlich and Aberth's method from w: w (1 - q / (w q' - poles q)), where `poles` is the sum of w / (w -
/// z_j) over all other roots. Settled: q is what rounding leaves, or the next step, cubically smaller, would be.
template <class T>
VT_HD moved<T> step(const complex<T>& w, const complex<T>& value, const complex<T>& slope, const T& sum,
                    const complex<T>& poles, double tolerance) {
  constexpr double noise = 4 * 0x1p-53;
  const T limit = T(noise) * sum;
  const mask_t<T> is_noise = norm(value) <= limit * limit;
  const complex<T> below = product(w, slope) - product(poles, value);
  const T scale = T(1.0) / norm(below);
  complex<T> relative = product(value, complex<T>{below.re * scale, -(below.im * scale)});
  const T size = norm(relative);  // of the square
  // A zero of the denominator or a coincidence: any other place will do.
  relative = select(size < T(0x1p100), relative, complex<T>{T(0.25), T(0.25)});
  complex<T> next = w - product(w, relative);
  // No root has a modulus far above 2.
  const T reached = norm(next);
  const mask_t<T> strayed = T(8.0) < reached;
  if (any(strayed)) next = select(strayed, next * (T(1.5) / sqrt(select(strayed, reached, T(1.0)))), next);
  return {select(is_noise, w, next), either(is_noise, size <= T(tolerance))};
}

}  // namespace vieta::root_batches
