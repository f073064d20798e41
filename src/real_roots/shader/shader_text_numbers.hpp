#pragma once

namespace vieta {

// Statuses, bits and exponents, and one root between two points. See shader_text.hpp.
inline constexpr const char* real_roots_shader_numbers = R"(
// What is known of the roots: the values of status.
const int REAL_ROOTS_OK = 0;               // all roots are listed
const int REAL_ROOTS_TOUCHING = 1;         // the same, and some only touch zero: their bits are set in touching
const int REAL_ROOTS_UNRESOLVED = 2;       // the interval is too wide for float, or a driver ended a loop
const int REAL_ROOTS_ZERO_POLYNOMIAL = 3;  // every number is a root; none is listed
const int REAL_ROOTS_BAD_INPUT = 4;        // NaN, infinite coefficient or lo > hi; none is listed

struct RealRoots {
  int count;                       // how many roots are listed
  int status;                      // one of the values above
  uint touching;                   // bit k: in root k p touches zero without a change of sign
  float roots[REAL_ROOTS_DEGREE];  // ascending
};

// Coefficients below 2^this never overflow in the values of p and its derivatives.
const int REAL_ROOTS_HEADROOM = 108 - REAL_ROOTS_DEGREE;

// The largest error that rounding may make in p(x), as a multiple of sum |c_k x^k|.
const float REAL_ROOTS_NOISE = float(2 * REAL_ROOTS_DEGREE + 2) * 5.9604644775390625e-8;

// Bits are looked at where subnormal numbers, infinities and NaN matter: the arithmetic of a GPU may ignore them.
bool real_roots_is_finite(float x) {
  return (floatBitsToUint(x) & 0x7fffffffu) < 0x7f800000u;
}

bool real_roots_is_zero(float x) {
  return (floatBitsToUint(x) & 0x7fffffffu) == 0u;
}

// In the order of the numbers, which are not NaN.
int real_roots_order(float x) {
  uint bits = floatBitsToUint(x);
  int magnitude = int(bits & 0x7fffffffu);
  int order = bits > 0x7fffffffu ? -magnitude : magnitude;
  return order;
}

// floor(log2 |x|) for finite x other than zero.
int real_roots_exponent(float x) {
  uint bits = floatBitsToUint(x) & 0x7fffffffu;
  int subnormal = int(floatBitsToUint(float(bits)) >> 23u) - 149;
  int biased = bits < 0x00800000u ? subnormal : int(bits >> 23u);
  return biased - 127;
}

// x * 2^k for finite x; what is too small to be normal becomes zero, what is too large the largest number.
float real_roots_scale(float x, int k) {
  uint bits = floatBitsToUint(x) & 0x7fffffffu;
  uint sign_bit = floatBitsToUint(x) ^ bits;
  uint fraction = bits < 0x00800000u ? floatBitsToUint(float(bits)) : bits;
  int e = real_roots_exponent(x) + k;
  if (bits == 0u || e < -126) {
    return 0.0;
  }
  if (e > 127) {
    return uintBitsToFloat(sign_bit | 0x7f7fffffu);
  }
  return uintBitsToFloat(sign_bit | (uint(e + 127) << 23u) | (fraction & 0x007fffffu));
}

// How far a root at x may be off, for an absolute (x) and a relative tolerance (y).
float real_roots_allowed(float x, vec2 tolerance) {
  return max(max(tolerance.x, tolerance.y * abs(x)), 1.1754943508222875e-38);
}

// A point that halves the bracket; where the ends are of different magnitude, in the middle of their exponents.
float real_roots_bisection_point(float left, float right, float absolute_tolerance) {
  if (left < 0.0 && right > 0.0) {
    return 0.0;
  }
  float lesser = min(abs(left), abs(right));
  float greater = max(abs(left), abs(right));
  if (greater > 64.0 * max(lesser, absolute_tolerance)) {
    float size = max(sqrt(lesser) * sqrt(greater), greater * 0.0000152587890625);
    float between = right > 0.0 ? size : -size;
    return between;
  }
  return left + 0.5 * (right - left);
}

// Where to look first for a root between lo and hi: p runs like 3 s^2 - 2 s^3 between two extrema, like s^2 from one on.
// `bend` is the modulus of p''/2 at the end that is nearer in value if that is an extremum, or 0: where p grows by orders
// of magnitude the root lies close to it, at about sqrt(2 |p / p''|). One quotient and one root serve all of these.
float real_roots_guess(float lo, float hi, float at_lo, float at_hi, bool turns_at_lo, bool turns_at_hi, float bend) {
  float width = hi - lo;
  float below = abs(at_lo);
  float above = abs(at_hi);
  float value = min(below, above);
  float bent = bend * width * width;
  bool parabola = value < 0.16 * bent;
  float numerator = parabola ? value : below;
  float denominator = parabola ? bent : below + above;
  float y = min(numerator / max(denominator, 1.0e-37), 1.0);
  bool both = turns_at_lo && turns_at_hi;
  bool one = turns_at_lo != turns_at_hi;
  bool from_lo = y < 0.5;
  float part = min(y, 1.0 - y);
  float square = turns_at_lo ? y : 1.0 - y;
  square = both ? part * 0.3333333432674408 : square;
  square = parabola ? y : square;
  float w = sqrt(square);
  // Between two extrema the inverse is a series in this root: error 1.6e-4.
  float inner = w * (1.0 + w * (0.37721395 + w * (1.3939536 * w - 0.14686847)));
  float outer = min(w, 1.0 - w);
  part = both ? inner : part;
  part = one ? outer : part;
  part = parabola ? w : part;
  from_lo = one ? (w < 0.5) == turns_at_lo : from_lo;
  from_lo = parabola ? below < above : from_lo;
  // From the nearer end: roots may lie much closer to it than rounding resolves beside the other one.
  float start = from_lo ? min(lo + part * width, hi) : max(hi - part * width, lo);
  return start;
}

)";

// p, its slope, and the root between two points.
inline constexpr const char* real_roots_shader_crossing = R"(
// p(x) by Horner's scheme.
float real_roots_value(float c[REAL_ROOTS_DEGREE + 1], float x) {
  float value = c[REAL_ROOTS_DEGREE];
  @unroll for (int k = REAL_ROOTS_DEGREE - 1; k >= 0; k--) {
    value = value * x + c[k];
  }
  return value;
}

// p(x) and p'(x).
vec2 real_roots_value_and_slope(float c[REAL_ROOTS_DEGREE + 1], float x) {
  float slope = 0.0;
  float value = c[REAL_ROOTS_DEGREE];
  @unroll for (int k = REAL_ROOTS_DEGREE - 1; k >= 0; k--) {
    slope = slope * x + value;
    value = value * x + c[k];
  }
  return vec2(value, slope);
}

// The same with a look at how p bends at that extremum.
float real_roots_start(float c[REAL_ROOTS_DEGREE + 1], float lo, float hi, float at_lo, float at_hi, bool turns_at_lo,
                       bool turns_at_hi) {
  bool from_lo = abs(at_lo) < abs(at_hi);
  bool turns = from_lo ? turns_at_lo : turns_at_hi;
  float bend = 0.0;
  if (turns) {
    float x = from_lo ? lo : hi;
    float slope = 0.0;
    float power = c[REAL_ROOTS_DEGREE];
    @unroll for (int k = REAL_ROOTS_DEGREE - 1; k >= 1; k--) {
      bend = bend * x + slope;
      slope = slope * x + power;
      power = power * x + c[k];
    }
    bend = abs(bend * x + slope);
  }
  return real_roots_guess(lo, hi, at_lo, at_hi, turns_at_lo, turns_at_hi, bend);
}

// The root of p between lo and hi, where p has different signs, from `start` on: Halley's iteration, and bisection when
// a step leaves the bracket or, after the first eight, at every other step. The end is a step within a quarter of the
// tolerance, or a later one whose next terms in Taylor's series are within an eighth, a_2^2 + |a_3| times its cube for a_k
// = p^(k) / (k! p') (Traub 1964): at a double root what is left is 4.5 times that, at others less. A long step to a root
// near 0 has its own rounding. `noise` is what rounding may make of p there, 0 if nobody knows: a value within it will
// not become better.
// x is the root; y is 0 if that end did not come in `most` steps.
vec2 real_roots_near(float c[REAL_ROOTS_DEGREE + 1], float lo, float hi, float start, bool negative_at_lo,
                     vec2 tolerance, float noise, int most) {
  float left = lo;
  float right = hi;
  float x = start;
  float least = 0.03125 * noise;
  float reached = 0.0;
  @loop for (int i = 0; i < most; i++) {
    float third = 0.0;
    float second = 0.0;
    float slope = 0.0;
    float value = c[REAL_ROOTS_DEGREE];
    @unroll for (int k = REAL_ROOTS_DEGREE - 1; k >= 0; k--) {
      third = third * x + second;
      second = second * x + slope;
      slope = slope * x + value;
      value = value * x + c[k];
    }
    bool goes_left = (value < 0.0) == negative_at_lo;
    left = goes_left ? x : left;
    right = goes_left ? right : x;
    float divisor = slope == 0.0 ? 1.0 : slope;
    float by_slope = 1.0 / divisor;
    float step = value * by_slope;
    float bent = max(-1.0, min(step * second * by_slope, 0.5));
    float next = x - step / (1.0 - bent);
    bool halley = slope != 0.0 && next >= left && next <= right && (i < 8 || (i & 1) == 0);
    // Where rounding alone leads a step astray, no step is of use.
    float other = abs(value) <= least ? x : 0.5 * (left + right);
    next = halley ? next : other;
    float moved = abs(next - x);
    x = next;
    float enough = max(tolerance.x, tolerance.y * abs(x));
    float off = moved * (bent * bent + abs(third * by_slope) * moved * moved + 1.1920928955078125e-7);
    bool close = halley && i > 0 && (off <= 0.125 * enough || abs(value) <= noise);
    if (close || moved <= 0.25 * enough) {
      reached = 1.0;
      break;
    }
  }
  return vec2(x, reached);
}

// The same where that end does not come: the end is a change of sign seen within the tolerance as well.
float real_roots_crossing(float c[REAL_ROOTS_DEGREE + 1], float lo, float hi, float start, bool negative_at_lo,
                          vec2 tolerance) {
  float left = lo;
  float right = hi;
  float x = start;
  float last_step = hi - lo;
  float last_newton = 0.0;
  @loop for (int i = 0; i < 300; i++) {
    vec2 p = real_roots_value_and_slope(c, x);
    if (p.x == 0.0) {
      return x;
    }
    bool goes_left = (p.x < 0.0) == negative_at_lo;
    left = goes_left ? x : left;
    right = goes_left ? right : x;
    float width = right - left;
    float enough = real_roots_allowed(x, tolerance);
    float next = left + 0.5 * width;
    bool newton = abs(p.x) < abs(p.y) * width;
    if (newton) {
      float promised = x - p.x / p.y;
      newton = promised >= left && promised <= right;
      next = newton ? promised : next;
    }
    float moved = abs(next - x);
    if (width <= enough || (newton && moved <= enough && moved <= 0.25 * last_newton)) {
      return next;
    }
    last_newton = newton ? moved : 0.0;
    if (newton && moved <= 0.5 * last_step && (i <= 20 || (i & 1) == 0)) {
      // A step as small is set a little further, to see the sign change.
      float further = next > x ? 0.25 * enough : -0.25 * enough;
      if (moved < 0.5 * enough) {
        next = next + further;
      }
      last_step = moved;
    } else {
      next = real_roots_bisection_point(left, right, tolerance.x);
      last_newton = 0.0;
      if (next <= left || next >= right) {
        return next;
      }
      last_step = width;
    }
    x = next;
  }
  return x;
}

)";

inline constexpr const char* real_roots_shader_value_and_noise = R"(
// p(x), and what rounding may make of it (see REAL_ROOTS_NOISE).
vec2 real_roots_value_and_noise(float c[REAL_ROOTS_DEGREE + 1], float x) {
  float value = c[REAL_ROOTS_DEGREE];
  float magnitude = abs(value);
  @unroll for (int k = REAL_ROOTS_DEGREE - 1; k >= 0; k--) {
    value = value * x + c[k];
    magnitude = magnitude * abs(x) + abs(c[k]);
  }
  return vec2(value, REAL_ROOTS_NOISE * magnitude);
}

)";

}  // namespace vieta
