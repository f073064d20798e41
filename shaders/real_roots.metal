// SPDX-License-Identifier: 0BSD
// All real roots of a polynomial in a closed interval. Written by `vieta real-roots --emit metal --degree 10`.
//
//   float a[REAL_ROOTS_DEGREE + 1];  // a[0] + a[1] x + a[2] x^2 + ...
//   RealRoots r = real_roots(a, -1.0, 1.0, 0.0, 0.0);
//   for (int k = 0; k < r.count; k++) { ... r.roots[k] ... }

#ifndef REAL_ROOTS_TEXT
#define REAL_ROOTS_TEXT

// The degree; leading coefficients may be zero.
#ifndef REAL_ROOTS_DEGREE
#define REAL_ROOTS_DEGREE 10
#endif
#if REAL_ROOTS_DEGREE < 3 || REAL_ROOTS_DEGREE > 32
#error REAL_ROOTS_DEGREE: expected 3 to 32 in this text
#endif

#define REAL_ROOTS_FUNCTION static inline
#define REAL_ROOTS_UNROLL _Pragma("unroll")

// Half the distance from 1 to the next number, and the least number that is not subnormal.
#define REAL_ROOTS_ROUNDOFF (5.9604644775390625e-8f)
#define REAL_ROOTS_LEAST_NORMAL (1.1754943508222875e-38f)

// What is known of the roots: the values of status.
enum { REAL_ROOTS_OK = 0 };               // all roots are listed
enum { REAL_ROOTS_TOUCHING = 1 };         // the same, and some only touch zero: their bits are set in touching
enum { REAL_ROOTS_UNRESOLVED = 2 };       // the interval is too wide for float, or a driver ended a loop
enum { REAL_ROOTS_ZERO_POLYNOMIAL = 3 };  // every number is a root; none is listed
enum { REAL_ROOTS_BAD_INPUT = 4 };        // NaN, infinite coefficient or lo > hi; none is listed

struct RealRoots {
  int count;                       // how many roots are listed
  int status;                      // one of the values above
  uint touching;                   // bit k: in root k p touches zero without a change of sign
  float roots[REAL_ROOTS_DEGREE];  // ascending
};

// Coefficients below 2^this never overflow in the values of p and its derivatives.
enum { REAL_ROOTS_HEADROOM = 108 - REAL_ROOTS_DEGREE };

// The largest error that rounding may make in p(x), as a multiple of sum |c_k x^k|.
#define REAL_ROOTS_NOISE_FACTOR ((float)(2 * REAL_ROOTS_DEGREE + 2) * REAL_ROOTS_ROUNDOFF)

// Bits are looked at where subnormal numbers, infinities and NaN matter: the arithmetic of a GPU may ignore them.
REAL_ROOTS_FUNCTION bool real_roots_is_finite(float x) {
  uint magnitude = as_type<uint>(x) & 0x7fffffffu;
  return magnitude < 0x7f800000u;
}

REAL_ROOTS_FUNCTION bool real_roots_is_zero(float x) {
  uint magnitude = as_type<uint>(x) & 0x7fffffffu;
  return magnitude == 0u;
}

// In the order of the numbers, which are not NaN.
REAL_ROOTS_FUNCTION int real_roots_order_of(float x) {
  uint bits = as_type<uint>(x);
  int magnitude = (int)(bits & 0x7fffffffu);
  int order = bits > 0x7fffffffu ? -magnitude : magnitude;
  return order;
}

// floor(log2 |x|) for finite x other than zero.
REAL_ROOTS_FUNCTION int real_roots_exponent_of(float x) {
  uint bits = as_type<uint>(x) & 0x7fffffffu;
  int subnormal = (int)(as_type<uint>((float)(bits)) >> 23u) - 149;
  int biased = bits < 0x00800000u ? subnormal : (int)(bits >> 23u);
  return biased - 127;
}

// x * 2^k for finite x; what is too small to be normal becomes zero, what is too large the largest number.
REAL_ROOTS_FUNCTION float real_roots_scaled_by(float x, int k) {
  uint bits = as_type<uint>(x) & 0x7fffffffu;
  uint sign_bit = as_type<uint>(x) ^ bits;
  uint fraction = bits < 0x00800000u ? as_type<uint>((float)(bits)) : bits;
  int e = real_roots_exponent_of(x) + k;
  if (bits == 0u || e < -126) {
    return 0.0f;
  }
  if (e > 127) {
    return as_type<float>(sign_bit | 0x7f7fffffu);
  }
  return as_type<float>(sign_bit | ((uint)(e + 127) << 23u) | (fraction & 0x007fffffu));
}

// How far a root at x may be off, for an absolute (x) and a relative tolerance (y).
REAL_ROOTS_FUNCTION float real_roots_allowed_error(float x, float2 tolerance) {
  return max(max(tolerance.x, tolerance.y * abs(x)), REAL_ROOTS_LEAST_NORMAL);
}

// A point that halves the bracket; where the ends are of different magnitude, in the middle of their exponents.
REAL_ROOTS_FUNCTION float real_roots_bisection_point(float left, float right, float absolute_tolerance) {
  if (left < 0.0f && right > 0.0f) {
    return 0.0f;
  }
  float lesser = min(abs(left), abs(right));
  float greater = max(abs(left), abs(right));
  if (greater > 64.0f * max(lesser, absolute_tolerance)) {
    float size = max(sqrt(lesser) * sqrt(greater), greater * 0.0000152587890625f);
    float between = right > 0.0f ? size : -size;
    return between;
  }
  return left + 0.5f * (right - left);
}

// Where to look first for a root between lo and hi: p runs like 3 s^2 - 2 s^3 between two extrema, like s^2 from one
// on. `bend` is the modulus of p''/2 at the end that is nearer in value if that is an extremum, or 0: where p grows by
// orders of magnitude the root lies close to it, at about sqrt(2 |p / p''|). One quotient and one root serve all of
// these.
REAL_ROOTS_FUNCTION float real_roots_guess_root(float lo, float hi, float at_lo, float at_hi, bool turns_at_lo,
    bool turns_at_hi, float bend) {
  float width = hi - lo;
  float below = abs(at_lo);
  float above = abs(at_hi);
  float value = min(below, above);
  float bent = bend * width * width;
  bool parabola = value < 0.16f * bent;
  float numerator = parabola ? value : below;
  float denominator = parabola ? bent : below + above;
  float y = min(numerator / max(denominator, 1.0e-37f), 1.0f);
  bool both = turns_at_lo && turns_at_hi;
  bool one = turns_at_lo != turns_at_hi;
  bool from_lo = y < 0.5f;
  float part = min(y, 1.0f - y);
  float square = turns_at_lo ? y : 1.0f - y;
  square = both ? part * 0.3333333432674408f : square;
  square = parabola ? y : square;
  float w = sqrt(square);
  // Between two extrema the inverse is a series in this root: error 1.6e-4.
  float inner = w * (1.0f + w * (0.37721395f + w * (1.3939536f * w - 0.14686847f)));
  float outer = min(w, 1.0f - w);
  part = both ? inner : part;
  part = one ? outer : part;
  part = parabola ? w : part;
  from_lo = one ? (w < 0.5f) == turns_at_lo : from_lo;
  from_lo = parabola ? below < above : from_lo;
  // From the nearer end: roots may lie much closer to it than rounding resolves beside the other one.
  float start = from_lo ? min(lo + part * width, hi) : max(hi - part * width, lo);
  return start;
}

// p(x) by Horner's scheme.
REAL_ROOTS_FUNCTION float real_roots_value_at(thread const float* c, float x) {
  float value = c[REAL_ROOTS_DEGREE];
  REAL_ROOTS_UNROLL for (int k = REAL_ROOTS_DEGREE - 1; k >= 0; k--) {
    value = value * x + c[k];
  }
  return value;
}

// p(x) and p'(x).
REAL_ROOTS_FUNCTION float2 real_roots_value_and_slope_at(thread const float* c, float x) {
  float slope = 0.0f;
  float value = c[REAL_ROOTS_DEGREE];
  REAL_ROOTS_UNROLL for (int k = REAL_ROOTS_DEGREE - 1; k >= 0; k--) {
    slope = slope * x + value;
    value = value * x + c[k];
  }
  return float2(value, slope);
}

// The same with a look at how p bends at that extremum.
REAL_ROOTS_FUNCTION float real_roots_start_between(thread const float* c, float lo, float hi, float at_lo, float at_hi,
    bool turns_at_lo, bool turns_at_hi) {
  bool from_lo = abs(at_lo) < abs(at_hi);
  bool turns = from_lo ? turns_at_lo : turns_at_hi;
  float bend = 0.0f;
  if (turns) {
    float x = from_lo ? lo : hi;
    float slope = 0.0f;
    float power = c[REAL_ROOTS_DEGREE];
    REAL_ROOTS_UNROLL for (int k = REAL_ROOTS_DEGREE - 1; k >= 1; k--) {
      bend = bend * x + slope;
      slope = slope * x + power;
      power = power * x + c[k];
    }
    bend = abs(bend * x + slope);
  }
  return real_roots_guess_root(lo, hi, at_lo, at_hi, turns_at_lo, turns_at_hi, bend);
}

// The root of p between lo and hi, where p has different signs, from `start` on: Halley's iteration, and bisection when
// a step leaves the bracket or, after the first eight, at every other step. The end is a step within a quarter of the
// tolerance, or a later one whose next terms in Taylor's series are within an eighth, a_2^2 + |a_3| times its cube for
// a_k = p^(k) / (k! p') (Traub 1964): at a double root what is left is 4.5 times that, at others less. A long step to a
// root near 0 has its own rounding. `noise` is what rounding may make of p there, 0 if nobody knows: a value within it
// will not become better. x is the root; y is 0 if that end did not come in `most` steps.
REAL_ROOTS_FUNCTION float2 real_roots_find_near(thread const float* c, float lo, float hi, float start,
    bool negative_at_lo, float2 tolerance, float noise, int most) {
  float left = lo;
  float right = hi;
  float x = start;
  float least = 0.03125f * noise;
  float reached = 0.0f;
  for (int i = 0; i < most; i++) {
    float third = 0.0f;
    float second = 0.0f;
    float slope = 0.0f;
    float value = c[REAL_ROOTS_DEGREE];
    REAL_ROOTS_UNROLL for (int k = REAL_ROOTS_DEGREE - 1; k >= 0; k--) {
      third = third * x + second;
      second = second * x + slope;
      slope = slope * x + value;
      value = value * x + c[k];
    }
    bool goes_left = (value < 0.0f) == negative_at_lo;
    left = goes_left ? x : left;
    right = goes_left ? right : x;
    float divisor = slope == 0.0f ? 1.0f : slope;
    float by_slope = 1.0f / divisor;
    float step = value * by_slope;
    float bent = max(-1.0f, min(step * second * by_slope, 0.5f));
    float next = x - step / (1.0f - bent);
    bool halley = slope != 0.0f && next >= left && next <= right && (i < 8 || (i & 1) == 0);
    // Where rounding alone leads a step astray, no step is of use.
    float other = abs(value) <= least ? x : 0.5f * (left + right);
    next = halley ? next : other;
    float moved = abs(next - x);
    x = next;
    float enough = max(tolerance.x, tolerance.y * abs(x));
    float off = moved * (bent * bent + abs(third * by_slope) * moved * moved + 2.0f * REAL_ROOTS_ROUNDOFF);
    bool close = halley && i > 0 && (off <= 0.125f * enough || abs(value) <= noise);
    if (close || moved <= 0.25f * enough) {
      reached = 1.0f;
      break;
    }
  }
  return float2(x, reached);
}

// The same where that end does not come: the end is a change of sign seen within the tolerance as well.
REAL_ROOTS_FUNCTION float real_roots_find_crossing(thread const float* c, float lo, float hi, float start,
    bool negative_at_lo, float2 tolerance) {
  float left = lo;
  float right = hi;
  float x = start;
  float last_step = hi - lo;
  float last_newton = 0.0f;
  for (int i = 0; i < 300; i++) {
    float2 p = real_roots_value_and_slope_at(c, x);
    if (p.x == 0.0f) {
      return x;
    }
    bool goes_left = (p.x < 0.0f) == negative_at_lo;
    left = goes_left ? x : left;
    right = goes_left ? right : x;
    float width = right - left;
    float enough = real_roots_allowed_error(x, tolerance);
    float next = left + 0.5f * width;
    bool newton = abs(p.x) < abs(p.y) * width;
    if (newton) {
      float promised = x - p.x / p.y;
      newton = promised >= left && promised <= right;
      next = newton ? promised : next;
    }
    float moved = abs(next - x);
    if (width <= enough || (newton && moved <= enough && moved <= 0.25f * last_newton)) {
      return next;
    }
    last_newton = newton ? moved : 0.0f;
    if (newton && moved <= 0.5f * last_step && (i <= 20 || (i & 1) == 0)) {
      // A step as small is set a little further, to see the sign change.
      float further = next > x ? 0.25f * enough : -0.25f * enough;
      if (moved < 0.5f * enough) {
        next = next + further;
      }
      last_step = moved;
    } else {
      next = real_roots_bisection_point(left, right, tolerance.x);
      last_newton = 0.0f;
      if (next <= left || next >= right) {
        return next;
      }
      last_step = width;
    }
    x = next;
  }
  return x;
}

// p(x), and what rounding may make of it (see REAL_ROOTS_NOISE_FACTOR).
REAL_ROOTS_FUNCTION float2 real_roots_value_and_noise_at(thread const float* c, float x) {
  float value = c[REAL_ROOTS_DEGREE];
  float magnitude = abs(value);
  REAL_ROOTS_UNROLL for (int k = REAL_ROOTS_DEGREE - 1; k >= 0; k--) {
    value = value * x + c[k];
    magnitude = magnitude * abs(x) + abs(c[k]);
  }
  return float2(value, REAL_ROOTS_NOISE_FACTOR * magnitude);
}

// Whether p' cannot be told from zero at x.
REAL_ROOTS_FUNCTION bool real_roots_is_flat_at(thread const float* c, float x) {
  float magnitude = 0.0f;
  REAL_ROOTS_UNROLL for (int k = REAL_ROOTS_DEGREE; k >= 1; k--) {
    magnitude = magnitude * abs(x) + (float)(k) * abs(c[k]);
  }
  return abs(real_roots_value_and_slope_at(c, x).y) <= REAL_ROOTS_NOISE_FACTOR * magnitude;
}

// What a local extremum is: p keeps its distance from zero, touches, or crosses twice.
struct RealRootsExtremum {
  float x;          // where
  float value;      // p there
  bool touches;     // zero within what rounding the coefficients can tell
  bool sign_known;  // the sign of the value is not an effect of rounding in its evaluation
};

REAL_ROOTS_FUNCTION RealRootsExtremum real_roots_no_extremum(float x) {
  RealRootsExtremum e;
  e.x = x;
  e.value = 0.0f;
  e.touches = false;
  e.sign_known = false;
  return e;
}

// By Newton's iteration for p' = 0 from a point nearby; steps outside (lo, hi) end it, and so do steps away from a
// touch, where the slope is noise as well. The sign is known by a running error bound for two roundings in each step
// (Higham 2002, section 5.1), u = 2^-24.
REAL_ROOTS_FUNCTION RealRootsExtremum real_roots_find_extremum(thread const float* c, float lo, float start, float hi,
    bool negative_around) {
  RealRootsExtremum e = real_roots_no_extremum(start);
  float x = start;
  for (int i = 0; i < 6; i++) {
    float second = 0.0f;
    float slope = 0.0f;
    float value = c[REAL_ROOTS_DEGREE];
    float magnitude = abs(value);
    float partial = 0.0f;
    REAL_ROOTS_UNROLL for (int k = REAL_ROOTS_DEGREE - 1; k >= 0; k--) {
      second = second * x + slope;
      slope = slope * x + value;
      value = value * x + c[k];
      magnitude = magnitude * abs(x) + abs(c[k]);
      partial = partial * abs(x) + abs(value);
    }
    bool touches = abs(value) <= REAL_ROOTS_NOISE_FACTOR * magnitude;
    if (e.touches && !touches && (value < 0.0f) == negative_around) {
      break;
    }
    e.x = x;
    e.value = value;
    e.touches = touches;
    e.sign_known = abs(value) > 2.0f * REAL_ROOTS_ROUNDOFF * partial;
    if (abs(slope) >= abs(2.0f * second) * (hi - lo)) {
      break;
    }
    float step = slope / (2.0f * second);
    x = x - step;
    // Nor does it go on where the value would change by less than its rounding.
    if (x == e.x || x <= lo || x >= hi || abs(slope * step) <= 0.5f * REAL_ROOTS_ROUNDOFF * magnitude) {
      break;
    }
  }
  return e;
}

REAL_ROOTS_FUNCTION RealRoots real_roots_no_roots(int status) {
  RealRoots r;
  r.count = 0;
  r.status = status;
  r.touching = 0u;
  REAL_ROOTS_UNROLL for (int k = 0; k < REAL_ROOTS_DEGREE; k++) {
    r.roots[k] = 0.0f;
  }
  return r;
}

// Lists one more root. `most` is the number of roots that can be there; where values vanish by underflow there may seem
// to be more.
REAL_ROOTS_FUNCTION RealRoots real_roots_with_root(RealRoots before, float x, bool touches, int most) {
  RealRoots after = before;
  if (before.count >= most) {
    after.status = REAL_ROOTS_UNRESOLVED;
    return after;
  }
  REAL_ROOTS_UNROLL for (int k = 0; k < REAL_ROOTS_DEGREE; k++) {
    if (k == before.count) {
      after.roots[k] = x;
    }
  }
  if (touches) {
    after.touching = before.touching | (1u << (uint)(before.count));
  }
  after.count = before.count + 1;
  return after;
}

// As many points may separate the roots of p: where signs are not clear of rounding there may seem to be more of them.
enum { REAL_ROOTS_SLOTS = REAL_ROOTS_DEGREE > 10 ? REAL_ROOTS_DEGREE + 12 : REAL_ROOTS_DEGREE };
// In how many of the first intervals between them it is known where a root may be: as many as leave 256 bytes for
// these points, since some compilers put larger ones into memory.
enum { REAL_ROOTS_KNOWN_STARTS = REAL_ROOTS_SLOTS < 31 ? REAL_ROOTS_SLOTS : 62 - REAL_ROOTS_SLOTS };

struct RealRootsSeparatingPoints {
  float x[REAL_ROOTS_SLOTS];              // ascending, the last ones hi
  float starts[REAL_ROOTS_KNOWN_STARTS];  // where to look for a root between each and the one before
  bool known;                             // whether they were found
};

REAL_ROOTS_FUNCTION RealRootsSeparatingPoints real_roots_no_points(float hi) {
  RealRootsSeparatingPoints points;
  points.known = true;
  REAL_ROOTS_UNROLL for (int k = 0; k < REAL_ROOTS_SLOTS; k++) {
    points.x[k] = hi;
  }
  REAL_ROOTS_UNROLL for (int k = 0; k < REAL_ROOTS_KNOWN_STARTS; k++) {
    points.starts[k] = hi;
  }
  return points;
}

// Crossings and touches of p in [lo, hi], separated by `points`, which end with hi; the first `wanted` of them. If
// `turns` is 1, the points are the roots of p'; if it is 0, others, and p may be zero at one of them without a touch
// there; then their `starts` are known. If `all`, p should have one root between any two points: where signs say that
// it has not, status is -1.
REAL_ROOTS_FUNCTION RealRoots real_roots_last_level(thread const float* c, RealRootsSeparatingPoints points, float lo,
    float hi, float2 tolerance, int wanted, bool all, int turns) {
  RealRoots r = real_roots_no_roots(REAL_ROOTS_OK);
  // Between other points p may look like a power of x - root for long, and each step be a small part of what is left.
  float2 near_tolerance = tolerance;
  near_tolerance.x = turns == 1 ? tolerance.x : 0.25f * tolerance.x;
  // To degree 10 the next point stands at 0, so that all of them stay in registers.
  float ahead[REAL_ROOTS_SLOTS];
  REAL_ROOTS_UNROLL for (int k = 0; k < REAL_ROOTS_SLOTS; k++) {
    ahead[k] = points.x[k];
  }
  // Three neighbouring points a < b < x: what b is shows when x is known, and only then (a, b) is searched.
  float2 seen = real_roots_value_and_noise_at(c, lo);
  float a = lo;
  float b = lo;
  float at_a = 0.0f;
  float at_b = seen.x;
  bool low_b = abs(seen.x) <= 1.5f * seen.y;  // only then p may be zero beside b
  float noise_a = seen.y;
  float noise_b = seen.y;
  bool first = true;
  bool crosses_before = false;  // between a and b
  bool done = false;  // left of b: the sign at a is not p's
  int most = 1;
  bool negative = at_b < 0.0f;  // what p should be at b if all roots are there
  float towards = hi;  // where to look first between a and b
  bool whole = false;  // a driver may have ended this loop, see bernstein_of
  for (int i = 0; i <= REAL_ROOTS_SLOTS; i++) {
    bool last = i == REAL_ROOTS_SLOTS;
    whole = last;
    float x = b;
    float at_x = at_b;
    float noise_x = noise_b;
    float next_towards = hi;
    bool low_x = false;
    if (!last) {
      if (REAL_ROOTS_DEGREE > 10) {
        x = points.x[i];
      } else {
        x = ahead[0];
        REAL_ROOTS_UNROLL for (int k = 1; k < REAL_ROOTS_SLOTS; k++) {
          ahead[k - 1] = ahead[k];
        }
      }
      if (x <= b) {
        if (all) {
          return real_roots_no_roots(-1);
        }
        continue;
      }
      if (turns == 0 && i < REAL_ROOTS_KNOWN_STARTS) {
        next_towards = points.starts[i];
      }
      seen = real_roots_value_and_noise_at(c, x);
      at_x = seen.x;
      if (turns == 0 && at_x == 0.0f && x < hi && !real_roots_is_flat_at(c, x)) {
        // A crossing, which belongs to one of the two intervals: where signs were counted, zero was positive.
        at_x = REAL_ROOTS_LEAST_NORMAL;
      }
      noise_x = seen.y;
      low_x = abs(seen.x) <= 1.5f * seen.y;
    }
    if (all && !last && (low_b || low_x)) {
      // There signs prove nothing. But a missing extremum shows where p is not monotone.
      float between = real_roots_value_at(c, 0.5f * (b + x));
      float unsure = max(noise_b, noise_x);
      if (between > max(at_b, at_x) + unsure || between < min(at_b, at_x) - unsure) {
        return real_roots_no_roots(-1);
      }
    }
    bool crosses_after = at_b != 0.0f && at_x != 0.0f && (at_b < 0.0f) != (at_x < 0.0f);
    if (turns == 0 && at_b == 0.0f && !first && !last && (at_a < 0.0f) == (at_x < 0.0f)) {
      // p is flat there: a touch, or two roots nearby, as the extremum tells.
      at_b = at_a < 0.0f ? -REAL_ROOTS_LEAST_NORMAL : REAL_ROOTS_LEAST_NORMAL;
    }
    bool is_root = at_b == 0.0f;
    if (all && !low_b && !last && (at_b < 0.0f) != negative) {
      return real_roots_no_roots(-1);
    }
    negative = !negative;
    bool touches = false;
    float root = b;
    bool turned = false;
    if (is_root) {
      if (first || last) {
        touches = real_roots_is_flat_at(c, b);
      } else {
        touches = (at_a < 0.0f) == (at_x < 0.0f);
      }
    } else {
      bool lower_than_before = first || abs(at_b) < abs(at_a) || (!last && abs(at_b) == abs(at_a));
      bool lower_than_after = last || abs(at_b) <= abs(at_x);
      bool bends = low_b && !crosses_before && !crosses_after && lower_than_before && lower_than_after;
      bool dips = turns == 1 && low_b && crosses_before && crosses_after;
      if (bends || dips) {
        bool inner = !first && !last;
        float lower = inner ? a : b;
        float upper = inner ? x : b;
        RealRootsExtremum e = real_roots_no_extremum(b);
        float start = b;
        for (int k = 0; k < 2; k++) {
          RealRootsExtremum seen_there = real_roots_find_extremum(c, lower, start, upper, at_x < 0.0f);
          if (k == 0 || (seen_there.sign_known && (seen_there.value < 0.0f) != (at_x < 0.0f))) {
            e = seen_there;
          }
          if (REAL_ROOTS_DEGREE < 11 || turns == 1 || !inner || !e.touches) {
            break;
          }
          // b is no extremum, and Newton's iteration may not have found one: it lies where p goes towards zero.
          bool upwards = (real_roots_value_and_slope_at(c, b).y < 0.0f) != (at_x < 0.0f);
          start = upwards ? x : a;
          start = 0.5f * (b + start);
        }
        bool beyond = e.sign_known && (e.value < 0.0f) != (at_x < 0.0f);
        crosses_before = beyond && (!done || e.x > b);
        crosses_after = crosses_before;
        if (crosses_before) {
          // Two roots, one on either side.
          a = done ? b : a;
          b = e.x;
          at_b = e.value;
        } else {
          is_root = e.touches && !beyond;
          touches = is_root;
          root = e.x;
          turned = dips;
          at_b = turned ? -at_b : at_b;
          if (is_root) {
            // What follows is searched beyond it.
            b = max(b, root);
          }
        }
      }
    }
    if (crosses_before) {
      float start = towards > a && towards < b ? towards : a + 0.5f * (b - a);
      if (turns == 1) {
        start = real_roots_start_between(c, a, b, at_a, at_b, a > lo, b < hi);
      }
      // No more than anywhere between, so that roots near 0 are as accurate as they can be.
      float noise = a < 0.0f && b > 0.0f ? REAL_ROOTS_NOISE_FACTOR * abs(c[0]) : min(noise_a, noise_b);
      float2 found = real_roots_find_near(c, a, b, start, at_a < 0.0f, near_tolerance, noise, 40);
      if (found.y == 0.0f) {
        found.x = real_roots_find_crossing(c, a, b, start, at_a < 0.0f, tolerance);
      }
      r = real_roots_with_root(r, found.x, false, most);
    }
    if (is_root) {
      r = real_roots_with_root(r, root, touches, most);
    }
    if (r.count >= wanted) {
      whole = true;
      break;
    }
    if (most < REAL_ROOTS_DEGREE) {
      most++;
    }
    a = b;
    at_a = at_b;
    noise_a = noise_b;
    noise_b = noise_x;
    towards = next_towards;
    b = x;
    at_b = at_x;
    low_b = low_x;
    crosses_before = crosses_after;
    done = turned;
    first = false;
  }
  r.status = whole ? r.status : REAL_ROOTS_UNRESOLVED;
  return r;
}

// The roots of a + b x + c x^2, ascending, brought into [lo, hi].
REAL_ROOTS_FUNCTION float2 real_roots_roots_of_quadratic(float a, float b, float c, float lo, float hi) {
  float reach = max(abs(lo), abs(hi));
  float u = hi;
  float v = hi;
  float largest = max(abs(a), max(abs(b), abs(c)));
  float scale = largest > 1.0e-37f ? 1.0f / largest : 0.0f;
  float first = a * scale;
  float half_b = 0.5f * (b * scale);
  float leading = c * scale;
  float discriminant = half_b * half_b - first * leading;
  if (discriminant >= 0.0f) {
    float root = sqrt(discriminant);
    float sum = half_b < 0.0f ? half_b - root : half_b + root;
    if (abs(sum) < abs(leading) * reach) {
      u = -sum / leading;
    }
    if (abs(first) < abs(sum) * reach) {
      v = -first / sum;
    }
  }
  u = max(lo, min(u, hi));
  v = max(lo, min(v, hi));
  return float2(min(u, v), max(u, v));
}

// As many changes of sign as this may be in the Bernstein coefficients of p. Beyond, other ways are faster.
enum { REAL_ROOTS_FEW_CHANGES = REAL_ROOTS_DEGREE < 7 ? REAL_ROOTS_DEGREE - 1 : 6 };

// What rounding may make of a Bernstein coefficient, for a sum 1 of the moduli |p_k x^k| at the outer end.
#define REAL_ROOTS_UNSURE_FACTOR ((float)(6 * REAL_ROOTS_DEGREE + 8) * REAL_ROOTS_ROUNDOFF)

// What the signs of the Bernstein coefficients of p tell in an interval.
struct RealRootsSignsSeen {
  int changes;  // at least as many as roots; one if there is one, none if there is none
  bool turns;   // p' is known to have one root
  bool known;   // the signs at both ends are
};

// p as a polynomial of t in [-1, 1].
struct RealRootsCentredForm {
  float a[REAL_ROOTS_DEGREE + 1];  // coefficient k by C(N, k)
  float middle;                    // x = middle + half_width t
  float half_width;                // half the interval
};

REAL_ROOTS_FUNCTION RealRootsCentredForm real_roots_centred_about(thread const float* p, float lo, float hi) {
  RealRootsCentredForm s;
  s.middle = 0.5f * (lo + hi);
  s.half_width = 0.5f * (hi - lo);
  float power = 1.0f;
  float binomial = 1.0f;
  REAL_ROOTS_UNROLL for (int k = 0; k < REAL_ROOTS_DEGREE; k++) {
    s.a[k] = p[k];
  }
  s.a[REAL_ROOTS_DEGREE] = p[REAL_ROOTS_DEGREE];
  if (s.middle != 0.0f) {
    REAL_ROOTS_UNROLL for (int i = 0; i < REAL_ROOTS_DEGREE; i++) {
      float above = s.a[REAL_ROOTS_DEGREE];
      REAL_ROOTS_UNROLL for (int k = REAL_ROOTS_DEGREE - 1; k >= 0; k--) {
        if (k >= i) {
          above = s.a[k] + s.middle * above;
          s.a[k] = above;
        }
      }
    }
  }
  REAL_ROOTS_UNROLL for (int k = 0; k < REAL_ROOTS_DEGREE; k++) {
    s.a[k] = s.a[k] * power / binomial;
    power = power * s.half_width;
    binomial = binomial * (float)(REAL_ROOTS_DEGREE - k) / (float)(k + 1);
  }
  s.a[REAL_ROOTS_DEGREE] = s.a[REAL_ROOTS_DEGREE] * power;
  return s;
}

// The Bernstein coefficients of p in the interval from t, of that size. The first one belongs to the end nearer to 0,
// so that no sum is larger than that for the other end.
struct RealRootsBernsteinForm {
  float b[REAL_ROOTS_DEGREE + 1];  // in this order
};

REAL_ROOTS_FUNCTION RealRootsBernsteinForm real_roots_bernstein_of(RealRootsCentredForm s, float t, float size) {
  RealRootsBernsteinForm r;
  float inner = t < 0.0f ? t + size : t;
  float outwards = t < 0.0f ? -size : size;
  REAL_ROOTS_UNROLL for (int k = 0; k < REAL_ROOTS_DEGREE; k++) {
    r.b[k] = s.a[k];
  }
  r.b[REAL_ROOTS_DEGREE] = s.a[REAL_ROOTS_DEGREE];
  // Each number is read once: compilers that do not unroll these loops have mixed up the old one with the new one. Two
  // in a turn, since some drivers take many turns for endless: llvmpipe ends all loops after 65535 of them together.
  if (inner != 0.0f) {
    REAL_ROOTS_UNROLL for (int i = REAL_ROOTS_DEGREE - 1; i >= 0; i--) {
      float before = r.b[0];
      REAL_ROOTS_UNROLL for (int k = 0; k <= i; k += 2) {
        float next = r.b[k + 1];
        r.b[k] = before + inner * next;
        before = next;
        if (k < i) {
          next = r.b[k + 2];
          r.b[k + 1] = before + inner * next;
          before = next;
        }
      }
    }
  }
  REAL_ROOTS_UNROLL for (int i = REAL_ROOTS_DEGREE - 1; i >= 0; i--) {
    float before = r.b[REAL_ROOTS_DEGREE];
    REAL_ROOTS_UNROLL for (int k = 0; k <= i; k += 2) {
      float next = r.b[REAL_ROOTS_DEGREE - k - 1];
      r.b[REAL_ROOTS_DEGREE - k] = outwards * before + next;
      before = next;
      if (k < i) {
        next = r.b[REAL_ROOTS_DEGREE - k - 2];
        r.b[REAL_ROOTS_DEGREE - k - 1] = outwards * before + next;
        before = next;
      }
    }
  }
  return r;
}

// The size of the largest interval of halves of halves that begins at t, but no larger than `most`: the last bit of t.
REAL_ROOTS_FUNCTION float real_roots_size_from(float t, float most) {
  uint bits = as_type<uint>(t) & 0x7fffffffu;
  uint fraction = (bits & 0x007fffffu) | 0x00800000u;
  uint last = fraction & (~fraction + 1u);
  float size = as_type<float>(bits & 0x7f800000u) * ((float)(last) * 2.0f * REAL_ROOTS_ROUNDOFF);
  size = bits == 0u ? most : min(size, most);
  return size;
}

// A coefficient within rounding counts as the sign that makes more changes.
REAL_ROOTS_FUNCTION RealRootsSignsSeen real_roots_signs_of(RealRootsBernsteinForm p, float unsure) {
  RealRootsSignsSeen signs;
  signs.known = abs(p.b[0]) > unsure && abs(p.b[REAL_ROOTS_DEGREE]) > unsure;
  signs.changes = 0;
  int turns = 0;
  float step = p.b[1] - p.b[0];
  bool known_turns = abs(step) > unsure && abs(p.b[REAL_ROOTS_DEGREE] - p.b[REAL_ROOTS_DEGREE - 1]) > unsure;
  bool negative = p.b[0] < 0.0f;
  bool falls = step < 0.0f;
  REAL_ROOTS_UNROLL for (int k = 1; k <= REAL_ROOTS_DEGREE; k++) {
    bool change = negative ? p.b[k] >= -unsure : p.b[k] <= unsure;
    step = p.b[k] - p.b[k - 1];
    bool turn = falls ? step >= -unsure : step <= unsure;
    if (change) {
      negative = !negative;
      signs.changes = signs.changes + 1;
    }
    if (turn) {
      falls = !falls;
      turns++;
    }
  }
  signs.turns = known_turns && turns == 1;
  return signs;
}

// Between lo and hi p' changes its sign once, and p has one sign at the ends: either a point where p has the other one,
// or the extremum. x is the point, y is p there, or 0 if it cannot be told from 0.
REAL_ROOTS_FUNCTION float2 real_roots_other_side(thread const float* c, float lo, float hi, float start,
    bool negative_around) {
  float left = lo;
  float right = hi;
  float x = start;
  float last_step = hi - lo;
  float value = 0.0f;
  float noise = 0.0f;
  for (int i = 0; i < 40; i++) {
    float second = 0.0f;
    float slope = 0.0f;
    value = c[REAL_ROOTS_DEGREE];
    float magnitude = abs(value);
    REAL_ROOTS_UNROLL for (int k = REAL_ROOTS_DEGREE - 1; k >= 0; k--) {
      second = second * x + slope;
      slope = slope * x + value;
      value = value * x + c[k];
      magnitude = magnitude * abs(x) + abs(c[k]);
    }
    noise = 4.0f * REAL_ROOTS_NOISE_FACTOR * magnitude;
    if (abs(value) > noise && (value < 0.0f) != negative_around) {
      break;
    }
    bool goes_left = (slope < 0.0f) != negative_around;
    left = goes_left ? x : left;
    right = goes_left ? right : x;
    float next = left + 0.5f * (right - left);
    float moved = 0.5f * abs(slope);
    if (moved < abs(second) * (right - left)) {
      float promised = x - 0.5f * slope / second;
      if (promised >= left && promised <= right && (i < 12 || (i & 1) == 0)) {
        next = promised;
      }
    }
    moved = abs(next - x);
    // The extremum itself is by 0.5 p' moved beyond the value here, which may be far beyond rounding where the value is
    // not.
    bool tells = abs(slope) * moved <= 0.5f * max(abs(value), noise);
    if (tells && moved <= 0.0001f * (hi - lo) && moved <= 0.25f * last_step) {
      break;
    }
    last_step = moved;
    x = next;
  }
  float seen = abs(value) > noise ? value : 0.0f;
  return float2(x, seen);
}

// By Descartes' rule of signs for Bernstein coefficients in halved intervals (Collins and Akritas 1976), without a
// stack: an interval's coefficients are found anew from p. Only what is certain in spite of rounding is an answer here;
// everything else, and many changes of sign, has status -1, with the changes for a count, and is left to others.
REAL_ROOTS_FUNCTION RealRoots real_roots_few_roots(thread const float* p, float lo, float hi, float2 tolerance,
    int wanted) {
  RealRoots r = real_roots_no_roots(-1);
  float begins[REAL_ROOTS_FEW_CHANGES];
  float sizes[REAL_ROOTS_FEW_CHANGES];
  RealRootsCentredForm s = real_roots_centred_about(p, lo, hi);
  float reach = max(abs(lo), abs(hi));
  float magnitude = abs(p[REAL_ROOTS_DEGREE]);
  REAL_ROOTS_UNROLL for (int k = REAL_ROOTS_DEGREE - 1; k >= 0; k--) {
    magnitude = magnitude * reach + abs(p[k]);
  }
  REAL_ROOTS_UNROLL for (int k = 0; k < REAL_ROOTS_FEW_CHANGES; k++) {
    begins[k] = 0.0f;
    sizes[k] = 0.0f;
  }
  float unsure = REAL_ROOTS_UNSURE_FACTOR * magnitude;
  float t = 0.0f;  // both halves are looked at first, the right one before the left one
  float size = 1.0f;
  int count = 0;
  int odd = 0;
  int seen = 0;
  bool sure = true;
  for (int i = 0; i < 200; i++) {
    RealRootsSignsSeen signs = real_roots_signs_of(real_roots_bernstein_of(s, t, size), unsure);
    if (i < 2) {
      seen = seen + signs.changes;
    }
    sure = sure && signs.known && size >= 0.0001f;
    if (i == 0) {
      t = -1.0f;
      continue;
    }
    sure = sure && seen <= REAL_ROOTS_FEW_CHANGES;
    if (!sure) {
      break;
    }
    if (signs.changes > 2 || (signs.changes == 2 && !signs.turns)) {
      size = 0.5f * size;
      continue;
    }
    if (signs.changes > 0) {
      if (count == REAL_ROOTS_FEW_CHANGES) {
        sure = false;
        break;
      }
      REAL_ROOTS_UNROLL for (int k = 0; k < REAL_ROOTS_FEW_CHANGES; k++) {
        begins[k] = k == count ? t : begins[k];
        sizes[k] = k == count ? size : sizes[k];
      }
      count++;
      if (signs.changes == 1) {
        odd++;
        if (odd >= wanted) {
          break;
        }
      }
    }
    t = t + size;
    if (t >= 1.0f) {
      break;
    }
    size = real_roots_size_from(t, 1.0f);
  }
  if (!sure || (t < 1.0f && odd < wanted)) {
    r.count = seen;
    return r;
  }
  // Where a driver has ended a loop, what was found is not whole.
  bool whole = false;
  for (int i = 0; i <= REAL_ROOTS_FEW_CHANGES; i++) {
    if (i >= count || r.count >= wanted) {
      whole = true;
      break;
    }
    float left = s.middle + s.half_width * begins[0];
    float right = s.middle + s.half_width * (begins[0] + sizes[0]);
    REAL_ROOTS_UNROLL for (int k = 1; k < REAL_ROOTS_FEW_CHANGES; k++) {
      begins[k - 1] = begins[k];
      sizes[k - 1] = sizes[k];
    }
    left = max(left, lo);
    right = min(right, hi);
    float at_left = real_roots_value_at(p, left);
    float at_right = real_roots_value_at(p, right);
    float end = right;
    float at_end = at_right;
    int parts = 1;
    if ((at_left < 0.0f) == (at_right < 0.0f)) {
      float2 between = real_roots_other_side(p, left, right, 0.5f * (left + right), at_left < 0.0f);
      if (between.y == 0.0f) {
        return real_roots_no_roots(-1);
      }
      end = between.x;
      at_end = between.y;
      parts = (at_end < 0.0f) == (at_left < 0.0f) ? 0 : 2;
    }
    for (int k = 0; k < 2; k++) {
      if (k >= parts || r.count >= wanted) {
        break;
      }
      float start = real_roots_guess_root(left, end, at_left, at_end, false, false, 0.0f);
      float2 found = real_roots_find_near(p, left, end, start, at_left < 0.0f, tolerance, 0.0f, 40);
      if (found.y == 0.0f) {
        found.x = real_roots_find_crossing(p, left, end, start, at_left < 0.0f, tolerance);
      }
      REAL_ROOTS_UNROLL for (int j = 0; j < REAL_ROOTS_DEGREE; j++) {
        r.roots[j] = j == r.count ? found.x : r.roots[j];
      }
      r.count = r.count + 1;
      left = end;
      at_left = at_end;
      end = right;
      at_end = at_right;
    }
  }
  r.status = whole ? REAL_ROOTS_OK : -1;
  return r;
}

// Whether p is clear of zero from `left` to `right`, by Horner's scheme in interval arithmetic (Moore 1966); `unsure`
// is what rounding may make of it. (0 lies at an end or outside, which makes products of intervals simple.)
REAL_ROOTS_FUNCTION bool real_roots_is_clear(thread const float* p, float left, float right, float unsure) {
  float inner = min(abs(left), abs(right));
  float outer = max(abs(left), abs(right));
  float sign = left < 0.0f ? -1.0f : 1.0f;
  float low = 0.0f;
  float high = 0.0f;
  REAL_ROOTS_UNROLL for (int k = REAL_ROOTS_DEGREE; k >= 0; k--) {
    float next = p[k];
    if ((k & 1) == 1) {
      next = sign * next;
    }
    low = min(low * inner, low * outer) + next;
    high = max(high * inner, high * outer) + next;
  }
  return low > unsure || high < -unsure;
}

// The first root alone, by Descartes' rule as above, from the left on: what lies to the right of it is not looked at.
// The coefficients of an interval are compared with what rounding may make of them there, which is little near 0. Only
// what is certain in spite of rounding is an answer; everything else has status -1.
REAL_ROOTS_FUNCTION RealRoots real_roots_leftmost_root(thread const float* p, float lo, float hi, float2 tolerance) {
  RealRoots r = real_roots_no_roots(-1);
  // About 0 if it is near, where rounding is least; intervals may stick out then.
  float reach = max(abs(lo), abs(hi));
  bool about_zero = lo < 0.5f * reach && hi > -0.5f * reach;
  float frame_lo = about_zero ? -reach : lo;
  float frame_hi = about_zero ? reach : hi;
  RealRootsCentredForm s = real_roots_centred_about(p, frame_lo, frame_hi);
  float t = about_zero && lo >= 0.0f ? 0.0f : -1.0f;
  float size = 1.0f;
  float root = 0.0f;
  int found = -1;  // 0 and 1: so many roots; -1: not known
  for (int i = 0; i < 100; i++) {
    float begin = s.middle + s.half_width * t;
    float end = s.middle + s.half_width * (t + size);
    if (end <= lo) {
      t = t + size;
      size = real_roots_size_from(t, 1.0f);
      continue;
    }
    float left = max(begin, lo);
    float right = min(end, hi);
    float outer = abs(s.middle) + s.half_width * max(abs(t), abs(t + size));
    float magnitude = abs(p[REAL_ROOTS_DEGREE]);
    REAL_ROOTS_UNROLL for (int k = REAL_ROOTS_DEGREE - 1; k >= 0; k--) {
      magnitude = magnitude * outer + abs(p[k]);
    }
    float unsure = REAL_ROOTS_UNSURE_FACTOR * magnitude;
    bool clear = false;
    if (left >= 0.0f || right <= 0.0f) {
      clear = real_roots_is_clear(p, left, right, unsure);
    }
    if (!clear) {
      RealRootsSignsSeen signs = real_roots_signs_of(real_roots_bernstein_of(s, t, size), unsure);
      float at_left = real_roots_value_at(p, left);
      float at_right = real_roots_value_at(p, right);
      // What sticks out may hold one root, which is on either side then, but no extremum is looked for.
      bool sticks_out = about_zero && (begin < lo || end > hi);
      bool known = signs.known;
      if (sticks_out) {
        known = known && abs(at_left) > unsure && abs(at_right) > unsure;
      }
      bool two = signs.changes == 2 && signs.turns && !sticks_out;
      if (!known || (signs.changes > 1 && !two)) {
        size = 0.5f * size;
        if (size < 0.0001f * max(0.01f, max(abs(t), abs(t + size)))) {
          break;
        }
        continue;
      }
      if (two) {
        float2 between = real_roots_other_side(p, left, right, 0.5f * (left + right), at_left < 0.0f);
        if (between.y == 0.0f) {
          break;
        }
        right = between.x;
        at_right = between.y;
      }
      if ((at_left < 0.0f) != (at_right < 0.0f)) {
        float start = real_roots_guess_root(left, right, at_left, at_right, false, two, 0.0f);
        float2 refined = real_roots_find_near(p, left, right, start, at_left < 0.0f, tolerance, 0.0f, 40);
        root = refined.x;
        if (refined.y == 0.0f) {
          root = real_roots_find_crossing(p, left, right, start, at_left < 0.0f, tolerance);
        }
        found = 1;
        break;
      }
    }
    t = t + size;
    if (t >= 1.0f || end >= hi) {
      found = 0;
      break;
    }
    // Right of 0 as small as left of it: roots near 0 that are not real are as near there.
    if (t != 0.0f) {
      size = real_roots_size_from(t, 1.0f);
    }
  }
  if (found >= 0) {
    r = real_roots_no_roots(REAL_ROOTS_OK);
    r.count = found;
    r.roots[0] = root;
  }
  return r;
}

// What stands for a root that is still to be found: so far to the left that its pole is nothing.
#define REAL_ROOTS_FAR_LEFT (-33554432.0f)

// For p with all of its roots in [lo, hi]: the roots of p', which separate them, and hi. By Laguerre's iteration, where
// roots that are known leave by their poles in p''/p' (Maehly 1954), from either end in turn. Where p has other roots,
// these points are of no use, which the signs of p tell.
REAL_ROOTS_FUNCTION RealRootsSeparatingPoints real_roots_between_all(thread const float* c, float lo, float hi) {
  float p[REAL_ROOTS_DEGREE + 1];  // p'
  REAL_ROOTS_UNROLL for (int k = 0; k < REAL_ROOTS_DEGREE; k++) {
    p[k] = (float)(k + 1) * c[k + 1];
  }
  p[REAL_ROOTS_DEGREE] = 0.0f;
  float found[REAL_ROOTS_DEGREE];
  REAL_ROOTS_UNROLL for (int k = 0; k < REAL_ROOTS_DEGREE; k++) {
    found[k] = REAL_ROOTS_FAR_LEFT;
  }
  float width = hi - lo;
  float aside = 0.03f * width;
  float from_left = lo;
  float from_right = hi;
  for (int k = 0; k < REAL_ROOTS_DEGREE - 1; k++) {
    float remaining = (float)(REAL_ROOTS_DEGREE - 1 - k);
    bool right = (k & 1) == 0;
    float x = right ? from_right : from_left;
    float last_step = width;
    for (int i = 0; i < 12; i++) {
      float bend = 0.0f;
      float slope = 0.0f;
      float value = p[REAL_ROOTS_DEGREE];
      REAL_ROOTS_UNROLL for (int j = REAL_ROOTS_DEGREE - 1; j >= 0; j--) {
        bend = bend * x + slope;
        slope = slope * x + value;
        value = value * x + p[j];
      }
      if (value == 0.0f) {
        break;
      }
      // The same of the product of x - root.
      float known = 1.0f;
      float known_slope = 0.0f;
      float known_bend = 0.0f;
      REAL_ROOTS_UNROLL for (int j = 0; j < REAL_ROOTS_DEGREE; j++) {
        if (j < k) {
          float off = x - found[REAL_ROOTS_DEGREE - 1 - j];
          known_bend = known_bend * off + known_slope;
          known_slope = known_slope * off + known;
          known = known * off;
        }
      }
      float by_value = 1.0f / value;
      float by_known = 1.0f / known;
      float one = slope * by_value;
      float other = known_slope * by_known;
      float first = one - other;
      float second = one * one - other * other - 2.0f * (bend * by_value - known_bend * by_known);
      float root = sqrt(max((remaining - 1.0f) * (remaining * second - first * first), 0.0f));
      float divisor = first < 0.0f ? first - root : first + root;
      float step = remaining / divisor;
      float before = x;
      x = max(lo, min(x - step, hi));
      float moved = abs(x - before);
      float size = min(abs(x), width);
      if (moved <= 0.0001f * size || (moved <= 0.005f * size && moved <= 0.05f * last_step)) {
        break;
      }
      last_step = moved;
    }
    float rest = x;
    REAL_ROOTS_UNROLL for (int j = REAL_ROOTS_DEGREE - 1; j >= 0; j--) {
      float larger = max(found[j], rest);
      rest = min(found[j], rest);
      found[j] = larger;
    }
    from_right = right ? max(lo, x - aside) : from_right;
    from_left = right ? from_left : min(hi, x + aside);
  }
  RealRootsSeparatingPoints points = real_roots_no_points(hi);
  REAL_ROOTS_UNROLL for (int k = 0; k < REAL_ROOTS_DEGREE - 1; k++) {
    points.x[k] = found[k + 1];
  }
  return points;
}

// The roots of p' separate those of p, the roots of p'' those of p', and so on (Collins and Loos 1976; Yuksel 2022).
// These are the roots of p', and hi.
REAL_ROOTS_FUNCTION RealRootsSeparatingPoints real_roots_chain_of_derivatives(thread const float* p, float lo,
    float hi) {
  float points[REAL_ROOTS_DEGREE];
  // The derivative of order N - degree, divided by (N - degree)!, has coefficients C(k, N - degree) p_k. Here p is
  // turned so that they stand at 0 ... degree. The binomials, 0 elsewhere, follow exactly from those one level before:
  // factors multiplied up in floating point would lose roots.
  float turned[REAL_ROOTS_DEGREE + 1];
  uint binomials[REAL_ROOTS_DEGREE + 1];
  float c[REAL_ROOTS_DEGREE + 1];
  uint top = (uint)(REAL_ROOTS_DEGREE * (REAL_ROOTS_DEGREE - 1) / 2);  // C(N, degree)
  REAL_ROOTS_UNROLL for (int k = 0; k < REAL_ROOTS_DEGREE; k++) {
    points[k] = lo;
    binomials[k + 1] = 0u;
  }
  REAL_ROOTS_UNROLL for (int k = 0; k < REAL_ROOTS_DEGREE - 2; k++) {
    turned[k + 3] = p[k];
  }
  turned[0] = p[REAL_ROOTS_DEGREE - 2];
  turned[1] = p[REAL_ROOTS_DEGREE - 1];
  turned[2] = p[REAL_ROOTS_DEGREE];
  binomials[0] = 1u;
  binomials[1] = (uint)(REAL_ROOTS_DEGREE - 1);
  binomials[2] = top;
  float slope = (float)(REAL_ROOTS_DEGREE - 1) * turned[1];
  float bend = (float)(top) * turned[2];
  float2 ends = real_roots_roots_of_quadratic(turned[0], slope, bend, lo, hi);
  points[REAL_ROOTS_DEGREE - 3] = ends.x;
  points[REAL_ROOTS_DEGREE - 2] = ends.y;
  points[REAL_ROOTS_DEGREE - 1] = hi;
  float2 coarse = float2(0.0f, 0.004f);
  float2 fine = float2(0.0f, 0.0008f);
  for (int degree = 3; degree < REAL_ROOTS_DEGREE; degree++) {
    uint factor = (uint)(REAL_ROOTS_DEGREE + 1 - degree);
    uint divisor = (uint)(degree);
    top = (top / divisor) * factor + ((top % divisor) * factor) / divisor;
    float turning = turned[REAL_ROOTS_DEGREE];
    REAL_ROOTS_UNROLL for (int k = REAL_ROOTS_DEGREE; k >= 1; k--) {
      turned[k] = turned[k - 1];
      binomials[k] = k == degree ? top : binomials[k] - binomials[k - 1];
    }
    turned[0] = turning;
    REAL_ROOTS_UNROLL for (int k = 0; k <= REAL_ROOTS_DEGREE; k++) {
      c[k] = (float)(binomials[k]) * turned[k];
    }
    // Points stand in the last places, lo in those before. They move down one place at each interval, since registers
    // have no computed places, and its root takes the last one; where there is none, the interval's lower end does.
    float left = lo;
    float at_left = real_roots_value_at(c, lo);
    float noise = REAL_ROOTS_NOISE_FACTOR * abs(c[0]);
    float2 enough = degree + 1 < REAL_ROOTS_DEGREE ? coarse : fine;
    for (int i = 0; i < REAL_ROOTS_DEGREE; i++) {
      float right = points[0];
      REAL_ROOTS_UNROLL for (int k = 1; k < REAL_ROOTS_DEGREE; k++) {
        points[k - 1] = points[k];
      }
      float root = left;
      if (right > left) {
        float at_right = real_roots_value_at(c, right);
        if (at_right == 0.0f) {
          root = right;
        } else if (at_left != 0.0f && (at_left < 0.0f) != (at_right < 0.0f)) {
          float start = real_roots_start_between(c, left, right, at_left, at_right, left > lo, right < hi);
          float2 found = real_roots_find_near(c, left, right, start, at_left < 0.0f, enough, noise, 12);
          root = found.x;
          if (found.y == 0.0f) {
            float2 seen = real_roots_value_and_noise_at(c, root);
            if (abs(seen.x) > seen.y) {
              root = real_roots_find_crossing(c, left, right, start, at_left < 0.0f, float2(0.0f, 0.0001f));
            }
          }
        }
        left = right;
        at_left = at_right;
      }
      points[REAL_ROOTS_DEGREE - 1] = root;
    }
    REAL_ROOTS_UNROLL for (int k = 1; k < REAL_ROOTS_DEGREE; k++) {
      points[k - 1] = points[k];
    }
    points[REAL_ROOTS_DEGREE - 1] = hi;
  }
  RealRootsSeparatingPoints separators = real_roots_no_points(hi);
  REAL_ROOTS_UNROLL for (int k = 0; k < REAL_ROOTS_DEGREE; k++) {
    separators.x[k] = points[k];
  }
  return separators;
}

// Degrees 5 to 10; the text serves others, too, where the degree is another one.
REAL_ROOTS_FUNCTION RealRoots real_roots_separate(thread const float* p, float lo, float hi, float2 tolerance,
    int wanted) {
  RealRoots r = real_roots_no_roots(-1);
  if (wanted == 1) {
    r = real_roots_leftmost_root(p, lo, hi, tolerance);
  }
  if (r.status < 0) {
    r = real_roots_few_roots(p, lo, hi, tolerance, wanted);
  }
  bool all = r.count >= REAL_ROOTS_DEGREE && REAL_ROOTS_DEGREE <= 10;  // changes of sign
  for (int i = 0; i < 2; i++) {
    if (r.status >= 0) {
      break;
    }
    RealRootsSeparatingPoints points = real_roots_no_points(hi);
    if (all) {
      points = real_roots_between_all(p, lo, hi);
    } else {
      points = real_roots_chain_of_derivatives(p, lo, hi);
    }
    r = real_roots_last_level(p, points, lo, hi, tolerance, wanted, all, 1);
    all = false;
  }
  return r;
}

// e with all roots of p below 2^e in modulus (Fujiwara 1916, rounded up to powers of two); n is the actual degree.
REAL_ROOTS_FUNCTION int real_roots_bound_exponent(thread const float* p, int n) {
  int e_leading = 0;
  REAL_ROOTS_UNROLL for (int k = 0; k <= REAL_ROOTS_DEGREE; k++) {
    if (k == n) {
      e_leading = real_roots_exponent_of(p[k]);
    }
  }
  int bound = -1000;
  REAL_ROOTS_UNROLL for (int k = 0; k < REAL_ROOTS_DEGREE; k++) {
    if (k < n && !real_roots_is_zero(p[k])) {
      int i = n - k;
      int ratio = real_roots_exponent_of(p[k]) - e_leading + 1;
      int rounded_up = ratio >= 0 ? (ratio + i - 1) / i : -((-ratio) / i);
      bound = rounded_up > bound ? rounded_up : bound;
    }
  }
  return bound + 1;
}

// The first `wanted` real roots in [lo, hi] of p(x) = a[0] + a[1] x + ... + a[N] x^N.
REAL_ROOTS_FUNCTION RealRoots real_roots_some_roots(thread const float* a, float lo, float hi, float absolute_tolerance,
    float relative_tolerance, int wanted) {
  float p[REAL_ROOTS_DEGREE + 1];
  // By one look at the bits: no NaN, nothing very large, no root at or very near 0, and the interval in [-1, 1].
  uint largest = 0u;
  REAL_ROOTS_UNROLL for (int k = 0; k <= REAL_ROOTS_DEGREE; k++) {
    p[k] = a[k];
    uint bits = as_type<uint>(a[k]) & 0x7fffffffu;
    largest = bits > largest ? bits : largest;
  }
  uint lo_bits = as_type<uint>(lo) & 0x7fffffffu;
  uint hi_bits = as_type<uint>(hi) & 0x7fffffffu;
  bool usual = largest < 0x5d800000u && (as_type<uint>(a[0]) & 0x7fffffffu) >= 0x21800000u;
  usual = usual && lo_bits <= 0x3f800000u && hi_bits <= 0x3f800000u && lo < hi;
  bool fits = true;
  int e = 0;
  int n = REAL_ROOTS_DEGREE;  // the actual degree
  int zeros = 0;
  bool zero_is_inside = false;
  float t_lo = lo;
  float t_hi = hi;
  if (!usual) {
    bool bad = lo_bits > 0x7f800000u || hi_bits > 0x7f800000u;
    bad = bad || real_roots_order_of(lo) > real_roots_order_of(hi);
    n = -1;
    REAL_ROOTS_UNROLL for (int k = 0; k <= REAL_ROOTS_DEGREE; k++) {
      bad = bad || !real_roots_is_finite(a[k]);
      if (!real_roots_is_zero(a[k])) {
        n = k;
      }
    }
    if (bad) {
      return real_roots_no_roots(REAL_ROOTS_BAD_INPUT);
    }
    if (n < 0) {
      return real_roots_no_roots(REAL_ROOTS_ZERO_POLYNOMIAL);
    }

    // p(x) = x^zeros q(x): zero roots leave exactly.
    for (int i = 0; i < REAL_ROOTS_DEGREE; i++) {
      if (!real_roots_is_zero(p[0])) {
        break;
      }
      REAL_ROOTS_UNROLL for (int k = 0; k < REAL_ROOTS_DEGREE; k++) {
        p[k] = p[k + 1];
      }
      p[REAL_ROOTS_DEGREE] = 0.0f;
      zeros++;
    }
    n = n - zeros;
    zero_is_inside = zeros > 0 && real_roots_order_of(lo) <= 0 && real_roots_order_of(hi) >= 0;

    // x = 2^e t with |t| <= 1, and coefficients as large as overflow allows, which keeps small ones away from
    // underflow. Beyond the root bound nothing is to be found.
    t_lo = real_roots_scaled_by(lo, 0);
    t_hi = real_roots_scaled_by(hi, 0);
    if (n > 0 && max(abs(t_lo), abs(t_hi)) > 1.0f) {
      int reach_exponent = real_roots_bound_exponent(p, n);
      reach_exponent = reach_exponent < -126 ? -126 : reach_exponent;
      // Roots below all normal numbers lie beside 0: an interval [0, 0] would lose them.
      float reach = real_roots_scaled_by(1.0f, reach_exponent);
      fits = reach < 1.7014118346046923e38f || (t_lo >= -1.7014118346046923e38f && t_hi <= 1.7014118346046923e38f);
      reach = min(reach, 1.7014118346046923e38f);
      t_lo = max(t_lo, -reach);
      t_hi = min(t_hi, reach);
      if (t_lo > t_hi) {
        return real_roots_no_roots(REAL_ROOTS_OK);
      }
      float widest = max(abs(t_lo), abs(t_hi));
      if (widest > 1.0f) {
        e = real_roots_exponent_of(widest) + 1;
        e = e > 127 ? 127 : e;
      }
      t_lo = real_roots_scaled_by(t_lo, -e);
      t_hi = real_roots_scaled_by(t_hi, -e);
    }
    // Where a root may be below 2^(e - 105) one scale is not enough: beside such a t the smallest normal number is no
    // small tolerance. (Fujiwara's bound for the reversed polynomial.)
    if (e > 0) {
      int e_constant = real_roots_exponent_of(p[0]);
      REAL_ROOTS_UNROLL for (int k = 1; k <= REAL_ROOTS_DEGREE; k++) {
        if (!real_roots_is_zero(p[k]) && e_constant - real_roots_exponent_of(p[k]) <= k * (e - 104)) {
          fits = false;
        }
      }
    }
    int top = -100000;
    REAL_ROOTS_UNROLL for (int k = 0; k <= REAL_ROOTS_DEGREE; k++) {
      if (!real_roots_is_zero(p[k])) {
        int scaled = real_roots_exponent_of(p[k]) + e * k;
        top = scaled > top ? scaled : top;
      }
    }
    REAL_ROOTS_UNROLL for (int k = 0; k <= REAL_ROOTS_DEGREE; k++) {
      p[k] = real_roots_scaled_by(p[k], e * k - top + REAL_ROOTS_HEADROOM);
    }
    // What underflow takes, 2^-126, is less than rounding takes, if p(0) alone is more than 2^-100.
    if (abs(p[0]) < 7.888609052210118e-31f) {
      fits = false;
    }
  }

  RealRoots r = real_roots_no_roots(REAL_ROOTS_OK);
  if (n > 0) {
    float absolute = real_roots_is_finite(absolute_tolerance) ? absolute_tolerance : 0.0f;
    float relative = real_roots_is_finite(relative_tolerance) ? relative_tolerance : 0.0f;
    if (!usual) {
      absolute = real_roots_scaled_by(absolute, -e);
    }
    float2 tolerance = float2(absolute, max(relative, 8.0f * REAL_ROOTS_ROUNDOFF));
    r = real_roots_separate(p, t_lo, t_hi, tolerance, wanted);
  }
  if (!usual) {
    float unit = real_roots_scaled_by(1.0f, e);
    REAL_ROOTS_UNROLL for (int k = 0; k < REAL_ROOTS_DEGREE; k++) {
      r.roots[k] = r.roots[k] * unit;
      // Where subnormal numbers are flushed, a root beside 0 may have become 0 itself.
      if (k < r.count && real_roots_is_zero(r.roots[k]) && zero_is_inside) {
        zero_is_inside = false;
        fits = false;
      }
    }
    if (zero_is_inside) {
      int place = 0;
      REAL_ROOTS_UNROLL for (int k = 0; k < REAL_ROOTS_DEGREE; k++) {
        if (k < r.count && r.roots[k] <= 0.0f) {
          place++;
        }
      }
      REAL_ROOTS_UNROLL for (int k = REAL_ROOTS_DEGREE - 1; k >= 1; k--) {
        if (k > place) {
          r.roots[k] = r.roots[k - 1];
        }
      }
      REAL_ROOTS_UNROLL for (int k = 0; k < REAL_ROOTS_DEGREE; k++) {
        if (k == place) {
          r.roots[k] = 0.0f;
        }
      }
      uint before = (1u << (uint)(place)) - 1u;
      r.touching = (r.touching & before) | ((r.touching & ~before) << 1u);
      if (zeros % 2 == 0) {
        r.touching = r.touching | (1u << (uint)(place));
      }
      r.count = r.count + 1;
    }
  }
  if (r.count > wanted) {
    r.count = wanted;
    r.touching = r.touching & ((1u << (uint)(wanted)) - 1u);
    REAL_ROOTS_UNROLL for (int k = 0; k < REAL_ROOTS_DEGREE; k++) {
      r.roots[k] = k < wanted ? r.roots[k] : 0.0f;
    }
  }
  if (!fits) {
    r.status = REAL_ROOTS_UNRESOLVED;
  }
  if (r.status == REAL_ROOTS_OK && r.touching != 0u) {
    r.status = REAL_ROOTS_TOUCHING;
  }
  return r;
}

// All real roots in [lo, hi]. Leading coefficients may be zero, lo and hi infinite. A root may be off by
// absolute_tolerance or relative_tolerance times its size, whichever is more; 0 means as accurate as float allows.
REAL_ROOTS_FUNCTION RealRoots real_roots(thread const float* a, float lo, float hi, float absolute_tolerance,
    float relative_tolerance) {
  return real_roots_some_roots(a, lo, hi, absolute_tolerance, relative_tolerance, REAL_ROOTS_DEGREE);
}

// The first of them alone, as rays want it: count is 1 or 0, and the status speaks of that root.
REAL_ROOTS_FUNCTION RealRoots real_roots_first(thread const float* a, float lo, float hi, float absolute_tolerance,
    float relative_tolerance) {
  return real_roots_some_roots(a, lo, hi, absolute_tolerance, relative_tolerance, 1);
}

// The first root alone, as rays want it, where it is plain to see: no scaling, no look at the input (a[k] x^k of
// moderate size, say below 1e30, in the whole interval, lo < hi, and a[0] not zero), and no slow way behind the fast
// one. Where rounding does not tell, as where a ray grazes a surface, the status is REAL_ROOTS_UNRESOLVED:
// real_roots_first knows more there. Renderers on processors go through both sides of a branch, so this is many times
// faster there; elsewhere it needs fewer registers.
REAL_ROOTS_FUNCTION RealRoots real_roots_first_quick(thread const float* a, float lo, float hi,
    float absolute_tolerance, float relative_tolerance) {
  float relative = max(relative_tolerance, 8.0f * REAL_ROOTS_ROUNDOFF);
  float2 tolerance = float2(absolute_tolerance, relative);
  RealRoots r = real_roots_leftmost_root(a, lo, hi, tolerance);
  if (r.status < 0) {
    r.status = REAL_ROOTS_UNRESOLVED;
  }
  return r;
}

#endif  // REAL_ROOTS_TEXT
