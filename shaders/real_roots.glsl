// SPDX-License-Identifier: 0BSD
// All real roots of a polynomial in a closed interval, by the derivative chain. Written by `vieta real-roots --emit glsl`.
//
//   float a[REAL_ROOTS_DEGREE + 1];  // a[0] + a[1] x + a[2] x^2 + ...
//   RealRoots r = real_roots(a, -1.0, 1.0, 0.0, 0.0);
//   for (int k = 0; k < r.count; k++) { ... r.roots[k] ... }

// The degree, 1 to 32; leading coefficients may be zero.
#ifndef REAL_ROOTS_DEGREE
#define REAL_ROOTS_DEGREE 10
#endif

#ifdef GL_ES
precision highp float;
precision highp int;
#endif

// What is known of the roots: the values of status.
const int REAL_ROOTS_OK = 0;               // all roots are listed
const int REAL_ROOTS_TOUCHING = 1;         // the same, and some only touch zero: their bits are set in touching
const int REAL_ROOTS_UNRESOLVED = 2;       // the interval is too wide for the range of float
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

// p(x) by Horner's scheme.
float real_roots_value(float c[REAL_ROOTS_DEGREE + 1], float x) {
  float value = c[REAL_ROOTS_DEGREE];
  for (int k = REAL_ROOTS_DEGREE - 1; k >= 0; k--) {
    value = value * x + c[k];
  }
  return value;
}

// p(x) and p'(x).
vec2 real_roots_value_and_slope(float c[REAL_ROOTS_DEGREE + 1], float x) {
  float slope = 0.0;
  float value = c[REAL_ROOTS_DEGREE];
  for (int k = REAL_ROOTS_DEGREE - 1; k >= 0; k--) {
    slope = slope * x + value;
    value = value * x + c[k];
  }
  return vec2(value, slope);
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
  float small = min(abs(left), abs(right));
  float large = max(abs(left), abs(right));
  if (large > 64.0 * max(small, absolute_tolerance)) {
    float size = max(sqrt(small) * sqrt(large), large * 0.0000152587890625);
    float between = right > 0.0 ? size : -size;
    return between;
  }
  return left + 0.5 * (right - left);
}

// The root of p between lo and hi, where p has different signs: Newton's iteration, and bisection when a step leaves
// the bracket or does not halve. The end is a change of sign seen within the tolerance, never the size of a step.
float real_roots_crossing(float c[REAL_ROOTS_DEGREE + 1], float lo, float hi, bool negative_at_lo, vec2 tolerance) {
  float left = lo;
  float right = hi;
  float x = lo + 0.5 * (hi - lo);
  float last_step = hi - lo;
  for (int i = 0; i < 300; i++) {
    vec2 p = real_roots_value_and_slope(c, x);
    if (p.x == 0.0) {
      return x;
    }
    if ((p.x < 0.0) == negative_at_lo) {
      left = x;
    } else {
      right = x;
    }
    float width = right - left;
    float enough = real_roots_allowed(x, tolerance);
    float next = left + 0.5 * width;
    bool newton = abs(p.x) < abs(p.y) * width;
    if (newton) {
      float promised = x - p.x / p.y;
      newton = promised > left && promised < right;
      if (newton) {
        next = promised;
      }
    }
    if (width <= enough) {
      return next;
    }
    float moved = abs(next - x);
    if (newton && moved <= 0.5 * last_step && (i <= 20 || (i & 1) == 0)) {
      // A step as small is set a little further, to see the sign change.
      float further = next > x ? 0.25 * enough : -0.25 * enough;
      if (moved < 0.5 * enough) {
        next = next + further;
      }
      last_step = moved;
    } else {
      next = real_roots_bisection_point(left, right, tolerance.x);
      if (next <= left || next >= right) {
        return next;
      }
      last_step = width;
    }
    x = next;
  }
  return x;
}

// The largest error that rounding may make in p(x), as a multiple of sum |c_k x^k|.
const float REAL_ROOTS_NOISE = float(2 * REAL_ROOTS_DEGREE + 2) * 5.9604644775390625e-8;

// Whether p' cannot be told from zero at x.
bool real_roots_is_flat(float c[REAL_ROOTS_DEGREE + 1], float x) {
  float magnitude = 0.0;
  for (int k = REAL_ROOTS_DEGREE; k >= 1; k--) {
    magnitude = magnitude * abs(x) + float(k) * abs(c[k]);
  }
  return abs(real_roots_value_and_slope(c, x).y) <= REAL_ROOTS_NOISE * magnitude;
}

// What a local extremum is: p keeps its distance from zero, touches, or crosses twice.
struct RealRootsExtremum {
  float x;          // where
  float value;      // p there
  bool touches;     // zero within what rounding the coefficients can tell
  bool sign_known;  // the sign of the value is not an effect of rounding in its evaluation
};

// By Newton's iteration for p' = 0 from a point nearby; steps outside (lo, hi) end it, and so do steps away from a
// touch, where the slope is noise as well. The sign is known by a running error bound for two roundings in each step
// (Higham 2002, section 5.1), u = 2^-24.
RealRootsExtremum real_roots_extremum(float c[REAL_ROOTS_DEGREE + 1], float lo, float start, float hi,
                                      bool negative_around) {
  RealRootsExtremum e;
  e.x = start;
  e.value = 0.0;
  e.touches = false;
  e.sign_known = false;
  float x = start;
  for (int i = 0; i < 6; i++) {
    float second = 0.0;
    float slope = 0.0;
    float value = c[REAL_ROOTS_DEGREE];
    float magnitude = abs(value);
    float partial = 0.0;
    for (int k = REAL_ROOTS_DEGREE - 1; k >= 0; k--) {
      second = second * x + slope;
      slope = slope * x + value;
      value = value * x + c[k];
      magnitude = magnitude * abs(x) + abs(c[k]);
      partial = partial * abs(x) + abs(value);
    }
    bool touches = abs(value) <= REAL_ROOTS_NOISE * magnitude;
    if (e.touches && !touches && (value < 0.0) == negative_around) {
      break;
    }
    e.x = x;
    e.value = value;
    e.touches = touches;
    e.sign_known = abs(value) > 1.1920928955078125e-7 * partial;
    if (abs(slope) >= abs(2.0 * second) * (hi - lo)) {
      break;
    }
    x = x - slope / (2.0 * second);
    if (x == e.x || x <= lo || x >= hi) {
      break;
    }
  }
  return e;
}

RealRoots real_roots_none(int status) {
  RealRoots r;
  r.count = 0;
  r.status = status;
  r.touching = 0u;
  for (int k = 0; k < REAL_ROOTS_DEGREE; k++) {
    r.roots[k] = 0.0;
  }
  return r;
}

// Lists one more root. `most` is the number of roots that can be there; where values vanish by underflow there may seem
// to be more.
RealRoots real_roots_append(RealRoots before, float x, bool touches, int most) {
  RealRoots after = before;
  if (before.count >= most) {
    after.status = REAL_ROOTS_UNRESOLVED;
    return after;
  }
  for (int k = 0; k < REAL_ROOTS_DEGREE; k++) {
    if (k == before.count) {
      after.roots[k] = x;
    }
  }
  if (touches) {
    after.touching = before.touching | (1u << uint(before.count));
  }
  after.count = before.count + 1;
  return after;
}

// Crossings and touches of p in [lo, hi], separated by the roots of p' in `points`, which end with hi.
RealRoots real_roots_last_level(float c[REAL_ROOTS_DEGREE + 1], float points[REAL_ROOTS_DEGREE], float lo, float hi,
                                vec2 tolerance) {
  RealRoots r = real_roots_none(REAL_ROOTS_OK);
  float noise_anywhere = 0.0;
  for (int k = 0; k <= REAL_ROOTS_DEGREE; k++) {
    noise_anywhere = noise_anywhere + REAL_ROOTS_NOISE * abs(c[k]);
  }
  // Three neighbouring points a < b < x: what b is shows when x is known, and only then (a, b) is searched.
  float a = lo;
  float b = lo;
  float at_a = 0.0;
  float at_b = real_roots_value(c, lo);
  bool first = true;
  bool crosses_before = false;  // between a and b
  bool done = false;            // left of b: the sign at a is not p's
  int most = 1;
  for (int i = 0; i <= REAL_ROOTS_DEGREE; i++) {
    bool last = i == REAL_ROOTS_DEGREE;
    float x = b;
    float at_x = at_b;
    if (!last) {
      x = points[i];
      if (x <= b) {
        continue;
      }
      at_x = real_roots_value(c, x);
    }
    bool crosses_after = at_b != 0.0 && at_x != 0.0 && (at_b < 0.0) != (at_x < 0.0);
    bool is_root = at_b == 0.0;
    bool touches = false;
    float root = b;
    bool turned = false;
    if (is_root) {
      if (first || last) {
        touches = real_roots_is_flat(c, b);
      } else {
        touches = (at_a < 0.0) == (at_x < 0.0);
      }
    } else {
      bool lower_than_before = first || abs(at_b) < abs(at_a) || (!last && abs(at_b) == abs(at_a));
      bool lower_than_after = last || abs(at_b) <= abs(at_x);
      bool bends = !crosses_before && !crosses_after && lower_than_before && lower_than_after;
      bool dips = crosses_before && crosses_after && abs(at_b) <= noise_anywhere;
      if (bends || dips) {
        bool inner = !first && !last;
        float lower = inner ? a : b;
        float upper = inner ? x : b;
        RealRootsExtremum e = real_roots_extremum(c, lower, b, upper, at_x < 0.0);
        bool beyond = e.sign_known && (e.value < 0.0) != (at_x < 0.0);
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
      r = real_roots_append(r, real_roots_crossing(c, a, b, at_a < 0.0, tolerance), false, most);
    }
    if (is_root) {
      r = real_roots_append(r, root, touches, most);
    }
    most = min(most + 1, REAL_ROOTS_DEGREE);
    a = b;
    at_a = at_b;
    b = x;
    at_b = at_x;
    crosses_before = crosses_after;
    done = turned;
    first = false;
  }
  return r;
}

// The roots of p' separate those of p, the roots of p'' those of p', and so on (Collins and Loos 1976; Yuksel 2022).
RealRoots real_roots_chain(float p[REAL_ROOTS_DEGREE + 1], float lo, float hi, vec2 tolerance) {
  float points[REAL_ROOTS_DEGREE];
  // The derivative of order N - degree, divided by (N - degree)!, has coefficients C(k, N - degree) p_k. Here p is
  // turned so that they stand at 0 ... degree. The binomials, 0 elsewhere, follow exactly from those one level before:
  // factors multiplied up in floating point would lose roots.
  float turned[REAL_ROOTS_DEGREE + 1];
  uint binomials[REAL_ROOTS_DEGREE + 1];
  float c[REAL_ROOTS_DEGREE + 1];
  uint top = 1u;  // C(N, degree)
  for (int k = 0; k < REAL_ROOTS_DEGREE; k++) {
    points[k] = hi;
    turned[k + 1] = p[k];
    binomials[k + 1] = 0u;
  }
  turned[0] = p[REAL_ROOTS_DEGREE];
  binomials[0] = 1u;
  for (int degree = 1; degree < REAL_ROOTS_DEGREE; degree++) {
    uint factor = uint(REAL_ROOTS_DEGREE + 1 - degree);
    uint divisor = uint(degree);
    top = (top / divisor) * factor + ((top % divisor) * factor) / divisor;
    float turning = turned[REAL_ROOTS_DEGREE];
    for (int k = REAL_ROOTS_DEGREE; k >= 1; k--) {
      turned[k] = turned[k - 1];
      binomials[k] = k == degree ? top : binomials[k] - binomials[k - 1];
    }
    turned[0] = turning;
    for (int k = 0; k <= REAL_ROOTS_DEGREE; k++) {
      c[k] = float(binomials[k]) * turned[k];
    }
    // Interval number i is (points[i - 1], points[i]). Its root takes the place of its upper end.
    float left = lo;
    float at_left = real_roots_value(c, lo);
    for (int i = 0; i < REAL_ROOTS_DEGREE; i++) {
      if (i == degree) {
        break;
      }
      float right = points[i];
      points[i] = left;
      if (right > left) {
        float at_right = real_roots_value(c, right);
        if (at_right == 0.0) {
          points[i] = right;
        } else if (at_left != 0.0 && (at_left < 0.0) != (at_right < 0.0)) {
          points[i] = real_roots_crossing(c, left, right, at_left < 0.0, tolerance);
        }
        left = right;
        at_left = at_right;
      }
    }
  }
  return real_roots_last_level(p, points, lo, hi, tolerance);
}

// e with all roots of p below 2^e in modulus (Fujiwara 1916, rounded up to powers of two); n is the actual degree.
int real_roots_bound_exponent(float p[REAL_ROOTS_DEGREE + 1], int n) {
  int e_leading = 0;
  for (int k = 0; k <= REAL_ROOTS_DEGREE; k++) {
    if (k == n) {
      e_leading = real_roots_exponent(p[k]);
    }
  }
  int bound = -1000;
  for (int k = 0; k < REAL_ROOTS_DEGREE; k++) {
    if (k < n && !real_roots_is_zero(p[k])) {
      int i = n - k;
      int ratio = real_roots_exponent(p[k]) - e_leading + 1;
      int rounded_up = ratio >= 0 ? (ratio + i - 1) / i : -((-ratio) / i);
      bound = max(bound, rounded_up);
    }
  }
  return bound + 1;
}

// All real roots in [lo, hi] of p(x) = a[0] + a[1] x + ... + a[REAL_ROOTS_DEGREE] x^REAL_ROOTS_DEGREE.
// Leading coefficients may be zero, lo and hi infinite. A root may be off by absolute_tolerance or relative_tolerance
// times its size, whichever is more; 0 means as accurate as float allows.
RealRoots real_roots(float a[REAL_ROOTS_DEGREE + 1], float lo, float hi, float absolute_tolerance,
                     float relative_tolerance) {
  float p[REAL_ROOTS_DEGREE + 1];
  bool bad = (floatBitsToUint(lo) & 0x7fffffffu) > 0x7f800000u || (floatBitsToUint(hi) & 0x7fffffffu) > 0x7f800000u;
  bad = bad || real_roots_order(lo) > real_roots_order(hi);
  int n = -1;  // the actual degree
  for (int k = 0; k <= REAL_ROOTS_DEGREE; k++) {
    p[k] = a[k];
    bad = bad || !real_roots_is_finite(a[k]);
    if (!real_roots_is_zero(a[k])) {
      n = k;
    }
  }
  if (bad) {
    return real_roots_none(REAL_ROOTS_BAD_INPUT);
  }
  if (n < 0) {
    return real_roots_none(REAL_ROOTS_ZERO_POLYNOMIAL);
  }

  // p(x) = x^zeros q(x): zero roots leave exactly.
  int zeros = 0;
  for (int i = 0; i < REAL_ROOTS_DEGREE; i++) {
    if (!real_roots_is_zero(p[0])) {
      break;
    }
    for (int k = 0; k < REAL_ROOTS_DEGREE; k++) {
      p[k] = p[k + 1];
    }
    p[REAL_ROOTS_DEGREE] = 0.0;
    zeros++;
  }
  n = n - zeros;
  bool zero_is_inside = zeros > 0 && real_roots_order(lo) <= 0 && real_roots_order(hi) >= 0;

  // x = 2^e t with |t| <= 1, and coefficients as large as overflow allows, which keeps small ones away from underflow.
  // Beyond the root bound nothing is to be found.
  bool fits = true;
  int e = 0;
  float t_lo = real_roots_scale(lo, 0);
  float t_hi = real_roots_scale(hi, 0);
  if (n > 0 && max(abs(t_lo), abs(t_hi)) > 1.0) {
    // Roots below all normal numbers lie beside 0: an interval [0, 0] would lose them.
    float reach = real_roots_scale(1.0, max(real_roots_bound_exponent(p, n), -126));
    fits = reach < 1.7014118346046923e38 || (t_lo >= -1.7014118346046923e38 && t_hi <= 1.7014118346046923e38);
    reach = min(reach, 1.7014118346046923e38);
    t_lo = max(t_lo, -reach);
    t_hi = min(t_hi, reach);
    if (t_lo > t_hi) {
      return real_roots_none(REAL_ROOTS_OK);
    }
    float widest = max(abs(t_lo), abs(t_hi));
    if (widest > 1.0) {
      e = min(real_roots_exponent(widest) + 1, 127);
    }
    t_lo = real_roots_scale(t_lo, -e);
    t_hi = real_roots_scale(t_hi, -e);
  }
  // Where a root may be below 2^(e - 105) one scale is not enough: beside such a t the smallest normal number is no small
  // tolerance. (Fujiwara's bound for the reversed polynomial.)
  if (e > 0) {
    int e_constant = real_roots_exponent(p[0]);
    for (int k = 1; k <= REAL_ROOTS_DEGREE; k++) {
      if (!real_roots_is_zero(p[k]) && e_constant - real_roots_exponent(p[k]) <= k * (e - 104)) {
        fits = false;
      }
    }
  }
  int top = -100000;
  for (int k = 0; k <= REAL_ROOTS_DEGREE; k++) {
    if (!real_roots_is_zero(p[k])) {
      top = max(top, real_roots_exponent(p[k]) + e * k);
    }
  }
  for (int k = 0; k <= REAL_ROOTS_DEGREE; k++) {
    p[k] = real_roots_scale(p[k], e * k - top + REAL_ROOTS_HEADROOM);
  }
  // What underflow takes, 2^-126, is less than rounding takes, if p(0) alone is more than 2^-100.
  if (abs(p[0]) < 7.888609052210118e-31) {
    fits = false;
  }

  RealRoots r = real_roots_none(REAL_ROOTS_OK);
  if (n > 0) {
    float absolute = real_roots_is_finite(absolute_tolerance) ? real_roots_scale(absolute_tolerance, -e) : 0.0;
    float relative = real_roots_is_finite(relative_tolerance) ? relative_tolerance : 0.0;
    r = real_roots_chain(p, t_lo, t_hi, vec2(absolute, max(relative, 4.76837158203125e-7)));
  }
  float unit = real_roots_scale(1.0, e);
  for (int k = 0; k < REAL_ROOTS_DEGREE; k++) {
    r.roots[k] = r.roots[k] * unit;
  }

  if (zero_is_inside) {
    int place = 0;
    for (int k = 0; k < REAL_ROOTS_DEGREE; k++) {
      if (k < r.count && r.roots[k] <= 0.0) {
        place++;
      }
    }
    for (int k = REAL_ROOTS_DEGREE - 1; k >= 1; k--) {
      if (k > place) {
        r.roots[k] = r.roots[k - 1];
      }
    }
    for (int k = 0; k < REAL_ROOTS_DEGREE; k++) {
      if (k == place) {
        r.roots[k] = 0.0;
      }
    }
    uint before = (1u << uint(place)) - 1u;
    r.touching = (r.touching & before) | ((r.touching & ~before) << 1u);
    if (zeros % 2 == 0) {
      r.touching = r.touching | (1u << uint(place));
    }
    r.count = r.count + 1;
  }
  if (!fits) {
    r.status = REAL_ROOTS_UNRESOLVED;
  }
  if (r.status == REAL_ROOTS_OK && r.touching != 0u) {
    r.status = REAL_ROOTS_TOUCHING;
  }
  return r;
}
