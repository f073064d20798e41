#pragma once

#include "vieta/core/bracket.hpp"
#include "vieta/core/eft.hpp"
#include "vieta/core/exponent.hpp"
#include "vieta/core/scalar.hpp"

// Real roots of cubics, right to an ulp or two however ill-conditioned they are: values near a root are sums of exact
// products, added in five times the precision. solve_cubic is slow, and for what the cheap step of improve_cubic_root
// cannot vouch for.

// A function that is seldom called, large and no template: a call, each translation unit to its own copy, so that it is
// compiled once in each, and on a device takes no registers of those who do not need it.
#if defined(__CUDACC__)
#define VT_SELDOM [[maybe_unused]] static __host__ __device__ __noinline__
#else
#define VT_SELDOM [[maybe_unused]] static __attribute__((noinline))
#endif

namespace vieta::core {

namespace detail {

/// The sum of n numbers as if computed in five times the precision of double and rounded then: four passes of exact
/// additions, each leaving the rounding errors of the one before (Ogita, Rump, Oishi 2005, algorithm SumK).
template <int n>
VT_HD double precise_sum(double (&terms)[n]) {
  VT_UNROLL_NOT
  for (int pass = 0; pass < 4; ++pass) {
    VT_UNROLL_NOT
    for (int i = 1; i < n; ++i) {
      const rounded<double> sum = two_sum(terms[i], terms[i - 1]);
      terms[i] = sum.value, terms[i - 1] = sum.error;
    }
  }
  double rest = 0;
  VT_UNROLL_NOT
  for (int i = 0; i + 1 < n; ++i) rest += terms[i];
  return terms[n - 1] + rest;
}

/// q(s) = p(x + s), its coefficients right to about an ulp of their own size.
struct shifted_cubic {
  double value, slope, half_second, leading;
  /// What the parabola at x has for its extremum, and what that may be off by: the cubic term makes it
  /// -2 c_3 d^3 where a double root is at the distance d.
  VT_HD double extremum() const { return value - slope * (slope / (4 * half_second)); }
  VT_HD double doubt() const {
    const double d = slope / (2 * half_second), rounding = 16 * float_format<double>::unit_roundoff;
    return rounding * (abs(value) + abs(slope * d)) + 4 * abs(leading * d * d * d);
  }
};
VT_SELDOM shifted_cubic shift_cubic(const double* c, double x) {
  const rounded<double> square = two_prod(x, x);
  const rounded<double> high = two_prod(square.value, x), low = two_prod(square.error, x);
  const double cube[4] = {high.value, high.error, low.value, low.error};
  double terms[15];
  int n = 0;
  const auto put = [&](rounded<double> product) { terms[n++] = product.error, terms[n++] = product.value; };
  VT_UNROLL_NOT
  for (int i = 3; i >= 0; --i) put(two_prod(c[3], cube[i]));
  put(two_prod(c[2], square.error)), put(two_prod(c[2], square.value));
  put(two_prod(c[1], x));
  terms[n] = c[0];
  const double value = precise_sum(terms);
  double of_slope[11];
  n = 0;
  const rounded<double> parts[2] = {two_prod(c[3], square.error), two_prod(c[3], square.value)};
  for (const rounded<double>& part : parts) {
    of_slope[n++] = part.error, of_slope[n++] = 2 * part.error;
    of_slope[n++] = part.value, of_slope[n++] = 2 * part.value;
  }
  const rounded<double> linear = two_prod(2 * c[2], x);
  of_slope[n++] = linear.error, of_slope[n++] = linear.value, of_slope[n] = c[1];
  const double slope = precise_sum(of_slope);
  const rounded<double> product = two_prod(c[3], x);
  double of_second[5] = {product.error, 2 * product.error, product.value, 2 * product.value, c[2]};
  return {value, slope, precise_sum(of_second), c[3]};
}

/// The root of p in (lo, hi), where it has the same sign as at lo on one side of it and that of hi on the other:
/// Newton's iteration from x with values that are right, kept in the bracket.
VT_SELDOM double find_cubic_root(const double* c, double lo, double hi, double x, bool negative_at_lo) {
  VT_UNROLL_NOT
  for (int step = 0; step < 200; ++step) {
    const shifted_cubic here = shift_cubic(c, x);
    if (here.value == 0) return x;
    const double next = x - here.value / here.slope;
    if (next == x) return x;
    if ((here.value < 0) == negative_at_lo)
      lo = x;
    else
      hi = x;
    // Steps that are as small as rounding go to and fro.
    if (abs(next - x) <= 2 * float_format<double>::unit_roundoff * abs(x)) return next;
    // Towards a root of tiny size, or between two near ones, Newton's steps may halve the bracket no better.
    const bool inside = next > lo && next < hi;
    if (inside && !(step > 8 && step % 2 == 1)) {
      x = next;
    } else {
      x = bisection_point(lo, hi, 0.0);
      if (!(x > lo && x < hi)) return inside ? next : x;
    }
  }
  return x;
}

}  // namespace detail

/// What is real of a cubic's roots, ascending.
struct cubic_roots {
  int count = 0;
  double x[3];
  bool touches[3];  ///< a double root, or a pair that is complex by less than `noise` sum |c_k x^k|
};

/// For c[3] > 0, |c_k| of 2 at most, c[0] and c[3] of 2^-200 at least. `noise`: what part of sum |c_k x^k| rounding the
/// coefficients may account for.
VT_SELDOM cubic_roots solve_cubic(const double* c, double noise) {
  using detail::shifted_cubic;
  cubic_roots found;
  const auto is_noise = [&](double x, double value) {
    const double r = abs(x);
    return abs(value) <= noise * (abs(c[0]) + r * (abs(c[1]) + r * (abs(c[2]) + r * c[3])));
  };
  // Around the point of inflection the roots have the size of their distances, and so have the coefficients.
  const double middle = -c[2] / (3 * c[3]);
  const shifted_cubic q = detail::shift_cubic(c, middle);
  const double discriminant = q.half_second * q.half_second - 3 * q.leading * q.slope;
  bool has_extrema = discriminant > 0;
  double point[2] = {middle, middle};
  shifted_cubic at[2] = {q, q};
  if (has_extrema) {
    const double root = sqrt(discriminant), sum = -(q.half_second + (q.half_second < 0 ? -root : root));
    const double s[2] = {sum / (3 * q.leading), q.slope / sum};
    VT_UNROLL_NOT
    for (int side = 0; side < 2; ++side) {
      const double from = side == 0 ? min(s[0], s[1]) : max(s[0], s[1]);
      double e = middle + from;
      // The shift may be larger than the extremum by far.
      VT_UNROLL_NOT
      for (int step = 0; step < 3; ++step) {
        at[side] = detail::shift_cubic(c, e);
        const double next = e - at[side].slope / (2 * at[side].half_second);
        const bool inside = side == 0 ? next <= middle : next >= middle;
        if (next == e || step == 2 || !inside) break;
        e = next;
      }
      point[side] = e;
    }
  }
  // The signs of the extrema, 0 for a double root.
  int sign[2] = {0, 0};
  bool noisy[2] = {false, false};
  if (has_extrema) {
    VT_UNROLL_NOT
    for (int side = 0; side < 2; ++side) {
      const double value = at[side].extremum();
      sign[side] = abs(value) <= at[side].doubt() ? 0 : value > 0 ? 1 : -1;
      noisy[side] = sign[side] == 0 || is_noise(point[side], value);
      if (!(at[side].half_second == at[side].half_second) || at[side].half_second == 0) has_extrema = false;
    }
    if (sign[0] < sign[1] || (sign[0] == 0 && sign[1] == 0)) has_extrema = false;  // one point, as far as doubles tell
  }
  // Twice Fujiwara's bound for q, its cube root by the exponent.
  const auto cube_root = [](double a) {
    return a == 0 ? a : scale_by_power_of_two(1.0, (exponent_of(a) + 4 + 3000) / 3 - 1000);
  };
  const double outermost =
      4 * (abs(q.half_second / q.leading) + sqrt(abs(q.slope / q.leading)) + cube_root(abs(q.value / q.leading)));
  const auto list = [&](double x, bool touches) {
    found.x[found.count] = x, found.touches[found.count] = touches;
    ++found.count;
  };
  // Newton's iteration in the shifted cubic, which is cheap; then near the root with values that are right.
  const auto crossing = [&](double lo, double hi, double s, bool negative_at_lo) {
    VT_UNROLL_NOT
    for (int step = 0; step < 60; ++step) {
      const double value = q.value + s * (q.slope + s * (q.half_second + s * q.leading));
      const double slope = q.slope + s * (2 * q.half_second + 3 * s * q.leading), next = s - value / slope;
      if (!(next - next == 0) || !(abs(next - s) > 0x1p-40 * abs(next))) break;
      s = next;
    }
    double x = middle + s;
    if (!(x > lo && x < hi)) x = bisection_point(lo, hi, 0.0);
    list(detail::find_cubic_root(c, lo, hi, x, negative_at_lo), false);
  };
  // Beside an extremum that is nearly a root the parabola there knows better.
  const auto beside = [&](int side, double direction, double& s) {
    const double reach = sqrt(abs(at[side].extremum() / at[side].half_second));
    if (has_extrema && 8 * reach < point[1] - point[0])
      s = point[side] - at[side].slope / (2 * at[side].half_second) + direction * reach - middle;
  };
  const double half_width = (point[1] - point[0]) / 2;
  if (!has_extrema) {
    if (q.value == 0)
      list(middle, false);
    else
      crossing(middle - outermost, middle + outermost, q.value > 0 ? -outermost : outermost, true);
    return found;
  }
  if (sign[0] > 0) {
    double s = -2 * half_width;
    if (sign[1] > 0) s = -outermost;
    beside(0, -1, s);
    crossing(middle - outermost, point[0], s, true);
  }
  if (sign[0] > 0 && sign[1] < 0) {
    double s = 0;
    beside(0, 1, s);
    const double before = s;
    beside(1, -1, s);
    if (before != 0 && abs(at[0].extremum()) < abs(at[1].extremum())) s = before;
    crossing(point[0], point[1], s, false);
  }
  // A pair that is complex, and that noise joins to the crossing, is the same place.
  if (sign[0] == 0 || (sign[0] < 0 && noisy[0] && !noisy[1])) list(point[0], true);
  if (sign[1] == 0 || (sign[1] > 0 && noisy[1] && !noisy[0])) list(point[1], true);
  if (sign[1] < 0) {
    double s = 2 * half_width;
    if (sign[0] < 0) s = outermost;
    beside(1, 1, s);
    crossing(point[1], middle + outermost, s, true);
  }
  return found;
}

/// One step of Newton's for a root x of a cubic (leading coefficients may be zero), with the value in twice the
/// precision. T: float, double, or a pack of them; `quotient` right to a hundredth is enough.
template <class T>
struct improved_root {
  T x;
  mask_t<T> sure;  ///< within two ulps of a root of p, and no other one is as near
};
template <class T, class Quotient>
VT_HD improved_root<T> improve_cubic_root(const T* c, const T& x, const Quotient& quotient) {
  using number = scalar_t<T>;
  constexpr number u = float_format<number>::unit_roundoff;
  const T r = abs(x);
  T value = c[3], missing(number(0)), slope = c[3], magnitude = abs(value);
  VT_UNROLL
  for (int k = 2; k >= 0; --k) {
    if (k < 2) slope = multiply_add(slope, x, value);
    const rounded<T> product = two_prod(value, x), sum = two_sum(product.value, c[k]);
    magnitude = multiply_add(magnitude, r, abs(c[k]));
    missing = multiply_add(missing, x, product.error + sum.error);
    value = sum.value;
  }
  const T step = quotient(value + missing, slope), moved = abs(step), size = abs(slope) * r;
  // With S = sum |c_k x^k| the value errs by (8 u)^2 S, the slope by 18 u S / |x|, and |p''| is 6 S / x^2 at most: each
  // of them moves the root by a quarter of u |x| at most where these hold.
  const mask_t<T> well_conditioned = size > T(number(256) * u) * magnitude;
  const mask_t<T> arrived = moved * magnitude * (T(number(12)) * moved + T(number(72) * u) * r) < T(u) * size * r * r;
  return {x - step, both(well_conditioned, either(arrived, step == T(number(0))))};
}
template <class T>
VT_HD improved_root<T> improve_cubic_root(const T* c, const T& x) {
  return improve_cubic_root(c, x, [](const T& a, const T& b) { return a / b; });
}

}  // namespace vieta::core

#undef VT_SELDOM
