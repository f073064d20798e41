#pragma once

#include "vieta/core/exponent.hpp"
#include "vieta/core/horner.hpp"

// One root between two points where the polynomial has different signs: Newton's iteration, kept inside the bracket.

namespace vieta::core {

/// A root may be off by max(absolute, relative |x|), but never less than rounding allows.
template <class T>
struct tolerance {
  T absolute, relative;

  VT_HD T at(T x) const {
    const T least = 4 * 2 * float_format<T>::unit_roundoff;  // four units in the last place
    const T floor = 4 * float_format<T>::least_spacing;      // and of subnormal numbers
    const T factor = relative > least ? relative : least;
    const T scaled = factor * abs(x);
    const T t = absolute > scaled ? absolute : scaled;
    return t > floor ? t : floor;
  }
};

/// A point that halves [lo, hi]: zero if that is inside; the middle; or, where the ends are of different magnitude, the
/// middle of the exponents, so that a root near zero does not cost a step for each of its leading zero bits.
template <class T>
VT_HD T bisection_point(T lo, T hi, T absolute) {
  if (lo < 0 && hi > 0) return 0;
  const T lesser = abs(lo) < abs(hi) ? abs(lo) : abs(hi);
  const T greater = abs(lo) < abs(hi) ? abs(hi) : abs(lo);
  if (greater > 64 * lesser && greater > 64 * absolute) {
    const T floor = greater * power_of_two<T>(-16), geometric = sqrt(lesser) * sqrt(greater);
    const T between = geometric > floor ? geometric : floor;
    if (between > lesser) return hi > 0 ? between : -between;  // not so where they underflow
  }
  return lo + (hi - lo) / 2;
}

/// The root of c in (lo, hi), where p is negative at lo and not at hi (or the other way round).
///
/// Newton's iteration with bisection when a step leaves the bracket or does not halve (Press et al. 2007, section 9.4).
/// Unlike there, a small step is not believed: the next point is set just beyond the root that it promises, and the
/// iteration ends when a change of sign is seen within the tolerance. So steps need no accurate `quotient`.
template <class T, class Quotient>
VT_HD T find_crossing(const T* c, int degree, T lo, T hi, bool negative_at_lo, tolerance<T> wanted, Quotient quotient) {
  T x = lo + (hi - lo) / 2;
  T last_step = hi - lo;
  // 68 steps reach the smallest exponent, 5 halve the exponents between, 52 (for dd: 105) the fraction; from step 20 on
  // every second step is one of these. Newton's steps may halve the bracket no better than bisection, towards a root of
  // tiny size.
  constexpr int most_steps = float_format<T>::fraction_bits > 52 ? 400 : 300;
  VT_UNROLL_NOT
  for (int step = 0; step < most_steps; ++step) {
    const auto [value, slope] = horner_with_slope(c, degree, x);
    if (value == 0) return x;
    if ((value < 0) == negative_at_lo)
      lo = x;
    else
      hi = x;
    const T enough = wanted.at(x);
    T next = x - quotient(value, slope);
    const bool inside = next > lo && next < hi;
    if (hi - lo <= enough) return inside ? next : lo + (hi - lo) / 2;
    const T move = abs(next - x);
    if (!inside || move > last_step / 2 || (step > 20 && step % 2 == 1)) {
      next = bisection_point(lo, hi, wanted.absolute);
      if (!(next > lo && next < hi)) return next;  // neighbours
      last_step = hi - lo;
    } else {
      if (move < enough / 2) next = next > x ? next + enough / 4 : next - enough / 4;
      last_step = move;
    }
    x = next;
  }
  return x;
}
template <class T>
VT_HD T find_crossing(const T* c, int degree, T lo, T hi, bool negative_at_lo, tolerance<T> wanted) {
  return find_crossing(c, degree, lo, hi, negative_at_lo, wanted, [](T a, T b) { return a / b; });
}

}  // namespace vieta::core
