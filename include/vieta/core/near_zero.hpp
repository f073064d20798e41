#pragma once

#include <type_traits>

#include "vieta/core/bracket.hpp"
#include "vieta/core/compensated_horner.hpp"
#include "vieta/core/horner.hpp"
#include "vieta/core/strided.hpp"

// What a polynomial is where its value is no larger than rounding errors: at a local extremum it may touch zero, cross
// it twice or keep away; at an end of the interval a root may be a touch or none. For core/real_roots.hpp.

namespace vieta::core::detail {

/// Whether p' cannot be told from zero at x.
template <class T>
VT_HD bool is_flat(const T* c, int degree, T x) {
  const T slope = horner_with_slope(c, degree, x).slope, r = abs(x);
  T magnitude = 0;
  VT_UNROLL
  for (int k = degree; k >= 1; --k) magnitude = multiply_add(magnitude, r, static_cast<T>(k) * abs(c[k]));
  return !(abs(slope) > noise_factor<T>(degree) * magnitude);
}

/// Numbers that compensated_horner can be asked for; those of several parts have digits enough by themselves.
template <class T>
inline constexpr bool can_compensate = std::is_floating_point_v<T> || has_spare_digits<T>;

/// What a local extremum near x is: the polynomial keeps its distance from zero, touches, or crosses twice.
template <class T>
struct extremum {
  T x, value;
  bool touches;     ///< zero within what rounding the coefficients can tell
  bool sign_known;  ///< the sign of the value is not an effect of rounding in its evaluation
  bool stationary;  ///< p' vanishes at x, as far as rounding can tell, or in (lo, hi) near x
};
template <class T>
VT_HD extremum<T> find_extremum(const T* c, int degree, T lo, T x, T hi, bool negative_around, int steps = 6) {
  // Newton's iteration for p' = 0 from a point that is near already; steps outside (lo, hi) end it, and so do steps
  // away from a touch, where the slope is noise as well.
  extremum<T> found{x, 0, false, false, true};
  VT_UNROLL_NOT
  for (int step = 0; step < steps; ++step) {
    T second = 0, slope = 0;
    T value = c[degree];
    T magnitude = abs(value), partial = 0;  // sums of |c_k x^k| and of |x|^k times intermediate values
    VT_UNROLL
    for (int k = degree - 1; k >= 0; --k) {
      second = multiply_add(second, x, slope);
      slope = multiply_add(slope, x, value);
      value = multiply_add(value, x, c[k]);
      magnitude = multiply_add(magnitude, abs(x), abs(c[k]));
      partial = multiply_add(partial, abs(x), abs(value));
    }
    const bool touches = !(abs(value) > noise_factor<T>(degree) * magnitude);
    if (found.touches && !touches && (value < 0) == negative_around) break;
    // Whether the sign means two roots: by a running error bound, for two roundings in each step (Higham 2002, section
    // 5.1).
    constexpr T u = float_format<T>::unit_roundoff;
    found = {x, value, touches, abs(value) > 2 * u * partial, true};
    const T next = x - slope / (2 * second);
    if (next == x) break;
    if (!(next > lo && next < hi)) {
      found.stationary = is_flat(c, degree, x);
      break;
    }
    x = next;
  }
  // Or else by twice the precision: an exact double root shows noise of either sign, for T, in both of its values.
  if constexpr (can_compensate<T>) {
    if (!found.sign_known) {
      const value_and_doubt<T> closer = compensated_horner(c, degree, found.x);
      found.value = closer.value;
      found.sign_known = abs(closer.value) > closer.doubt;
    }
  }
  return found;
}

/// What p is near x, an end of the interval, where it is noise there: in its parabola at x a root may be no root, or
/// two.
template <class T>
struct noise_at_end {
  T noise, width, third;  ///< the width of the parabola below the noise; 0 where no root is doubtful

  /// Whether a root so far from the end is doubtful: where the cubic term is noise still.
  VT_HD bool covers(T distance) const {
    return distance <= 3 * width && distance * distance * distance * third <= noise;
  }
};
template <class T>
VT_HD noise_at_end<T> look_at_end(const T* c, int degree, T x) {
  T third = 0, second = 0, slope = 0;  // derivatives over 6, 2 and 1
  T value = c[degree];
  int n = value == 0 ? 0 : degree;  // the actual degree: leading zeros make no rounding errors
  VT_UNROLL
  for (int k = degree - 1; k >= 0; --k) {
    if (n == 0 && c[k] != 0) n = k;
    third = multiply_add(third, x, second);
    second = multiply_add(second, x, slope);
    slope = multiply_add(slope, x, value);
    value = multiply_add(value, x, c[k]);
  }
  const T noise = noise_factor<T>(n) * horner_magnitude(c, degree, x), bend = abs(second);
  const T width = sqrt(noise) / sqrt(bend);
  // A double root within the noise: p'^2 <= 4 (p''/2) noise.
  const bool doubtful = abs(value) <= noise && abs(slope) <= 2 * width * bend;
  return {noise, doubtful ? width : T(0), abs(third)};
}

/// At ends where p is noise one touch takes the place of the roots found there. Returns how many roots remain.
template <class T>
VT_HD int settle_ends(const T* c, int degree, strided<T> points, int found, T lo, T hi, std::uint64_t& touching) {
  if (found == 0) return 0;
  const noise_at_end<T> at_hi = look_at_end(c, degree, hi);
  if (at_hi.width > 0) {
    if (found > 1 && points[found - 1] == hi && at_hi.covers(hi - points[found - 2])) --found;
    const std::uint64_t last = std::uint64_t{1} << (found - 1);
    touching &= 2 * last - 1;
    if (at_hi.covers(hi - points[found - 1])) touching |= last;
  }
  const noise_at_end<T> at_lo = look_at_end(c, degree, lo);
  if (at_lo.width > 0) {
    if (found > 1 && points[0] == lo && at_lo.covers(points[1] - lo)) {
      --found;
      touching >>= 1;
      VT_UNROLL_NOT
      for (int k = 0; k < found; ++k) points[k] = points[k + 1];
    }
    if (at_lo.covers(points[0] - lo)) touching |= 1;
  }
  return found;
}

/// p(x) where it is larger than noise; else with a sign that is no effect of rounding, or zero if twice the precision
/// does not tell it from zero.
template <class T>
VT_HD T value_with_sign(const T* c, int degree, T x, T noise) {
  const T value = horner(c, degree, x);
  if constexpr (can_compensate<T>) {
    if (!(abs(value) > noise)) {
      const value_and_doubt<T> closer = compensated_horner(c, degree, x);
      return abs(closer.value) > closer.doubt ? closer.value : T(0);
    }
  }
  return value;
}

}  // namespace vieta::core::detail
