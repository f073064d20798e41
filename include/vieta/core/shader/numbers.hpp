#pragma once

#include "vieta/core/shader/machine.hpp"

// Statuses, bits and exponents, and where to look for a root between two points.

namespace vieta::core::shader {

// What is known of the roots: the values of status.
inline constexpr int status_ok = 0;               // all roots are listed
inline constexpr int status_touching = 1;         // the same, and some only touch zero: their bits are set in touching
inline constexpr int status_unresolved = 2;       // the interval is too wide for float, or a driver ended a loop
inline constexpr int status_zero_polynomial = 3;  // every number is a root; none is listed
inline constexpr int status_bad_input = 4;        // NaN, infinite coefficient or lo > hi; none is listed

template <int N, class T>
struct roots_found {
  int count;      // how many roots are listed
  int status;     // one of the values above
  uint touching;  // bit k: in root k p touches zero without a change of sign
  T roots[N];     // ascending
};

// Coefficients below 2^this never overflow in the values of p and its derivatives.
template <int N>
inline constexpr int headroom = 108 - N;

// The largest error that rounding may make in p(x), as a multiple of sum |c_k x^k|.
template <int N, class T>
inline constexpr T noise_factor = T(2 * N + 2) * unit_roundoff<T>;

// Bits are looked at where subnormal numbers, infinities and NaN matter: the arithmetic of a GPU may ignore them.
VT_STATIC bool is_finite(float x) {
  uint magnitude = bits_of(x) & 0x7fffffffu;
  return magnitude < 0x7f800000u;
}

VT_STATIC bool is_zero(float x) {
  uint magnitude = bits_of(x) & 0x7fffffffu;
  return magnitude == 0u;
}

// In the order of the numbers, which are not NaN.
VT_STATIC int order_of(float x) {
  uint bits = bits_of(x);
  int magnitude = int(bits & 0x7fffffffu);
  int order = bits > 0x7fffffffu ? -magnitude : magnitude;
  return order;
}

// floor(log2 |x|) for finite x other than zero.
VT_STATIC int exponent_of(float x) {
  uint bits = bits_of(x) & 0x7fffffffu;
  int subnormal = int(bits_of(float(bits)) >> 23u) - 149;
  int biased = bits < 0x00800000u ? subnormal : int(bits >> 23u);
  return biased - 127;
}

// x * 2^k for finite x; what is too small to be normal becomes zero, what is too large the largest number.
VT_STATIC float scaled_by(float x, int k) {
  uint bits = bits_of(x) & 0x7fffffffu;
  uint sign_bit = bits_of(x) ^ bits;
  uint fraction = bits < 0x00800000u ? bits_of(float(bits)) : bits;
  int e = exponent_of(x) + k;
  if (bits == 0u || e < -126) {
    return 0.0f;
  }
  if (e > 127) {
    return of_bits(sign_bit | 0x7f7fffffu);
  }
  return of_bits(sign_bit | (uint(e + 127) << 23u) | (fraction & 0x007fffffu));
}

// How far a root at x may be off, for an absolute (x) and a relative tolerance (y).
template <class T>
VT_STATIC T allowed_error(T x, vec2<T> tolerance) {
  return max(max(tolerance.x, tolerance.y * abs(x)), least_normal<T>);
}

// A point that halves the bracket; where the ends are of different magnitude, in the middle of their exponents.
template <class T>
VT_STATIC T bisection_point(T left, T right, T absolute_tolerance) {
  if (left < T(0.0) && right > T(0.0)) {
    return T(0.0);
  }
  T lesser = min(abs(left), abs(right));
  T greater = max(abs(left), abs(right));
  if (greater > T(64.0) * max(lesser, absolute_tolerance)) {
    T size = max(sqrt(lesser) * sqrt(greater), greater * T(0.0000152587890625));
    T between = right > T(0.0) ? size : -size;
    return between;
  }
  return left + T(0.5) * (right - left);
}

// Where to look first for a root between lo and hi: p runs like 3 s^2 - 2 s^3 between two extrema, like s^2 from one
// on. `bend` is the modulus of p''/2 at the end that is nearer in value if that is an extremum, or 0: where p grows by
// orders of magnitude the root lies close to it, at about sqrt(2 |p / p''|). One quotient and one root serve all of
// these.
template <class T>
VT_STATIC T guess_root(T lo, T hi, T at_lo, T at_hi, bool turns_at_lo, bool turns_at_hi, T bend) {
  T width = hi - lo;
  T below = abs(at_lo);
  T above = abs(at_hi);
  T value = min(below, above);
  T bent = bend * width * width;
  bool parabola = value < T(0.16) * bent;
  T numerator = parabola ? value : below;
  T denominator = parabola ? bent : below + above;
  T y = min(numerator / max(denominator, T(1.0e-37)), T(1.0));
  bool both = turns_at_lo && turns_at_hi;
  bool one = turns_at_lo != turns_at_hi;
  bool from_lo = y < T(0.5);
  T part = min(y, T(1.0) - y);
  T square = turns_at_lo ? y : T(1.0) - y;
  square = both ? part * T(0.3333333432674408) : square;
  square = parabola ? y : square;
  T w = sqrt(square);
  // Between two extrema the inverse is a series in this root: error 1.6e-4.
  T inner = w * (T(1.0) + w * (T(0.37721395) + w * (T(1.3939536) * w - T(0.14686847))));
  T outer = min(w, T(1.0) - w);
  part = both ? inner : part;
  part = one ? outer : part;
  part = parabola ? w : part;
  from_lo = one ? (w < T(0.5)) == turns_at_lo : from_lo;
  from_lo = parabola ? below < above : from_lo;
  // From the nearer end: roots may lie much closer to it than rounding resolves beside the other one.
  T start = from_lo ? min(lo + part * width, hi) : max(hi - part * width, lo);
  return start;
}

}  // namespace vieta::core::shader
