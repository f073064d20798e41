// SPDX-License-Identifier: 0BSD
// All real roots of a polynomial in a closed interval, by the derivative chain. Written by `vieta real-roots --emit wgsl`.
//
//   var a: array<f32, 11>;  // a[0] + a[1] x + ... + a[10] x^10
//   let r = real_roots(a, -1.0, 1.0, 0.0, 0.0);
//   for (var k = 0; k < r.count; k++) { ... r.roots[k] ... }

// The degree, 1 to 32; leading coefficients may be zero.
const REAL_ROOTS_DEGREE: i32 = 10;

// What is known of the roots: the values of status.
const REAL_ROOTS_OK: i32 = 0;               // all roots are listed
const REAL_ROOTS_TOUCHING: i32 = 1;         // the same, and some only touch zero: their bits are set in touching
const REAL_ROOTS_UNRESOLVED: i32 = 2;       // the interval is too wide for the range of f32
const REAL_ROOTS_ZERO_POLYNOMIAL: i32 = 3;  // every number is a root; none is listed
const REAL_ROOTS_BAD_INPUT: i32 = 4;        // NaN, infinite coefficient or lo > hi; none is listed

struct RealRoots {
  count: i32,  // how many roots are listed
  status: i32,  // one of the values above
  touching: u32,  // bit k: in root k p touches zero without a change of sign
  roots: array<f32, REAL_ROOTS_DEGREE>,  // ascending
}

// Coefficients below 2^this never overflow in the values of p and its derivatives.
const REAL_ROOTS_HEADROOM: i32 = 108 - REAL_ROOTS_DEGREE;

// Bits are looked at where subnormal numbers, infinities and NaN matter: the arithmetic of a GPU may ignore them.
fn real_roots_is_finite(x: f32) -> bool {
  return (bitcast<u32>(x) & 0x7fffffffu) < 0x7f800000u;
}

fn real_roots_is_zero(x: f32) -> bool {
  return (bitcast<u32>(x) & 0x7fffffffu) == 0u;
}

// In the order of the numbers, which are not NaN.
fn real_roots_order(x: f32) -> i32 {
  var bits: u32 = bitcast<u32>(x);
  var magnitude: i32 = i32(bits & 0x7fffffffu);
  var order: i32 = select(magnitude, -magnitude, bits > 0x7fffffffu);
  return order;
}

// floor(log2 |x|) for finite x other than zero.
fn real_roots_exponent(x: f32) -> i32 {
  var bits: u32 = bitcast<u32>(x) & 0x7fffffffu;
  var subnormal: i32 = i32(bitcast<u32>(f32(bits)) >> 23u) - 149;
  var biased: i32 = select(i32(bits >> 23u), subnormal, bits < 0x00800000u);
  return biased - 127;
}

// x * 2^k for finite x; what is too small to be normal becomes zero, what is too large the largest number.
fn real_roots_scale(x: f32, k: i32) -> f32 {
  var bits: u32 = bitcast<u32>(x) & 0x7fffffffu;
  var sign_bit: u32 = bitcast<u32>(x) ^ bits;
  var fraction: u32 = select(bits, bitcast<u32>(f32(bits)), bits < 0x00800000u);
  var e: i32 = real_roots_exponent(x) + k;
  if (bits == 0u || e < -126) {
    return 0.0;
  }
  if (e > 127) {
    return bitcast<f32>(sign_bit | 0x7f7fffffu);
  }
  return bitcast<f32>(sign_bit | (u32(e + 127) << 23u) | (fraction & 0x007fffffu));
}

// p(x) by Horner's scheme.
fn real_roots_value(c_given: array<f32, REAL_ROOTS_DEGREE + 1>, x: f32) -> f32 {
  var c = c_given;
  var value: f32 = c[REAL_ROOTS_DEGREE];
  for (var k: i32 = REAL_ROOTS_DEGREE - 1; k >= 0; k--) {
    value = value * x + c[k];
  }
  return value;
}

// p(x) and p'(x).
fn real_roots_value_and_slope(c_given: array<f32, REAL_ROOTS_DEGREE + 1>, x: f32) -> vec2<f32> {
  var c = c_given;
  var slope: f32 = 0.0;
  var value: f32 = c[REAL_ROOTS_DEGREE];
  for (var k: i32 = REAL_ROOTS_DEGREE - 1; k >= 0; k--) {
    slope = slope * x + value;
    value = value * x + c[k];
  }
  return vec2<f32>(value, slope);
}

// How far a root at x may be off, for an absolute (x) and a relative tolerance (y).
fn real_roots_allowed(x: f32, tolerance: vec2<f32>) -> f32 {
  return max(max(tolerance.x, tolerance.y * abs(x)), 1.1754943508222875e-38);
}

// A point that halves the bracket; where the ends are of different magnitude, in the middle of their exponents.
fn real_roots_bisection_point(left: f32, right: f32, absolute_tolerance: f32) -> f32 {
  if (left < 0.0 && right > 0.0) {
    return 0.0;
  }
  var small: f32 = min(abs(left), abs(right));
  var large: f32 = max(abs(left), abs(right));
  if (large > 64.0 * max(small, absolute_tolerance)) {
    var size: f32 = max(sqrt(small) * sqrt(large), large * 0.0000152587890625);
    var between: f32 = select(-size, size, right > 0.0);
    return between;
  }
  return left + 0.5 * (right - left);
}

// The root of p between lo and hi, where p has different signs: Newton's iteration, and bisection when a step leaves
// the bracket or does not halve. The end is a change of sign seen within the tolerance, never the size of a step.
fn real_roots_crossing(c_given: array<f32, REAL_ROOTS_DEGREE + 1>, lo: f32, hi: f32, negative_at_lo: bool,
    tolerance: vec2<f32>) -> f32 {
  var c = c_given;
  var left: f32 = lo;
  var right: f32 = hi;
  var x: f32 = lo + 0.5 * (hi - lo);
  var last_step: f32 = hi - lo;
  for (var i: i32 = 0; i < 300; i++) {
    var p: vec2<f32> = real_roots_value_and_slope(c, x);
    if (p.x == 0.0) {
      return x;
    }
    if ((p.x < 0.0) == negative_at_lo) {
      left = x;
    } else {
      right = x;
    }
    var width: f32 = right - left;
    var enough: f32 = real_roots_allowed(x, tolerance);
    var next: f32 = left + 0.5 * width;
    var newton: bool = abs(p.x) < abs(p.y) * width;
    if (newton) {
      var promised: f32 = x - p.x / p.y;
      newton = promised > left && promised < right;
      if (newton) {
        next = promised;
      }
    }
    if (width <= enough) {
      return next;
    }
    var moved: f32 = abs(next - x);
    if (newton && moved <= 0.5 * last_step && (i <= 20 || (i & 1) == 0)) {
      // A step as small is set a little further, to see the sign change.
      var further: f32 = select(-0.25 * enough, 0.25 * enough, next > x);
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
const REAL_ROOTS_NOISE: f32 = f32(2 * REAL_ROOTS_DEGREE + 2) * 5.9604644775390625e-8;

// Whether p' cannot be told from zero at x.
fn real_roots_is_flat(c_given: array<f32, REAL_ROOTS_DEGREE + 1>, x: f32) -> bool {
  var c = c_given;
  var magnitude: f32 = 0.0;
  for (var k: i32 = REAL_ROOTS_DEGREE; k >= 1; k--) {
    magnitude = magnitude * abs(x) + f32(k) * abs(c[k]);
  }
  return abs(real_roots_value_and_slope(c, x).y) <= REAL_ROOTS_NOISE * magnitude;
}

// What a local extremum is: p keeps its distance from zero, touches, or crosses twice.
struct RealRootsExtremum {
  x: f32,  // where
  value: f32,  // p there
  touches: bool,  // zero within what rounding the coefficients can tell
  sign_known: bool,  // the sign of the value is not an effect of rounding in its evaluation
}

// By Newton's iteration for p' = 0 from a point nearby; steps outside (lo, hi) end it, and so do steps away from a
// touch, where the slope is noise as well. The sign is known by a running error bound for two roundings in each step
// (Higham 2002, section 5.1), u = 2^-24.
fn real_roots_extremum(c_given: array<f32, REAL_ROOTS_DEGREE + 1>, lo: f32, start: f32, hi: f32,
    negative_around: bool) -> RealRootsExtremum {
  var c = c_given;
  var e: RealRootsExtremum;
  e.x = start;
  e.value = 0.0;
  e.touches = false;
  e.sign_known = false;
  var x: f32 = start;
  for (var i: i32 = 0; i < 6; i++) {
    var second: f32 = 0.0;
    var slope: f32 = 0.0;
    var value: f32 = c[REAL_ROOTS_DEGREE];
    var magnitude: f32 = abs(value);
    var partial: f32 = 0.0;
    for (var k: i32 = REAL_ROOTS_DEGREE - 1; k >= 0; k--) {
      second = second * x + slope;
      slope = slope * x + value;
      value = value * x + c[k];
      magnitude = magnitude * abs(x) + abs(c[k]);
      partial = partial * abs(x) + abs(value);
    }
    var touches: bool = abs(value) <= REAL_ROOTS_NOISE * magnitude;
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

fn real_roots_none(status: i32) -> RealRoots {
  var r: RealRoots;
  r.count = 0;
  r.status = status;
  r.touching = 0u;
  for (var k: i32 = 0; k < REAL_ROOTS_DEGREE; k++) {
    r.roots[k] = 0.0;
  }
  return r;
}

// Lists one more root. `most` is the number of roots that can be there; where values vanish by underflow there may seem
// to be more.
fn real_roots_append(before: RealRoots, x: f32, touches: bool, most: i32) -> RealRoots {
  var after: RealRoots = before;
  if (before.count >= most) {
    after.status = REAL_ROOTS_UNRESOLVED;
    return after;
  }
  for (var k: i32 = 0; k < REAL_ROOTS_DEGREE; k++) {
    if (k == before.count) {
      after.roots[k] = x;
    }
  }
  if (touches) {
    after.touching = before.touching | (1u << u32(before.count));
  }
  after.count = before.count + 1;
  return after;
}

// Crossings and touches of p in [lo, hi], separated by the roots of p' in `points`, which end with hi.
fn real_roots_last_level(c_given: array<f32, REAL_ROOTS_DEGREE + 1>, points_given: array<f32, REAL_ROOTS_DEGREE>,
    lo: f32, hi: f32, tolerance: vec2<f32>) -> RealRoots {
  var c = c_given;
  var points = points_given;
  var r: RealRoots = real_roots_none(REAL_ROOTS_OK);
  var noise_anywhere: f32 = 0.0;
  for (var k: i32 = 0; k <= REAL_ROOTS_DEGREE; k++) {
    noise_anywhere = noise_anywhere + REAL_ROOTS_NOISE * abs(c[k]);
  }
  // Three neighbouring points a < b < x: what b is shows when x is known, and only then (a, b) is searched.
  var a: f32 = lo;
  var b: f32 = lo;
  var at_a: f32 = 0.0;
  var at_b: f32 = real_roots_value(c, lo);
  var first: bool = true;
  var crosses_before: bool = false;  // between a and b
  var done: bool = false;            // left of b: the sign at a is not p's
  var most: i32 = 1;
  for (var i: i32 = 0; i <= REAL_ROOTS_DEGREE; i++) {
    var last: bool = i == REAL_ROOTS_DEGREE;
    var x: f32 = b;
    var at_x: f32 = at_b;
    if (!last) {
      x = points[i];
      if (x <= b) {
        continue;
      }
      at_x = real_roots_value(c, x);
    }
    var crosses_after: bool = at_b != 0.0 && at_x != 0.0 && (at_b < 0.0) != (at_x < 0.0);
    var is_root: bool = at_b == 0.0;
    var touches: bool = false;
    var root: f32 = b;
    var turned: bool = false;
    if (is_root) {
      if (first || last) {
        touches = real_roots_is_flat(c, b);
      } else {
        touches = (at_a < 0.0) == (at_x < 0.0);
      }
    } else {
      var lower_than_before: bool = first || abs(at_b) < abs(at_a) || (!last && abs(at_b) == abs(at_a));
      var lower_than_after: bool = last || abs(at_b) <= abs(at_x);
      var bends: bool = !crosses_before && !crosses_after && lower_than_before && lower_than_after;
      var dips: bool = crosses_before && crosses_after && abs(at_b) <= noise_anywhere;
      if (bends || dips) {
        var inner: bool = !first && !last;
        var lower: f32 = select(b, a, inner);
        var upper: f32 = select(b, x, inner);
        var e: RealRootsExtremum = real_roots_extremum(c, lower, b, upper, at_x < 0.0);
        var beyond: bool = e.sign_known && (e.value < 0.0) != (at_x < 0.0);
        crosses_before = beyond && (!done || e.x > b);
        crosses_after = crosses_before;
        if (crosses_before) {
          // Two roots, one on either side.
          a = select(a, b, done);
          b = e.x;
          at_b = e.value;
        } else {
          is_root = e.touches && !beyond;
          touches = is_root;
          root = e.x;
          turned = dips;
          at_b = select(at_b, -at_b, turned);
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
fn real_roots_chain(p_given: array<f32, REAL_ROOTS_DEGREE + 1>, lo: f32, hi: f32, tolerance: vec2<f32>) -> RealRoots {
  var p = p_given;
  var points: array<f32, REAL_ROOTS_DEGREE>;
  // The derivative of order N - degree, divided by (N - degree)!, has coefficients C(k, N - degree) p_k. Here p is
  // turned so that they stand at 0 ... degree. The binomials, 0 elsewhere, follow exactly from those one level before:
  // factors multiplied up in floating point would lose roots.
  var turned: array<f32, REAL_ROOTS_DEGREE + 1>;
  var binomials: array<u32, REAL_ROOTS_DEGREE + 1>;
  var c: array<f32, REAL_ROOTS_DEGREE + 1>;
  var top: u32 = 1u;  // C(N, degree)
  for (var k: i32 = 0; k < REAL_ROOTS_DEGREE; k++) {
    points[k] = hi;
    turned[k + 1] = p[k];
    binomials[k + 1] = 0u;
  }
  turned[0] = p[REAL_ROOTS_DEGREE];
  binomials[0] = 1u;
  for (var degree: i32 = 1; degree < REAL_ROOTS_DEGREE; degree++) {
    var factor: u32 = u32(REAL_ROOTS_DEGREE + 1 - degree);
    var divisor: u32 = u32(degree);
    top = (top / divisor) * factor + ((top % divisor) * factor) / divisor;
    var turning: f32 = turned[REAL_ROOTS_DEGREE];
    for (var k: i32 = REAL_ROOTS_DEGREE; k >= 1; k--) {
      turned[k] = turned[k - 1];
      binomials[k] = select(binomials[k] - binomials[k - 1], top, k == degree);
    }
    turned[0] = turning;
    for (var k: i32 = 0; k <= REAL_ROOTS_DEGREE; k++) {
      c[k] = f32(binomials[k]) * turned[k];
    }
    // Interval number i is (points[i - 1], points[i]). Its root takes the place of its upper end.
    var left: f32 = lo;
    var at_left: f32 = real_roots_value(c, lo);
    for (var i: i32 = 0; i < REAL_ROOTS_DEGREE; i++) {
      if (i == degree) {
        break;
      }
      var right: f32 = points[i];
      points[i] = left;
      if (right > left) {
        var at_right: f32 = real_roots_value(c, right);
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
fn real_roots_bound_exponent(p_given: array<f32, REAL_ROOTS_DEGREE + 1>, n: i32) -> i32 {
  var p = p_given;
  var e_leading: i32 = 0;
  for (var k: i32 = 0; k <= REAL_ROOTS_DEGREE; k++) {
    if (k == n) {
      e_leading = real_roots_exponent(p[k]);
    }
  }
  var bound: i32 = -1000;
  for (var k: i32 = 0; k < REAL_ROOTS_DEGREE; k++) {
    if (k < n && !real_roots_is_zero(p[k])) {
      var i: i32 = n - k;
      var ratio: i32 = real_roots_exponent(p[k]) - e_leading + 1;
      var rounded_up: i32 = select(-((-ratio) / i), (ratio + i - 1) / i, ratio >= 0);
      bound = max(bound, rounded_up);
    }
  }
  return bound + 1;
}

// All real roots in [lo, hi] of p(x) = a[0] + a[1] x + ... + a[REAL_ROOTS_DEGREE] x^REAL_ROOTS_DEGREE.
// Leading coefficients may be zero, lo and hi infinite. A root may be off by absolute_tolerance or relative_tolerance
// times its size, whichever is more; 0 means as accurate as f32 allows.
fn real_roots(a_given: array<f32, REAL_ROOTS_DEGREE + 1>, lo: f32, hi: f32, absolute_tolerance: f32,
    relative_tolerance: f32) -> RealRoots {
  var a = a_given;
  var p: array<f32, REAL_ROOTS_DEGREE + 1>;
  var bad: bool = (bitcast<u32>(lo) & 0x7fffffffu) > 0x7f800000u || (bitcast<u32>(hi) & 0x7fffffffu) > 0x7f800000u;
  bad = bad || real_roots_order(lo) > real_roots_order(hi);
  var n: i32 = -1;  // the actual degree
  for (var k: i32 = 0; k <= REAL_ROOTS_DEGREE; k++) {
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
  var zeros: i32 = 0;
  for (var i: i32 = 0; i < REAL_ROOTS_DEGREE; i++) {
    if (!real_roots_is_zero(p[0])) {
      break;
    }
    for (var k: i32 = 0; k < REAL_ROOTS_DEGREE; k++) {
      p[k] = p[k + 1];
    }
    p[REAL_ROOTS_DEGREE] = 0.0;
    zeros++;
  }
  n = n - zeros;
  var zero_is_inside: bool = zeros > 0 && real_roots_order(lo) <= 0 && real_roots_order(hi) >= 0;

  // x = 2^e t with |t| <= 1, and coefficients as large as overflow allows, which keeps small ones away from underflow.
  // Beyond the root bound nothing is to be found.
  var fits: bool = true;
  var e: i32 = 0;
  var t_lo: f32 = real_roots_scale(lo, 0);
  var t_hi: f32 = real_roots_scale(hi, 0);
  if (n > 0 && max(abs(t_lo), abs(t_hi)) > 1.0) {
    // Roots below all normal numbers lie beside 0: an interval [0, 0] would lose them.
    var reach: f32 = real_roots_scale(1.0, max(real_roots_bound_exponent(p, n), -126));
    fits = reach < 1.7014118346046923e38 || (t_lo >= -1.7014118346046923e38 && t_hi <= 1.7014118346046923e38);
    reach = min(reach, 1.7014118346046923e38);
    t_lo = max(t_lo, -reach);
    t_hi = min(t_hi, reach);
    if (t_lo > t_hi) {
      return real_roots_none(REAL_ROOTS_OK);
    }
    var widest: f32 = max(abs(t_lo), abs(t_hi));
    if (widest > 1.0) {
      e = min(real_roots_exponent(widest) + 1, 127);
    }
    t_lo = real_roots_scale(t_lo, -e);
    t_hi = real_roots_scale(t_hi, -e);
  }
  // Where a root may be below 2^(e - 105) one scale is not enough: beside such a t the smallest normal number is no small
  // tolerance. (Fujiwara's bound for the reversed polynomial.)
  if (e > 0) {
    var e_constant: i32 = real_roots_exponent(p[0]);
    for (var k: i32 = 1; k <= REAL_ROOTS_DEGREE; k++) {
      if (!real_roots_is_zero(p[k]) && e_constant - real_roots_exponent(p[k]) <= k * (e - 104)) {
        fits = false;
      }
    }
  }
  var top: i32 = -100000;
  for (var k: i32 = 0; k <= REAL_ROOTS_DEGREE; k++) {
    if (!real_roots_is_zero(p[k])) {
      top = max(top, real_roots_exponent(p[k]) + e * k);
    }
  }
  for (var k: i32 = 0; k <= REAL_ROOTS_DEGREE; k++) {
    p[k] = real_roots_scale(p[k], e * k - top + REAL_ROOTS_HEADROOM);
  }
  // What underflow takes, 2^-126, is less than rounding takes, if p(0) alone is more than 2^-100.
  if (abs(p[0]) < 7.888609052210118e-31) {
    fits = false;
  }

  var r: RealRoots = real_roots_none(REAL_ROOTS_OK);
  if (n > 0) {
    var absolute: f32 = select(0.0, real_roots_scale(absolute_tolerance, -e), real_roots_is_finite(absolute_tolerance));
    var relative: f32 = select(0.0, relative_tolerance, real_roots_is_finite(relative_tolerance));
    r = real_roots_chain(p, t_lo, t_hi, vec2<f32>(absolute, max(relative, 4.76837158203125e-7)));
  }
  var unit: f32 = real_roots_scale(1.0, e);
  for (var k: i32 = 0; k < REAL_ROOTS_DEGREE; k++) {
    r.roots[k] = r.roots[k] * unit;
  }

  if (zero_is_inside) {
    var place: i32 = 0;
    for (var k: i32 = 0; k < REAL_ROOTS_DEGREE; k++) {
      if (k < r.count && r.roots[k] <= 0.0) {
        place++;
      }
    }
    for (var k: i32 = REAL_ROOTS_DEGREE - 1; k >= 1; k--) {
      if (k > place) {
        r.roots[k] = r.roots[k - 1];
      }
    }
    for (var k: i32 = 0; k < REAL_ROOTS_DEGREE; k++) {
      if (k == place) {
        r.roots[k] = 0.0;
      }
    }
    var before: u32 = (1u << u32(place)) - 1u;
    r.touching = (r.touching & before) | ((r.touching & ~before) << 1u);
    if (zeros % 2 == 0) {
      r.touching = r.touching | (1u << u32(place));
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
