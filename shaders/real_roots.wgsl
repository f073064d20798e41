// SPDX-License-Identifier: 0BSD
// All real roots of a polynomial in a closed interval. Written by `vieta real-roots --emit wgsl --degree 10`.
//
//   var a: array<f32, 11>;  // a[0] + a[1] x + ... + a[10] x^10
//   let r = real_roots(a, -1.0, 1.0, 0.0, 0.0);
//   for (var k = 0; k < r.count; k++) { ... r.roots[k] ... }

// The degree; leading coefficients may be zero.
const REAL_ROOTS_DEGREE: i32 = 10;

// Half the distance from 1 to the next number, and the least number that is not subnormal.
const REAL_ROOTS_ROUNDOFF: f32 = 5.9604644775390625e-8;
const REAL_ROOTS_LEAST_NORMAL: f32 = 1.1754943508222875e-38;

// What is known of the roots: the values of status.
const REAL_ROOTS_OK: i32 = 0;               // all roots are listed
const REAL_ROOTS_TOUCHING: i32 = 1;         // the same, and some only touch zero: their bits are set in touching
const REAL_ROOTS_UNRESOLVED: i32 = 2;       // the interval is too wide for float, or a driver ended a loop
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

// The largest error that rounding may make in p(x), as a multiple of sum |c_k x^k|.
const REAL_ROOTS_NOISE_FACTOR: f32 = f32(2 * REAL_ROOTS_DEGREE + 2) * REAL_ROOTS_ROUNDOFF;

// Bits are looked at where subnormal numbers, infinities and NaN matter: the arithmetic of a GPU may ignore them.
fn real_roots_is_finite(x: f32) -> bool {
  var magnitude: u32 = bitcast<u32>(x) & 0x7fffffffu;
  return magnitude < 0x7f800000u;
}

fn real_roots_is_zero(x: f32) -> bool {
  var magnitude: u32 = bitcast<u32>(x) & 0x7fffffffu;
  return magnitude == 0u;
}

// In the order of the numbers, which are not NaN.
fn real_roots_order_of(x: f32) -> i32 {
  var bits: u32 = bitcast<u32>(x);
  var magnitude: i32 = i32(bits & 0x7fffffffu);
  var order: i32 = select(magnitude, -magnitude, bits > 0x7fffffffu);
  return order;
}

// floor(log2 |x|) for finite x other than zero.
fn real_roots_exponent_of(x: f32) -> i32 {
  var bits: u32 = bitcast<u32>(x) & 0x7fffffffu;
  var subnormal: i32 = i32(bitcast<u32>(f32(bits)) >> 23u) - 149;
  var biased: i32 = select(i32(bits >> 23u), subnormal, bits < 0x00800000u);
  return biased - 127;
}

// x * 2^k for finite x; what is too small to be normal becomes zero, what is too large the largest number.
fn real_roots_scaled_by(x: f32, k: i32) -> f32 {
  var bits: u32 = bitcast<u32>(x) & 0x7fffffffu;
  var sign_bit: u32 = bitcast<u32>(x) ^ bits;
  var fraction: u32 = select(bits, bitcast<u32>(f32(bits)), bits < 0x00800000u);
  var e: i32 = real_roots_exponent_of(x) + k;
  if (bits == 0u || e < -126) {
    return 0.0;
  }
  if (e > 127) {
    return bitcast<f32>(sign_bit | 0x7f7fffffu);
  }
  return bitcast<f32>(sign_bit | (u32(e + 127) << 23u) | (fraction & 0x007fffffu));
}

// How far a root at x may be off, for an absolute (x) and a relative tolerance (y).
fn real_roots_allowed_error(x: f32, tolerance: vec2<f32>) -> f32 {
  return max(max(tolerance.x, tolerance.y * abs(x)), REAL_ROOTS_LEAST_NORMAL);
}

// A point that halves the bracket; where the ends are of different magnitude, in the middle of their exponents.
fn real_roots_bisection_point(left: f32, right: f32, absolute_tolerance: f32) -> f32 {
  if (left < 0.0 && right > 0.0) {
    return 0.0;
  }
  var lesser: f32 = min(abs(left), abs(right));
  var greater: f32 = max(abs(left), abs(right));
  if (greater > 64.0 * max(lesser, absolute_tolerance)) {
    var size: f32 = max(sqrt(lesser) * sqrt(greater), greater * 0.0000152587890625);
    var between: f32 = select(-size, size, right > 0.0);
    return between;
  }
  return left + 0.5 * (right - left);
}

// Where to look first for a root between lo and hi: p runs like 3 s^2 - 2 s^3 between two extrema, like s^2 from one
// on. `bend` is the modulus of p''/2 at the end that is nearer in value if that is an extremum, or 0: where p grows by
// orders of magnitude the root lies close to it, at about sqrt(2 |p / p''|). One quotient and one root serve all of
// these.
fn real_roots_guess_root(lo: f32, hi: f32, at_lo: f32, at_hi: f32, turns_at_lo: bool, turns_at_hi: bool,
    bend: f32) -> f32 {
  var width: f32 = hi - lo;
  var below: f32 = abs(at_lo);
  var above: f32 = abs(at_hi);
  var value: f32 = min(below, above);
  var bent: f32 = bend * width * width;
  var parabola: bool = value < 0.16 * bent;
  var numerator: f32 = select(below, value, parabola);
  var denominator: f32 = select(below + above, bent, parabola);
  var y: f32 = min(numerator / max(denominator, 1.0e-37), 1.0);
  var both: bool = turns_at_lo && turns_at_hi;
  var one: bool = turns_at_lo != turns_at_hi;
  var from_lo: bool = y < 0.5;
  var part: f32 = min(y, 1.0 - y);
  var square: f32 = select(1.0 - y, y, turns_at_lo);
  square = select(square, part * 0.3333333432674408, both);
  square = select(square, y, parabola);
  var w: f32 = sqrt(square);
  // Between two extrema the inverse is a series in this root: error 1.6e-4.
  var inner: f32 = w * (1.0 + w * (0.37721395 + w * (1.3939536 * w - 0.14686847)));
  var outer: f32 = min(w, 1.0 - w);
  part = select(part, inner, both);
  part = select(part, outer, one);
  part = select(part, w, parabola);
  from_lo = select(from_lo, (w < 0.5) == turns_at_lo, one);
  from_lo = select(from_lo, below < above, parabola);
  // From the nearer end: roots may lie much closer to it than rounding resolves beside the other one.
  var start: f32 = select(max(hi - part * width, lo), min(lo + part * width, hi), from_lo);
  return start;
}

// p(x) by Horner's scheme.
fn real_roots_value_at(c_given: array<f32, REAL_ROOTS_DEGREE + 1>, x: f32) -> f32 {
  var c = c_given;
  var value: f32 = c[REAL_ROOTS_DEGREE];
  for (var k: i32 = REAL_ROOTS_DEGREE - 1; k >= 0; k--) {
    value = value * x + c[k];
  }
  return value;
}

// p(x) and p'(x).
fn real_roots_value_and_slope_at(c_given: array<f32, REAL_ROOTS_DEGREE + 1>, x: f32) -> vec2<f32> {
  var c = c_given;
  var slope: f32 = 0.0;
  var value: f32 = c[REAL_ROOTS_DEGREE];
  for (var k: i32 = REAL_ROOTS_DEGREE - 1; k >= 0; k--) {
    slope = slope * x + value;
    value = value * x + c[k];
  }
  return vec2<f32>(value, slope);
}

// The same with a look at how p bends at that extremum.
fn real_roots_start_between(c_given: array<f32, REAL_ROOTS_DEGREE + 1>, lo: f32, hi: f32, at_lo: f32, at_hi: f32,
    turns_at_lo: bool, turns_at_hi: bool) -> f32 {
  var c = c_given;
  var from_lo: bool = abs(at_lo) < abs(at_hi);
  var turns: bool = select(turns_at_hi, turns_at_lo, from_lo);
  var bend: f32 = 0.0;
  if (turns) {
    var x: f32 = select(hi, lo, from_lo);
    var slope: f32 = 0.0;
    var power: f32 = c[REAL_ROOTS_DEGREE];
    for (var k: i32 = REAL_ROOTS_DEGREE - 1; k >= 1; k--) {
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
fn real_roots_find_near(c_given: array<f32, REAL_ROOTS_DEGREE + 1>, lo: f32, hi: f32, start: f32, negative_at_lo: bool,
    tolerance: vec2<f32>, noise: f32, most: i32) -> vec2<f32> {
  var c = c_given;
  var left: f32 = lo;
  var right: f32 = hi;
  var x: f32 = start;
  var least: f32 = 0.03125 * noise;
  var reached: f32 = 0.0;
  for (var i: i32 = 0; i < most; i++) {
    var third: f32 = 0.0;
    var second: f32 = 0.0;
    var slope: f32 = 0.0;
    var value: f32 = c[REAL_ROOTS_DEGREE];
    for (var k: i32 = REAL_ROOTS_DEGREE - 1; k >= 0; k--) {
      third = third * x + second;
      second = second * x + slope;
      slope = slope * x + value;
      value = value * x + c[k];
    }
    var goes_left: bool = (value < 0.0) == negative_at_lo;
    left = select(left, x, goes_left);
    right = select(x, right, goes_left);
    var divisor: f32 = select(slope, 1.0, slope == 0.0);
    var by_slope: f32 = 1.0 / divisor;
    var step: f32 = value * by_slope;
    var bent: f32 = max(-1.0, min(step * second * by_slope, 0.5));
    var next: f32 = x - step / (1.0 - bent);
    var halley: bool = slope != 0.0 && next >= left && next <= right && (i < 8 || (i & 1) == 0);
    // Where rounding alone leads a step astray, no step is of use.
    var other: f32 = select(0.5 * (left + right), x, abs(value) <= least);
    next = select(other, next, halley);
    var moved: f32 = abs(next - x);
    x = next;
    var enough: f32 = max(tolerance.x, tolerance.y * abs(x));
    var off: f32 = moved * (bent * bent + abs(third * by_slope) * moved * moved + 2.0 * REAL_ROOTS_ROUNDOFF);
    var close: bool = halley && i > 0 && (off <= 0.125 * enough || abs(value) <= noise);
    if (close || moved <= 0.25 * enough) {
      reached = 1.0;
      break;
    }
  }
  return vec2<f32>(x, reached);
}

// The same where that end does not come: the end is a change of sign seen within the tolerance as well.
fn real_roots_find_crossing(c_given: array<f32, REAL_ROOTS_DEGREE + 1>, lo: f32, hi: f32, start: f32,
    negative_at_lo: bool, tolerance: vec2<f32>) -> f32 {
  var c = c_given;
  var left: f32 = lo;
  var right: f32 = hi;
  var x: f32 = start;
  var last_step: f32 = hi - lo;
  var last_newton: f32 = 0.0;
  for (var i: i32 = 0; i < 300; i++) {
    var p: vec2<f32> = real_roots_value_and_slope_at(c, x);
    if (p.x == 0.0) {
      return x;
    }
    var goes_left: bool = (p.x < 0.0) == negative_at_lo;
    left = select(left, x, goes_left);
    right = select(x, right, goes_left);
    var width: f32 = right - left;
    var enough: f32 = real_roots_allowed_error(x, tolerance);
    var next: f32 = left + 0.5 * width;
    var newton: bool = abs(p.x) < abs(p.y) * width;
    if (newton) {
      var promised: f32 = x - p.x / p.y;
      newton = promised >= left && promised <= right;
      next = select(next, promised, newton);
    }
    var moved: f32 = abs(next - x);
    if (width <= enough || (newton && moved <= enough && moved <= 0.25 * last_newton)) {
      return next;
    }
    last_newton = select(0.0, moved, newton);
    if (newton && moved <= 0.5 * last_step && (i <= 20 || (i & 1) == 0)) {
      // A step as small is set a little further, to see the sign change.
      var further: f32 = select(-0.25 * enough, 0.25 * enough, next > x);
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

// p(x), and what rounding may make of it (see REAL_ROOTS_NOISE_FACTOR).
fn real_roots_value_and_noise_at(c_given: array<f32, REAL_ROOTS_DEGREE + 1>, x: f32) -> vec2<f32> {
  var c = c_given;
  var value: f32 = c[REAL_ROOTS_DEGREE];
  var magnitude: f32 = abs(value);
  for (var k: i32 = REAL_ROOTS_DEGREE - 1; k >= 0; k--) {
    value = value * x + c[k];
    magnitude = magnitude * abs(x) + abs(c[k]);
  }
  return vec2<f32>(value, REAL_ROOTS_NOISE_FACTOR * magnitude);
}

// Whether p' cannot be told from zero at x.
fn real_roots_is_flat_at(c_given: array<f32, REAL_ROOTS_DEGREE + 1>, x: f32) -> bool {
  var c = c_given;
  var magnitude: f32 = 0.0;
  for (var k: i32 = REAL_ROOTS_DEGREE; k >= 1; k--) {
    magnitude = magnitude * abs(x) + f32(k) * abs(c[k]);
  }
  return abs(real_roots_value_and_slope_at(c, x).y) <= REAL_ROOTS_NOISE_FACTOR * magnitude;
}

// What a local extremum is: p keeps its distance from zero, touches, or crosses twice.
struct RealRootsExtremum {
  x: f32,  // where
  value: f32,  // p there
  touches: bool,  // zero within what rounding the coefficients can tell
  sign_known: bool,  // the sign of the value is not an effect of rounding in its evaluation
}

fn real_roots_no_extremum(x: f32) -> RealRootsExtremum {
  var e: RealRootsExtremum;
  e.x = x;
  e.value = 0.0;
  e.touches = false;
  e.sign_known = false;
  return e;
}

// By Newton's iteration for p' = 0 from a point nearby; steps outside (lo, hi) end it, and so do steps away from a
// touch, where the slope is noise as well. The sign is known by a running error bound for two roundings in each step
// (Higham 2002, section 5.1), u = 2^-24.
fn real_roots_find_extremum(c_given: array<f32, REAL_ROOTS_DEGREE + 1>, lo: f32, start: f32, hi: f32,
    negative_around: bool) -> RealRootsExtremum {
  var c = c_given;
  var e: RealRootsExtremum = real_roots_no_extremum(start);
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
    var touches: bool = abs(value) <= REAL_ROOTS_NOISE_FACTOR * magnitude;
    if (e.touches && !touches && (value < 0.0) == negative_around) {
      break;
    }
    e.x = x;
    e.value = value;
    e.touches = touches;
    e.sign_known = abs(value) > 2.0 * REAL_ROOTS_ROUNDOFF * partial;
    if (abs(slope) >= abs(2.0 * second) * (hi - lo)) {
      break;
    }
    var step: f32 = slope / (2.0 * second);
    x = x - step;
    // Nor does it go on where the value would change by less than its rounding.
    if (x == e.x || x <= lo || x >= hi || abs(slope * step) <= 0.5 * REAL_ROOTS_ROUNDOFF * magnitude) {
      break;
    }
  }
  return e;
}

fn real_roots_no_roots(status: i32) -> RealRoots {
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
fn real_roots_with_root(before: RealRoots, x: f32, touches: bool, most: i32) -> RealRoots {
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

// As many points may separate the roots of p: where signs are not clear of rounding there may seem to be more of them.
const REAL_ROOTS_SLOTS: i32 = select(REAL_ROOTS_DEGREE, REAL_ROOTS_DEGREE + 12, REAL_ROOTS_DEGREE > 10);
// In how many of the first intervals between them it is known where a root may be: as many as leave 256 bytes for
// these points, since some compilers put larger ones into memory.
const REAL_ROOTS_KNOWN_STARTS: i32 = select(62 - REAL_ROOTS_SLOTS, REAL_ROOTS_SLOTS, REAL_ROOTS_SLOTS < 31);

struct RealRootsSeparatingPoints {
  x: array<f32, REAL_ROOTS_SLOTS>,  // ascending, the last ones hi
  starts: array<f32, REAL_ROOTS_KNOWN_STARTS>,  // where to look for a root between each and the one before
  known: bool,  // whether they were found
}

fn real_roots_no_points(hi: f32) -> RealRootsSeparatingPoints {
  var points: RealRootsSeparatingPoints;
  points.known = true;
  for (var k: i32 = 0; k < REAL_ROOTS_SLOTS; k++) {
    points.x[k] = hi;
  }
  for (var k: i32 = 0; k < REAL_ROOTS_KNOWN_STARTS; k++) {
    points.starts[k] = hi;
  }
  return points;
}

// Crossings and touches of p in [lo, hi], separated by `points`, which end with hi; the first `wanted` of them. If
// `turns` is 1, the points are the roots of p'; if it is 0, others, and p may be zero at one of them without a touch
// there; then their `starts` are known. If `all`, p should have one root between any two points: where signs say that
// it has not, status is -1.
fn real_roots_last_level(c_given: array<f32, REAL_ROOTS_DEGREE + 1>, points: RealRootsSeparatingPoints, lo: f32,
    hi: f32, tolerance: vec2<f32>, wanted: i32, all: bool, turns: i32) -> RealRoots {
  var c = c_given;
  var r: RealRoots = real_roots_no_roots(REAL_ROOTS_OK);
  // Between other points p may look like a power of x - root for long, and each step be a small part of what is left.
  var near_tolerance: vec2<f32> = tolerance;
  near_tolerance.x = select(0.25 * tolerance.x, tolerance.x, turns == 1);
  // To degree 10 the next point stands at 0, so that all of them stay in registers.
  var ahead: array<f32, REAL_ROOTS_SLOTS>;
  for (var k: i32 = 0; k < REAL_ROOTS_SLOTS; k++) {
    ahead[k] = points.x[k];
  }
  // Three neighbouring points a < b < x: what b is shows when x is known, and only then (a, b) is searched.
  var seen: vec2<f32> = real_roots_value_and_noise_at(c, lo);
  var a: f32 = lo;
  var b: f32 = lo;
  var at_a: f32 = 0.0;
  var at_b: f32 = seen.x;
  var low_b: bool = abs(seen.x) <= 1.5 * seen.y;  // only then p may be zero beside b
  var noise_a: f32 = seen.y;
  var noise_b: f32 = seen.y;
  var first: bool = true;
  var crosses_before: bool = false;  // between a and b
  var done: bool = false;  // left of b: the sign at a is not p's
  var most: i32 = 1;
  var negative: bool = at_b < 0.0;  // what p should be at b if all roots are there
  var towards: f32 = hi;  // where to look first between a and b
  var whole: bool = false;  // a driver may have ended this loop, see bernstein_of
  for (var i: i32 = 0; i <= REAL_ROOTS_SLOTS; i++) {
    var last: bool = i == REAL_ROOTS_SLOTS;
    whole = last;
    var x: f32 = b;
    var at_x: f32 = at_b;
    var noise_x: f32 = noise_b;
    var next_towards: f32 = hi;
    var low_x: bool = false;
    if (!last) {
      if (REAL_ROOTS_DEGREE > 10) {
        x = points.x[i];
      } else {
        x = ahead[0];
        for (var k: i32 = 1; k < REAL_ROOTS_SLOTS; k++) {
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
      if (turns == 0 && at_x == 0.0 && x < hi && !real_roots_is_flat_at(c, x)) {
        // A crossing, which belongs to one of the two intervals: where signs were counted, zero was positive.
        at_x = REAL_ROOTS_LEAST_NORMAL;
      }
      noise_x = seen.y;
      low_x = abs(seen.x) <= 1.5 * seen.y;
    }
    if (all && !last && (low_b || low_x)) {
      // There signs prove nothing. But a missing extremum shows where p is not monotone.
      var between: f32 = real_roots_value_at(c, 0.5 * (b + x));
      var unsure: f32 = max(noise_b, noise_x);
      if (between > max(at_b, at_x) + unsure || between < min(at_b, at_x) - unsure) {
        return real_roots_no_roots(-1);
      }
    }
    var crosses_after: bool = at_b != 0.0 && at_x != 0.0 && (at_b < 0.0) != (at_x < 0.0);
    if (turns == 0 && at_b == 0.0 && !first && !last && (at_a < 0.0) == (at_x < 0.0)) {
      // p is flat there: a touch, or two roots nearby, as the extremum tells.
      at_b = select(REAL_ROOTS_LEAST_NORMAL, -REAL_ROOTS_LEAST_NORMAL, at_a < 0.0);
    }
    var is_root: bool = at_b == 0.0;
    if (all && !low_b && !last && (at_b < 0.0) != negative) {
      return real_roots_no_roots(-1);
    }
    negative = !negative;
    var touches: bool = false;
    var root: f32 = b;
    var turned: bool = false;
    if (is_root) {
      if (first || last) {
        touches = real_roots_is_flat_at(c, b);
      } else {
        touches = (at_a < 0.0) == (at_x < 0.0);
      }
    } else {
      var lower_than_before: bool = first || abs(at_b) < abs(at_a) || (!last && abs(at_b) == abs(at_a));
      var lower_than_after: bool = last || abs(at_b) <= abs(at_x);
      var bends: bool = low_b && !crosses_before && !crosses_after && lower_than_before && lower_than_after;
      var dips: bool = turns == 1 && low_b && crosses_before && crosses_after;
      if (bends || dips) {
        var inner: bool = !first && !last;
        var lower: f32 = select(b, a, inner);
        var upper: f32 = select(b, x, inner);
        var e: RealRootsExtremum = real_roots_no_extremum(b);
        var start: f32 = b;
        for (var k: i32 = 0; k < 2; k++) {
          var seen_there: RealRootsExtremum = real_roots_find_extremum(c, lower, start, upper, at_x < 0.0);
          if (k == 0 || (seen_there.sign_known && (seen_there.value < 0.0) != (at_x < 0.0))) {
            e = seen_there;
          }
          if (REAL_ROOTS_DEGREE < 11 || turns == 1 || !inner || !e.touches) {
            break;
          }
          // b is no extremum, and Newton's iteration may not have found one: it lies where p goes towards zero.
          var upwards: bool = (real_roots_value_and_slope_at(c, b).y < 0.0) != (at_x < 0.0);
          start = select(a, x, upwards);
          start = 0.5 * (b + start);
        }
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
      var start: f32 = select(a + 0.5 * (b - a), towards, towards > a && towards < b);
      if (turns == 1) {
        start = real_roots_start_between(c, a, b, at_a, at_b, a > lo, b < hi);
      }
      // No more than anywhere between, so that roots near 0 are as accurate as they can be.
      var noise: f32 = select(min(noise_a, noise_b), REAL_ROOTS_NOISE_FACTOR * abs(c[0]), a < 0.0 && b > 0.0);
      var found: vec2<f32> = real_roots_find_near(c, a, b, start, at_a < 0.0, near_tolerance, noise, 40);
      if (found.y == 0.0) {
        found.x = real_roots_find_crossing(c, a, b, start, at_a < 0.0, tolerance);
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
  r.status = select(REAL_ROOTS_UNRESOLVED, r.status, whole);
  return r;
}

// The roots of a + b x + c x^2, ascending, brought into [lo, hi].
fn real_roots_roots_of_quadratic(a: f32, b: f32, c: f32, lo: f32, hi: f32) -> vec2<f32> {
  var reach: f32 = max(abs(lo), abs(hi));
  var u: f32 = hi;
  var v: f32 = hi;
  var largest: f32 = max(abs(a), max(abs(b), abs(c)));
  var scale: f32 = select(0.0, 1.0 / largest, largest > 1.0e-37);
  var first: f32 = a * scale;
  var half_b: f32 = 0.5 * (b * scale);
  var leading: f32 = c * scale;
  var discriminant: f32 = half_b * half_b - first * leading;
  if (discriminant >= 0.0) {
    var root: f32 = sqrt(discriminant);
    var sum: f32 = select(half_b + root, half_b - root, half_b < 0.0);
    if (abs(sum) < abs(leading) * reach) {
      u = -sum / leading;
    }
    if (abs(first) < abs(sum) * reach) {
      v = -first / sum;
    }
  }
  u = max(lo, min(u, hi));
  v = max(lo, min(v, hi));
  return vec2<f32>(min(u, v), max(u, v));
}

// As many changes of sign as this may be in the Bernstein coefficients of p. Beyond, other ways are faster.
const REAL_ROOTS_FEW_CHANGES: i32 = select(6, REAL_ROOTS_DEGREE - 1, REAL_ROOTS_DEGREE < 7);

// What rounding may make of a Bernstein coefficient, for a sum 1 of the moduli |p_k x^k| at the outer end.
const REAL_ROOTS_UNSURE_FACTOR: f32 = f32(6 * REAL_ROOTS_DEGREE + 8) * REAL_ROOTS_ROUNDOFF;

// What the signs of the Bernstein coefficients of p tell in an interval.
struct RealRootsSignsSeen {
  changes: i32,  // at least as many as roots; one if there is one, none if there is none
  turns: bool,  // p' is known to have one root
  known: bool,  // the signs at both ends are
}

// p as a polynomial of t in [-1, 1].
struct RealRootsCentredForm {
  a: array<f32, REAL_ROOTS_DEGREE + 1>,  // coefficient k by C(N, k)
  middle: f32,  // x = middle + half_width t
  half_width: f32,  // half the interval
}

fn real_roots_centred_about(p_given: array<f32, REAL_ROOTS_DEGREE + 1>, lo: f32, hi: f32) -> RealRootsCentredForm {
  var p = p_given;
  var s: RealRootsCentredForm;
  s.middle = 0.5 * (lo + hi);
  s.half_width = 0.5 * (hi - lo);
  var power: f32 = 1.0;
  var binomial: f32 = 1.0;
  for (var k: i32 = 0; k < REAL_ROOTS_DEGREE; k++) {
    s.a[k] = p[k];
  }
  s.a[REAL_ROOTS_DEGREE] = p[REAL_ROOTS_DEGREE];
  if (s.middle != 0.0) {
    for (var i: i32 = 0; i < REAL_ROOTS_DEGREE; i++) {
      var above: f32 = s.a[REAL_ROOTS_DEGREE];
      for (var k: i32 = REAL_ROOTS_DEGREE - 1; k >= 0; k--) {
        if (k >= i) {
          above = s.a[k] + s.middle * above;
          s.a[k] = above;
        }
      }
    }
  }
  for (var k: i32 = 0; k < REAL_ROOTS_DEGREE; k++) {
    s.a[k] = s.a[k] * power / binomial;
    power = power * s.half_width;
    binomial = binomial * f32(REAL_ROOTS_DEGREE - k) / f32(k + 1);
  }
  s.a[REAL_ROOTS_DEGREE] = s.a[REAL_ROOTS_DEGREE] * power;
  return s;
}

// The Bernstein coefficients of p in the interval from t, of that size. The first one belongs to the end nearer to 0,
// so that no sum is larger than that for the other end.
struct RealRootsBernsteinForm {
  b: array<f32, REAL_ROOTS_DEGREE + 1>,  // in this order
}

fn real_roots_bernstein_of(s: RealRootsCentredForm, t: f32, size: f32) -> RealRootsBernsteinForm {
  var r: RealRootsBernsteinForm;
  var inner: f32 = select(t, t + size, t < 0.0);
  var outwards: f32 = select(size, -size, t < 0.0);
  for (var k: i32 = 0; k < REAL_ROOTS_DEGREE; k++) {
    r.b[k] = s.a[k];
  }
  r.b[REAL_ROOTS_DEGREE] = s.a[REAL_ROOTS_DEGREE];
  // Each number is read once: compilers that do not unroll these loops have mixed up the old one with the new one. Two
  // in a turn, since some drivers take many turns for endless: llvmpipe ends all loops after 65535 of them together.
  if (inner != 0.0) {
    for (var i: i32 = REAL_ROOTS_DEGREE - 1; i >= 0; i--) {
      var before: f32 = r.b[0];
      for (var k: i32 = 0; k <= i; k += 2) {
        var next: f32 = r.b[k + 1];
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
  for (var i: i32 = REAL_ROOTS_DEGREE - 1; i >= 0; i--) {
    var before: f32 = r.b[REAL_ROOTS_DEGREE];
    for (var k: i32 = 0; k <= i; k += 2) {
      var next: f32 = r.b[REAL_ROOTS_DEGREE - k - 1];
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
fn real_roots_size_from(t: f32, most: f32) -> f32 {
  var bits: u32 = bitcast<u32>(t) & 0x7fffffffu;
  var fraction: u32 = (bits & 0x007fffffu) | 0x00800000u;
  var last: u32 = fraction & (~fraction + 1u);
  var size: f32 = bitcast<f32>(bits & 0x7f800000u) * (f32(last) * 2.0 * REAL_ROOTS_ROUNDOFF);
  size = select(min(size, most), most, bits == 0u);
  return size;
}

// A coefficient within rounding counts as the sign that makes more changes.
fn real_roots_signs_of(p: RealRootsBernsteinForm, unsure: f32) -> RealRootsSignsSeen {
  var signs: RealRootsSignsSeen;
  signs.known = abs(p.b[0]) > unsure && abs(p.b[REAL_ROOTS_DEGREE]) > unsure;
  signs.changes = 0;
  var turns: i32 = 0;
  var step: f32 = p.b[1] - p.b[0];
  var known_turns: bool = abs(step) > unsure && abs(p.b[REAL_ROOTS_DEGREE] - p.b[REAL_ROOTS_DEGREE - 1]) > unsure;
  var negative: bool = p.b[0] < 0.0;
  var falls: bool = step < 0.0;
  for (var k: i32 = 1; k <= REAL_ROOTS_DEGREE; k++) {
    var change: bool = select(p.b[k] <= unsure, p.b[k] >= -unsure, negative);
    step = p.b[k] - p.b[k - 1];
    var turn: bool = select(step <= unsure, step >= -unsure, falls);
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
fn real_roots_other_side(c_given: array<f32, REAL_ROOTS_DEGREE + 1>, lo: f32, hi: f32, start: f32,
    negative_around: bool) -> vec2<f32> {
  var c = c_given;
  var left: f32 = lo;
  var right: f32 = hi;
  var x: f32 = start;
  var last_step: f32 = hi - lo;
  var value: f32 = 0.0;
  var noise: f32 = 0.0;
  for (var i: i32 = 0; i < 40; i++) {
    var second: f32 = 0.0;
    var slope: f32 = 0.0;
    value = c[REAL_ROOTS_DEGREE];
    var magnitude: f32 = abs(value);
    for (var k: i32 = REAL_ROOTS_DEGREE - 1; k >= 0; k--) {
      second = second * x + slope;
      slope = slope * x + value;
      value = value * x + c[k];
      magnitude = magnitude * abs(x) + abs(c[k]);
    }
    noise = 4.0 * REAL_ROOTS_NOISE_FACTOR * magnitude;
    if (abs(value) > noise && (value < 0.0) != negative_around) {
      break;
    }
    var goes_left: bool = (slope < 0.0) != negative_around;
    left = select(left, x, goes_left);
    right = select(x, right, goes_left);
    var next: f32 = left + 0.5 * (right - left);
    var moved: f32 = 0.5 * abs(slope);
    if (moved < abs(second) * (right - left)) {
      var promised: f32 = x - 0.5 * slope / second;
      if (promised >= left && promised <= right && (i < 12 || (i & 1) == 0)) {
        next = promised;
      }
    }
    moved = abs(next - x);
    // The extremum itself is by 0.5 p' moved beyond the value here, which may be far beyond rounding where the value is
    // not.
    var tells: bool = abs(slope) * moved <= 0.5 * max(abs(value), noise);
    if (tells && moved <= 0.0001 * (hi - lo) && moved <= 0.25 * last_step) {
      break;
    }
    last_step = moved;
    x = next;
  }
  var seen: f32 = select(0.0, value, abs(value) > noise);
  return vec2<f32>(x, seen);
}

// By Descartes' rule of signs for Bernstein coefficients in halved intervals (Collins and Akritas 1976), without a
// stack: an interval's coefficients are found anew from p. Only what is certain in spite of rounding is an answer here;
// everything else, and many changes of sign, has status -1, with the changes for a count, and is left to others.
fn real_roots_few_roots(p_given: array<f32, REAL_ROOTS_DEGREE + 1>, lo: f32, hi: f32, tolerance: vec2<f32>,
    wanted: i32) -> RealRoots {
  var p = p_given;
  var r: RealRoots = real_roots_no_roots(-1);
  var begins: array<f32, REAL_ROOTS_FEW_CHANGES>;
  var sizes: array<f32, REAL_ROOTS_FEW_CHANGES>;
  var s: RealRootsCentredForm = real_roots_centred_about(p, lo, hi);
  var reach: f32 = max(abs(lo), abs(hi));
  var magnitude: f32 = abs(p[REAL_ROOTS_DEGREE]);
  for (var k: i32 = REAL_ROOTS_DEGREE - 1; k >= 0; k--) {
    magnitude = magnitude * reach + abs(p[k]);
  }
  for (var k: i32 = 0; k < REAL_ROOTS_FEW_CHANGES; k++) {
    begins[k] = 0.0;
    sizes[k] = 0.0;
  }
  var unsure: f32 = REAL_ROOTS_UNSURE_FACTOR * magnitude;
  var t: f32 = 0.0;  // both halves are looked at first, the right one before the left one
  var size: f32 = 1.0;
  var count: i32 = 0;
  var odd: i32 = 0;
  var seen: i32 = 0;
  var sure: bool = true;
  for (var i: i32 = 0; i < 200; i++) {
    var signs: RealRootsSignsSeen = real_roots_signs_of(real_roots_bernstein_of(s, t, size), unsure);
    if (i < 2) {
      seen = seen + signs.changes;
    }
    sure = sure && signs.known && size >= 0.0001;
    if (i == 0) {
      t = -1.0;
      continue;
    }
    sure = sure && seen <= REAL_ROOTS_FEW_CHANGES;
    if (!sure) {
      break;
    }
    if (signs.changes > 2 || (signs.changes == 2 && !signs.turns)) {
      size = 0.5 * size;
      continue;
    }
    if (signs.changes > 0) {
      if (count == REAL_ROOTS_FEW_CHANGES) {
        sure = false;
        break;
      }
      for (var k: i32 = 0; k < REAL_ROOTS_FEW_CHANGES; k++) {
        begins[k] = select(begins[k], t, k == count);
        sizes[k] = select(sizes[k], size, k == count);
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
    if (t >= 1.0) {
      break;
    }
    size = real_roots_size_from(t, 1.0);
  }
  if (!sure || (t < 1.0 && odd < wanted)) {
    r.count = seen;
    return r;
  }
  // Where a driver has ended a loop, what was found is not whole.
  var whole: bool = false;
  for (var i: i32 = 0; i <= REAL_ROOTS_FEW_CHANGES; i++) {
    if (i >= count || r.count >= wanted) {
      whole = true;
      break;
    }
    var left: f32 = s.middle + s.half_width * begins[0];
    var right: f32 = s.middle + s.half_width * (begins[0] + sizes[0]);
    for (var k: i32 = 1; k < REAL_ROOTS_FEW_CHANGES; k++) {
      begins[k - 1] = begins[k];
      sizes[k - 1] = sizes[k];
    }
    left = max(left, lo);
    right = min(right, hi);
    var at_left: f32 = real_roots_value_at(p, left);
    var at_right: f32 = real_roots_value_at(p, right);
    var end: f32 = right;
    var at_end: f32 = at_right;
    var parts: i32 = 1;
    if ((at_left < 0.0) == (at_right < 0.0)) {
      var between: vec2<f32> = real_roots_other_side(p, left, right, 0.5 * (left + right), at_left < 0.0);
      if (between.y == 0.0) {
        return real_roots_no_roots(-1);
      }
      end = between.x;
      at_end = between.y;
      parts = select(2, 0, (at_end < 0.0) == (at_left < 0.0));
    }
    for (var k: i32 = 0; k < 2; k++) {
      if (k >= parts || r.count >= wanted) {
        break;
      }
      var start: f32 = real_roots_guess_root(left, end, at_left, at_end, false, false, 0.0);
      var found: vec2<f32> = real_roots_find_near(p, left, end, start, at_left < 0.0, tolerance, 0.0, 40);
      if (found.y == 0.0) {
        found.x = real_roots_find_crossing(p, left, end, start, at_left < 0.0, tolerance);
      }
      for (var j: i32 = 0; j < REAL_ROOTS_DEGREE; j++) {
        r.roots[j] = select(r.roots[j], found.x, j == r.count);
      }
      r.count = r.count + 1;
      left = end;
      at_left = at_end;
      end = right;
      at_end = at_right;
    }
  }
  r.status = select(-1, REAL_ROOTS_OK, whole);
  return r;
}

// Whether p is clear of zero from `left` to `right`, by Horner's scheme in interval arithmetic (Moore 1966); `unsure`
// is what rounding may make of it. (0 lies at an end or outside, which makes products of intervals simple.)
fn real_roots_is_clear(p_given: array<f32, REAL_ROOTS_DEGREE + 1>, left: f32, right: f32, unsure: f32) -> bool {
  var p = p_given;
  var inner: f32 = min(abs(left), abs(right));
  var outer: f32 = max(abs(left), abs(right));
  var sign: f32 = select(1.0, -1.0, left < 0.0);
  var low: f32 = 0.0;
  var high: f32 = 0.0;
  for (var k: i32 = REAL_ROOTS_DEGREE; k >= 0; k--) {
    var next: f32 = p[k];
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
fn real_roots_leftmost_root(p_given: array<f32, REAL_ROOTS_DEGREE + 1>, lo: f32, hi: f32,
    tolerance: vec2<f32>) -> RealRoots {
  var p = p_given;
  var r: RealRoots = real_roots_no_roots(-1);
  // About 0 if it is near, where rounding is least; intervals may stick out then.
  var reach: f32 = max(abs(lo), abs(hi));
  var about_zero: bool = lo < 0.5 * reach && hi > -0.5 * reach;
  var frame_lo: f32 = select(lo, -reach, about_zero);
  var frame_hi: f32 = select(hi, reach, about_zero);
  var s: RealRootsCentredForm = real_roots_centred_about(p, frame_lo, frame_hi);
  var t: f32 = select(-1.0, 0.0, about_zero && lo >= 0.0);
  var size: f32 = 1.0;
  var root: f32 = 0.0;
  var found: i32 = -1;  // 0 and 1: so many roots; -1: not known
  for (var i: i32 = 0; i < 100; i++) {
    var begin: f32 = s.middle + s.half_width * t;
    var end: f32 = s.middle + s.half_width * (t + size);
    if (end <= lo) {
      t = t + size;
      size = real_roots_size_from(t, 1.0);
      continue;
    }
    var left: f32 = max(begin, lo);
    var right: f32 = min(end, hi);
    var outer: f32 = abs(s.middle) + s.half_width * max(abs(t), abs(t + size));
    var magnitude: f32 = abs(p[REAL_ROOTS_DEGREE]);
    for (var k: i32 = REAL_ROOTS_DEGREE - 1; k >= 0; k--) {
      magnitude = magnitude * outer + abs(p[k]);
    }
    var unsure: f32 = REAL_ROOTS_UNSURE_FACTOR * magnitude;
    var clear: bool = false;
    if (left >= 0.0 || right <= 0.0) {
      clear = real_roots_is_clear(p, left, right, unsure);
    }
    if (!clear) {
      var signs: RealRootsSignsSeen = real_roots_signs_of(real_roots_bernstein_of(s, t, size), unsure);
      var at_left: f32 = real_roots_value_at(p, left);
      var at_right: f32 = real_roots_value_at(p, right);
      // What sticks out may hold one root, which is on either side then, but no extremum is looked for.
      var sticks_out: bool = about_zero && (begin < lo || end > hi);
      var known: bool = signs.known;
      if (sticks_out) {
        known = known && abs(at_left) > unsure && abs(at_right) > unsure;
      }
      var two: bool = signs.changes == 2 && signs.turns && !sticks_out;
      if (!known || (signs.changes > 1 && !two)) {
        size = 0.5 * size;
        if (size < 0.0001 * max(0.01, max(abs(t), abs(t + size)))) {
          break;
        }
        continue;
      }
      if (two) {
        var between: vec2<f32> = real_roots_other_side(p, left, right, 0.5 * (left + right), at_left < 0.0);
        if (between.y == 0.0) {
          break;
        }
        right = between.x;
        at_right = between.y;
      }
      if ((at_left < 0.0) != (at_right < 0.0)) {
        var start: f32 = real_roots_guess_root(left, right, at_left, at_right, false, two, 0.0);
        var refined: vec2<f32> = real_roots_find_near(p, left, right, start, at_left < 0.0, tolerance, 0.0, 40);
        root = refined.x;
        if (refined.y == 0.0) {
          root = real_roots_find_crossing(p, left, right, start, at_left < 0.0, tolerance);
        }
        found = 1;
        break;
      }
    }
    t = t + size;
    if (t >= 1.0 || end >= hi) {
      found = 0;
      break;
    }
    // Right of 0 as small as left of it: roots near 0 that are not real are as near there.
    if (t != 0.0) {
      size = real_roots_size_from(t, 1.0);
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
const REAL_ROOTS_FAR_LEFT: f32 = -33554432.0;

// For p with all of its roots in [lo, hi]: the roots of p', which separate them, and hi. By Laguerre's iteration, where
// roots that are known leave by their poles in p''/p' (Maehly 1954), from either end in turn. Where p has other roots,
// these points are of no use, which the signs of p tell.
fn real_roots_between_all(c_given: array<f32, REAL_ROOTS_DEGREE + 1>, lo: f32, hi: f32) -> RealRootsSeparatingPoints {
  var c = c_given;
  var p: array<f32, REAL_ROOTS_DEGREE + 1>;  // p'
  for (var k: i32 = 0; k < REAL_ROOTS_DEGREE; k++) {
    p[k] = f32(k + 1) * c[k + 1];
  }
  p[REAL_ROOTS_DEGREE] = 0.0;
  var found: array<f32, REAL_ROOTS_DEGREE>;
  for (var k: i32 = 0; k < REAL_ROOTS_DEGREE; k++) {
    found[k] = REAL_ROOTS_FAR_LEFT;
  }
  var width: f32 = hi - lo;
  var aside: f32 = 0.03 * width;
  var from_left: f32 = lo;
  var from_right: f32 = hi;
  for (var k: i32 = 0; k < REAL_ROOTS_DEGREE - 1; k++) {
    var remaining: f32 = f32(REAL_ROOTS_DEGREE - 1 - k);
    var right: bool = (k & 1) == 0;
    var x: f32 = select(from_left, from_right, right);
    var last_step: f32 = width;
    for (var i: i32 = 0; i < 12; i++) {
      var bend: f32 = 0.0;
      var slope: f32 = 0.0;
      var value: f32 = p[REAL_ROOTS_DEGREE];
      for (var j: i32 = REAL_ROOTS_DEGREE - 1; j >= 0; j--) {
        bend = bend * x + slope;
        slope = slope * x + value;
        value = value * x + p[j];
      }
      if (value == 0.0) {
        break;
      }
      // The same of the product of x - root.
      var known: f32 = 1.0;
      var known_slope: f32 = 0.0;
      var known_bend: f32 = 0.0;
      for (var j: i32 = 0; j < REAL_ROOTS_DEGREE; j++) {
        if (j < k) {
          var off: f32 = x - found[REAL_ROOTS_DEGREE - 1 - j];
          known_bend = known_bend * off + known_slope;
          known_slope = known_slope * off + known;
          known = known * off;
        }
      }
      var by_value: f32 = 1.0 / value;
      var by_known: f32 = 1.0 / known;
      var one: f32 = slope * by_value;
      var other: f32 = known_slope * by_known;
      var first: f32 = one - other;
      var second: f32 = one * one - other * other - 2.0 * (bend * by_value - known_bend * by_known);
      var root: f32 = sqrt(max((remaining - 1.0) * (remaining * second - first * first), 0.0));
      var divisor: f32 = select(first + root, first - root, first < 0.0);
      var step: f32 = remaining / divisor;
      var before: f32 = x;
      x = max(lo, min(x - step, hi));
      var moved: f32 = abs(x - before);
      var size: f32 = min(abs(x), width);
      if (moved <= 0.0001 * size || (moved <= 0.005 * size && moved <= 0.05 * last_step)) {
        break;
      }
      last_step = moved;
    }
    var rest: f32 = x;
    for (var j: i32 = REAL_ROOTS_DEGREE - 1; j >= 0; j--) {
      var larger: f32 = max(found[j], rest);
      rest = min(found[j], rest);
      found[j] = larger;
    }
    from_right = select(from_right, max(lo, x - aside), right);
    from_left = select(min(hi, x + aside), from_left, right);
  }
  var points: RealRootsSeparatingPoints = real_roots_no_points(hi);
  for (var k: i32 = 0; k < REAL_ROOTS_DEGREE - 1; k++) {
    points.x[k] = found[k + 1];
  }
  return points;
}

// The roots of p' separate those of p, the roots of p'' those of p', and so on (Collins and Loos 1976; Yuksel 2022).
// These are the roots of p', and hi.
fn real_roots_chain_of_derivatives(p_given: array<f32, REAL_ROOTS_DEGREE + 1>, lo: f32,
    hi: f32) -> RealRootsSeparatingPoints {
  var p = p_given;
  var points: array<f32, REAL_ROOTS_DEGREE>;
  // The derivative of order N - degree, divided by (N - degree)!, has coefficients C(k, N - degree) p_k. Here p is
  // turned so that they stand at 0 ... degree. The binomials, 0 elsewhere, follow exactly from those one level before:
  // factors multiplied up in floating point would lose roots.
  var turned: array<f32, REAL_ROOTS_DEGREE + 1>;
  var binomials: array<u32, REAL_ROOTS_DEGREE + 1>;
  var c: array<f32, REAL_ROOTS_DEGREE + 1>;
  var top: u32 = u32(REAL_ROOTS_DEGREE * (REAL_ROOTS_DEGREE - 1) / 2);  // C(N, degree)
  for (var k: i32 = 0; k < REAL_ROOTS_DEGREE; k++) {
    points[k] = lo;
    binomials[k + 1] = 0u;
  }
  for (var k: i32 = 0; k < REAL_ROOTS_DEGREE - 2; k++) {
    turned[k + 3] = p[k];
  }
  turned[0] = p[REAL_ROOTS_DEGREE - 2];
  turned[1] = p[REAL_ROOTS_DEGREE - 1];
  turned[2] = p[REAL_ROOTS_DEGREE];
  binomials[0] = 1u;
  binomials[1] = u32(REAL_ROOTS_DEGREE - 1);
  binomials[2] = top;
  var slope: f32 = f32(REAL_ROOTS_DEGREE - 1) * turned[1];
  var bend: f32 = f32(top) * turned[2];
  var ends: vec2<f32> = real_roots_roots_of_quadratic(turned[0], slope, bend, lo, hi);
  points[REAL_ROOTS_DEGREE - 3] = ends.x;
  points[REAL_ROOTS_DEGREE - 2] = ends.y;
  points[REAL_ROOTS_DEGREE - 1] = hi;
  var coarse: vec2<f32> = vec2<f32>(0.0, 0.004);
  var fine: vec2<f32> = vec2<f32>(0.0, 0.0008);
  for (var degree: i32 = 3; degree < REAL_ROOTS_DEGREE; degree++) {
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
    // Points stand in the last places, lo in those before. They move down one place at each interval, since registers
    // have no computed places, and its root takes the last one; where there is none, the interval's lower end does.
    var left: f32 = lo;
    var at_left: f32 = real_roots_value_at(c, lo);
    var noise: f32 = REAL_ROOTS_NOISE_FACTOR * abs(c[0]);
    var enough: vec2<f32> = select(fine, coarse, degree + 1 < REAL_ROOTS_DEGREE);
    for (var i: i32 = 0; i < REAL_ROOTS_DEGREE; i++) {
      var right: f32 = points[0];
      for (var k: i32 = 1; k < REAL_ROOTS_DEGREE; k++) {
        points[k - 1] = points[k];
      }
      var root: f32 = left;
      if (right > left) {
        var at_right: f32 = real_roots_value_at(c, right);
        if (at_right == 0.0) {
          root = right;
        } else if (at_left != 0.0 && (at_left < 0.0) != (at_right < 0.0)) {
          var start: f32 = real_roots_start_between(c, left, right, at_left, at_right, left > lo, right < hi);
          var found: vec2<f32> = real_roots_find_near(c, left, right, start, at_left < 0.0, enough, noise, 12);
          root = found.x;
          if (found.y == 0.0) {
            var seen: vec2<f32> = real_roots_value_and_noise_at(c, root);
            if (abs(seen.x) > seen.y) {
              root = real_roots_find_crossing(c, left, right, start, at_left < 0.0, vec2<f32>(0.0, 0.0001));
            }
          }
        }
        left = right;
        at_left = at_right;
      }
      points[REAL_ROOTS_DEGREE - 1] = root;
    }
    for (var k: i32 = 1; k < REAL_ROOTS_DEGREE; k++) {
      points[k - 1] = points[k];
    }
    points[REAL_ROOTS_DEGREE - 1] = hi;
  }
  var separators: RealRootsSeparatingPoints = real_roots_no_points(hi);
  for (var k: i32 = 0; k < REAL_ROOTS_DEGREE; k++) {
    separators.x[k] = points[k];
  }
  return separators;
}

// Degrees 5 to 10; the text serves others, too, where the degree is another one.
fn real_roots_separate(p_given: array<f32, REAL_ROOTS_DEGREE + 1>, lo: f32, hi: f32, tolerance: vec2<f32>,
    wanted: i32) -> RealRoots {
  var p = p_given;
  var r: RealRoots = real_roots_no_roots(-1);
  if (wanted == 1) {
    r = real_roots_leftmost_root(p, lo, hi, tolerance);
  }
  if (r.status < 0) {
    r = real_roots_few_roots(p, lo, hi, tolerance, wanted);
  }
  var all: bool = r.count >= REAL_ROOTS_DEGREE && REAL_ROOTS_DEGREE <= 10;  // changes of sign
  for (var i: i32 = 0; i < 2; i++) {
    if (r.status >= 0) {
      break;
    }
    var points: RealRootsSeparatingPoints = real_roots_no_points(hi);
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
fn real_roots_bound_exponent(p_given: array<f32, REAL_ROOTS_DEGREE + 1>, n: i32) -> i32 {
  var p = p_given;
  var e_leading: i32 = 0;
  for (var k: i32 = 0; k <= REAL_ROOTS_DEGREE; k++) {
    if (k == n) {
      e_leading = real_roots_exponent_of(p[k]);
    }
  }
  var bound: i32 = -1000;
  for (var k: i32 = 0; k < REAL_ROOTS_DEGREE; k++) {
    if (k < n && !real_roots_is_zero(p[k])) {
      var i: i32 = n - k;
      var ratio: i32 = real_roots_exponent_of(p[k]) - e_leading + 1;
      var rounded_up: i32 = select(-((-ratio) / i), (ratio + i - 1) / i, ratio >= 0);
      bound = select(bound, rounded_up, rounded_up > bound);
    }
  }
  return bound + 1;
}

// The first `wanted` real roots in [lo, hi] of p(x) = a[0] + a[1] x + ... + a[N] x^N.
fn real_roots_some_roots(a_given: array<f32, REAL_ROOTS_DEGREE + 1>, lo: f32, hi: f32, absolute_tolerance: f32,
    relative_tolerance: f32, wanted: i32) -> RealRoots {
  var a = a_given;
  var p: array<f32, REAL_ROOTS_DEGREE + 1>;
  // By one look at the bits: no NaN, nothing very large, no root at or very near 0, and the interval in [-1, 1].
  var largest: u32 = 0u;
  for (var k: i32 = 0; k <= REAL_ROOTS_DEGREE; k++) {
    p[k] = a[k];
    var bits: u32 = bitcast<u32>(a[k]) & 0x7fffffffu;
    largest = select(largest, bits, bits > largest);
  }
  var lo_bits: u32 = bitcast<u32>(lo) & 0x7fffffffu;
  var hi_bits: u32 = bitcast<u32>(hi) & 0x7fffffffu;
  var usual: bool = largest < 0x5d800000u && (bitcast<u32>(a[0]) & 0x7fffffffu) >= 0x21800000u;
  usual = usual && lo_bits <= 0x3f800000u && hi_bits <= 0x3f800000u && lo < hi;
  var fits: bool = true;
  var e: i32 = 0;
  var n: i32 = REAL_ROOTS_DEGREE;  // the actual degree
  var zeros: i32 = 0;
  var zero_is_inside: bool = false;
  var t_lo: f32 = lo;
  var t_hi: f32 = hi;
  if (!usual) {
    var bad: bool = lo_bits > 0x7f800000u || hi_bits > 0x7f800000u;
    bad = bad || real_roots_order_of(lo) > real_roots_order_of(hi);
    n = -1;
    for (var k: i32 = 0; k <= REAL_ROOTS_DEGREE; k++) {
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
    zero_is_inside = zeros > 0 && real_roots_order_of(lo) <= 0 && real_roots_order_of(hi) >= 0;

    // x = 2^e t with |t| <= 1, and coefficients as large as overflow allows, which keeps small ones away from
    // underflow. Beyond the root bound nothing is to be found.
    t_lo = real_roots_scaled_by(lo, 0);
    t_hi = real_roots_scaled_by(hi, 0);
    if (n > 0 && max(abs(t_lo), abs(t_hi)) > 1.0) {
      var reach_exponent: i32 = real_roots_bound_exponent(p, n);
      reach_exponent = select(reach_exponent, -126, reach_exponent < -126);
      // Roots below all normal numbers lie beside 0: an interval [0, 0] would lose them.
      var reach: f32 = real_roots_scaled_by(1.0, reach_exponent);
      fits = reach < 1.7014118346046923e38 || (t_lo >= -1.7014118346046923e38 && t_hi <= 1.7014118346046923e38);
      reach = min(reach, 1.7014118346046923e38);
      t_lo = max(t_lo, -reach);
      t_hi = min(t_hi, reach);
      if (t_lo > t_hi) {
        return real_roots_no_roots(REAL_ROOTS_OK);
      }
      var widest: f32 = max(abs(t_lo), abs(t_hi));
      if (widest > 1.0) {
        e = real_roots_exponent_of(widest) + 1;
        e = select(e, 127, e > 127);
      }
      t_lo = real_roots_scaled_by(t_lo, -e);
      t_hi = real_roots_scaled_by(t_hi, -e);
    }
    // Where a root may be below 2^(e - 105) one scale is not enough: beside such a t the smallest normal number is no
    // small tolerance. (Fujiwara's bound for the reversed polynomial.)
    if (e > 0) {
      var e_constant: i32 = real_roots_exponent_of(p[0]);
      for (var k: i32 = 1; k <= REAL_ROOTS_DEGREE; k++) {
        if (!real_roots_is_zero(p[k]) && e_constant - real_roots_exponent_of(p[k]) <= k * (e - 104)) {
          fits = false;
        }
      }
    }
    var top: i32 = -100000;
    for (var k: i32 = 0; k <= REAL_ROOTS_DEGREE; k++) {
      if (!real_roots_is_zero(p[k])) {
        var scaled: i32 = real_roots_exponent_of(p[k]) + e * k;
        top = select(top, scaled, scaled > top);
      }
    }
    for (var k: i32 = 0; k <= REAL_ROOTS_DEGREE; k++) {
      p[k] = real_roots_scaled_by(p[k], e * k - top + REAL_ROOTS_HEADROOM);
    }
    // What underflow takes, 2^-126, is less than rounding takes, if p(0) alone is more than 2^-100.
    if (abs(p[0]) < 7.888609052210118e-31) {
      fits = false;
    }
  }

  var r: RealRoots = real_roots_no_roots(REAL_ROOTS_OK);
  if (n > 0) {
    var absolute: f32 = select(0.0, absolute_tolerance, real_roots_is_finite(absolute_tolerance));
    var relative: f32 = select(0.0, relative_tolerance, real_roots_is_finite(relative_tolerance));
    if (!usual) {
      absolute = real_roots_scaled_by(absolute, -e);
    }
    var tolerance: vec2<f32> = vec2<f32>(absolute, max(relative, 8.0 * REAL_ROOTS_ROUNDOFF));
    r = real_roots_separate(p, t_lo, t_hi, tolerance, wanted);
  }
  if (!usual) {
    var unit: f32 = real_roots_scaled_by(1.0, e);
    for (var k: i32 = 0; k < REAL_ROOTS_DEGREE; k++) {
      r.roots[k] = r.roots[k] * unit;
      // Where subnormal numbers are flushed, a root beside 0 may have become 0 itself.
      if (k < r.count && real_roots_is_zero(r.roots[k]) && zero_is_inside) {
        zero_is_inside = false;
        fits = false;
      }
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
  }
  if (r.count > wanted) {
    r.count = wanted;
    r.touching = r.touching & ((1u << u32(wanted)) - 1u);
    for (var k: i32 = 0; k < REAL_ROOTS_DEGREE; k++) {
      r.roots[k] = select(0.0, r.roots[k], k < wanted);
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
fn real_roots(a_given: array<f32, REAL_ROOTS_DEGREE + 1>, lo: f32, hi: f32, absolute_tolerance: f32,
    relative_tolerance: f32) -> RealRoots {
  var a = a_given;
  return real_roots_some_roots(a, lo, hi, absolute_tolerance, relative_tolerance, REAL_ROOTS_DEGREE);
}

// The first of them alone, as rays want it: count is 1 or 0, and the status speaks of that root.
fn real_roots_first(a_given: array<f32, REAL_ROOTS_DEGREE + 1>, lo: f32, hi: f32, absolute_tolerance: f32,
    relative_tolerance: f32) -> RealRoots {
  var a = a_given;
  return real_roots_some_roots(a, lo, hi, absolute_tolerance, relative_tolerance, 1);
}

// The first root alone, as rays want it, where it is plain to see: no scaling, no look at the input (a[k] x^k of
// moderate size, say below 1e30, in the whole interval, lo < hi, and a[0] not zero), and no slow way behind the fast
// one. Where rounding does not tell, as where a ray grazes a surface, the status is REAL_ROOTS_UNRESOLVED:
// real_roots_first knows more there. Renderers on processors go through both sides of a branch, so this is many times
// faster there; elsewhere it needs fewer registers.
fn real_roots_first_quick(a_given: array<f32, REAL_ROOTS_DEGREE + 1>, lo: f32, hi: f32, absolute_tolerance: f32,
    relative_tolerance: f32) -> RealRoots {
  var a = a_given;
  var relative: f32 = max(relative_tolerance, 8.0 * REAL_ROOTS_ROUNDOFF);
  var tolerance: vec2<f32> = vec2<f32>(absolute_tolerance, relative);
  var r: RealRoots = real_roots_leftmost_root(a, lo, hi, tolerance);
  if (r.status < 0) {
    r.status = REAL_ROOTS_UNRESOLVED;
  }
  return r;
}
