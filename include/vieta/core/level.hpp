#pragma once

#include "vieta/core/scalar.hpp"

// A level of the derivative chain without branches: all brackets side by side, each with the same few steps. The
// arithmetic of it, for a lane of a pack (real_roots/straight_level.hpp) and for a thread of a GPU
// (real_roots/cuda/level.cuh) alike. `Rough` is what a machine has for guesses: Rough::quotient(a, b) and
// Rough::root(a), right to 20 bits or more; far off, or NaN, where 1 / b is beyond the range of normal numbers.

namespace vieta::core::detail {

template <class T>
struct second_order {
  T value, slope, half_second;
};

/// p, p' and p''/2 at x; D at least 1.
template <int D, class T>
VT_HD second_order<T> differentiate(const T (&c)[D + 1], const T& x) {
  if constexpr (D == 1) return {multiply_add(c[1], x, c[0]), c[1], T(scalar_t<T>(0))};
  T second = c[D], slope = multiply_add(c[D], x, c[D - 1]), value = multiply_add(slope, x, c[D > 1 ? D - 2 : 0]);
  slope = multiply_add(second, x, slope);
  VT_UNROLL
  for (int k = D - 3; k >= 0; --k) {
    second = multiply_add(second, x, slope);
    slope = multiply_add(slope, x, value);
    value = multiply_add(value, x, c[k]);
  }
  return {value, slope, second};
}

/// Halley's step from x: to x - p p' / (p'^2 - p p''/2). Callers see to it that p'^2 is in the range of T: where it
/// underflows, steps are arbitrary and roots get lost.
template <class Rough, class T>
VT_HD T halley(const second_order<T>& p, const T& x) {
  const T over = multiply_add(p.slope, p.slope, -(p.value * p.half_second));
  return multiply_add(-p.value, Rough::quotient(p.slope, over), x);
}

/// What p is near an extremum that e was meant to be: the extremum is p(e) - p'(e)^2 / (2 p''(e)), up to the third
/// power of the distance.
template <class T>
struct near_extremum {
  T value;    // at e
  T missing;  // from the extremum to there
  T inverse;  // 1 / (p''/2)

  VT_HD T at_extremum() const { return value - missing; }
  /// The error of that, and what it differs from `value` by.
  VT_HD T doubt() const { return abs(missing) + abs(missing); }
  /// How far the zeros of the parabola are from the extremum, if it has zeros.
  template <class Rough>
  VT_HD T reach() const {
    return Rough::root(abs(value * inverse));
  }
};

template <class Rough, int D, class T>
VT_HD near_extremum<T> look_at(const T (&c)[D + 1], const T& e) {
  const second_order<T> p = differentiate<D>(c, e);
  const T inverse = Rough::quotient(T(scalar_t<T>(1)), p.half_second);
  return {p.value, T(scalar_t<T>(0.25)) * p.slope * p.slope * inverse, inverse};
}

/// A guess of the root in a bracket: where the parabola at an end is zero, if that end is an extremum and this is in
/// the bracket, else where the chord is; nearly double roots are found at once. An end that is no extremum has a
/// `reach` larger than all brackets.
template <class Rough, class T>
VT_HD T guess_in_bracket(const T (&end)[2], const T (&at)[2], const T (&reach)[2]) {
  const T width = end[1] - end[0];
  const T chord = multiply_add(Rough::quotient(at[0], at[0] - at[1]), width, end[0]);
  const mask_t<T> from_left = reach[0] < width, from_right = reach[1] < width;  // not where they are NaN
  const mask_t<T> takes_left = both(from_left, either(reach[0] < reach[1], !from_right));
  const T on_parabola = select(takes_left, end[0] + reach[0], end[1] - reach[1]);
  return select(either(from_left, from_right), on_parabola, chord);
}

/// Two numbers that separate something, perhaps nothing.
template <class T>
struct two_points {
  T x[2];
  mask_t<T> real[2];  // whether they are roots; others are any numbers between their neighbours
};

/// The roots of c in (lo, hi), ascending, without cancellation (Higham 2002, section 1.8), and other points in the
/// place of those that are not there.
template <class Rough, class T>
VT_HD two_points<T> spread_quadratic_roots(const T (&c)[3], const T& lo, const T& hi) {
  using number = scalar_t<T>;
  const T half_b = c[1] * T(number(0.5));
  const T s = Rough::root(multiply_add(half_b, half_b, -(c[2] * c[0])));
  const T q = -(half_b + select(half_b < T(number(0)), -s, s));
  const T x = Rough::quotient(q, c[2]), y = Rough::quotient(c[0], q), low = min(x, y), high = max(x, y);
  const mask_t<T> has_low = both(low > lo, low < hi), has_high = both(high > lo, high < hi);
  return {{select(has_low, low, multiply_add(T(number(1.0 / 3)), select(has_high, high, hi) - lo, lo)),
           select(has_high, high, multiply_add(T(number(-1.0 / 3)), hi - select(has_low, low, lo), hi))},
          {has_low, has_high}};
}

}  // namespace vieta::core::detail
