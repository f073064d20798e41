#pragma once

namespace vieta {

// Extrema, and roots between them: crossings and touches. See shader_text.hpp.
inline constexpr const char* real_roots_shader_extrema = R"(
// Whether p' cannot be told from zero at x.
bool real_roots_is_flat(float c[REAL_ROOTS_DEGREE + 1], float x) {
  float magnitude = 0.0;
  @unroll for (int k = REAL_ROOTS_DEGREE; k >= 1; k--) {
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

RealRootsExtremum real_roots_no_extremum(float x) {
  RealRootsExtremum e;
  e.x = x;
  e.value = 0.0;
  e.touches = false;
  e.sign_known = false;
  return e;
}

// By Newton's iteration for p' = 0 from a point nearby; steps outside (lo, hi) end it, and so do steps away from a
// touch, where the slope is noise as well. The sign is known by a running error bound for two roundings in each step
// (Higham 2002, section 5.1), u = 2^-24.
RealRootsExtremum real_roots_extremum(float c[REAL_ROOTS_DEGREE + 1], float lo, float start, float hi,
                                      bool negative_around) {
  RealRootsExtremum e = real_roots_no_extremum(start);
  float x = start;
  @loop for (int i = 0; i < 6; i++) {
    float second = 0.0;
    float slope = 0.0;
    float value = c[REAL_ROOTS_DEGREE];
    float magnitude = abs(value);
    float partial = 0.0;
    @unroll for (int k = REAL_ROOTS_DEGREE - 1; k >= 0; k--) {
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
    float step = slope / (2.0 * second);
    x = x - step;
    // Nor does it go on where the value would change by less than its rounding.
    if (x == e.x || x <= lo || x >= hi || abs(slope * step) <= 2.9802322387695312e-8 * magnitude) {
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
  @unroll for (int k = 0; k < REAL_ROOTS_DEGREE; k++) {
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
  @unroll for (int k = 0; k < REAL_ROOTS_DEGREE; k++) {
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

// As many points may separate the roots of p: where signs are not clear of rounding there may seem to be more of them.
const int REAL_ROOTS_POINTS = REAL_ROOTS_DEGREE > 10 ? REAL_ROOTS_DEGREE + 12 : REAL_ROOTS_DEGREE;
// In how many of the first intervals between them it is known where a root may be: as many as leave 256 bytes for
// RealRootsPoints, since some compilers put larger ones into memory.
const int REAL_ROOTS_STARTS = REAL_ROOTS_POINTS < 31 ? REAL_ROOTS_POINTS : 62 - REAL_ROOTS_POINTS;

struct RealRootsPoints {
  float x[REAL_ROOTS_POINTS];       // ascending, the last ones hi
  float starts[REAL_ROOTS_STARTS];  // where to look first for a root between each of them and the one before
  bool known;                       // whether they were found
};

RealRootsPoints real_roots_no_points(float hi) {
  RealRootsPoints points;
  points.known = true;
  @unroll for (int k = 0; k < REAL_ROOTS_POINTS; k++) {
    points.x[k] = hi;
  }
  @unroll for (int k = 0; k < REAL_ROOTS_STARTS; k++) {
    points.starts[k] = hi;
  }
  return points;
}

// Crossings and touches of p in [lo, hi], separated by `points`, which end with hi; the first `wanted` of them. If
// `turns` is 1, the points are the roots of p'; if it is 0, others, and p may be zero at one of them without a touch
// there; then their `starts` are known. If `all`, p should have one root between any two points: where signs say that
// it has not, status is -1.
RealRoots real_roots_last_level(float c[REAL_ROOTS_DEGREE + 1], RealRootsPoints points, float lo, float hi,
                                vec2 tolerance, int wanted, bool all, int turns) {
  RealRoots r = real_roots_none(REAL_ROOTS_OK);
  // Between other points p may look like a power of x - root for long, and each step be a small part of what is left.
  vec2 near_tolerance = tolerance;
  near_tolerance.x = turns == 1 ? tolerance.x : 0.25 * tolerance.x;
  // To degree 10 the next point stands at 0, so that all of them stay in registers.
  float ahead[REAL_ROOTS_POINTS];
  @unroll for (int k = 0; k < REAL_ROOTS_POINTS; k++) {
    ahead[k] = points.x[k];
  }
  // Three neighbouring points a < b < x: what b is shows when x is known, and only then (a, b) is searched.
  vec2 seen = real_roots_value_and_noise(c, lo);
  float a = lo;
  float b = lo;
  float at_a = 0.0;
  float at_b = seen.x;
  bool low_b = abs(seen.x) <= 1.5 * seen.y;  // only then p may be zero beside b
  float noise_a = seen.y;
  float noise_b = seen.y;
  bool first = true;
  bool crosses_before = false;  // between a and b
  bool done = false;            // left of b: the sign at a is not p's
  int most = 1;
  bool negative = at_b < 0.0;  // what p should be at b if all roots are there
  float towards = hi;          // where to look first between a and b
  bool whole = false;  // a driver may have ended this loop, see real_roots_bernstein
  @loop for (int i = 0; i <= REAL_ROOTS_POINTS; i++) {
    bool last = i == REAL_ROOTS_POINTS;
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
        @unroll for (int k = 1; k < REAL_ROOTS_POINTS; k++) {
          ahead[k - 1] = ahead[k];
        }
      }
      if (x <= b) {
        if (all) {
          return real_roots_none(-1);
        }
        continue;
      }
      if (turns == 0 && i < REAL_ROOTS_STARTS) {
        next_towards = points.starts[i];
      }
      seen = real_roots_value_and_noise(c, x);
      at_x = seen.x;
      if (turns == 0 && at_x == 0.0 && x < hi && !real_roots_is_flat(c, x)) {
        // A crossing, which belongs to one of the two intervals: where signs were counted, zero was positive.
        at_x = 1.1754943508222875e-38;
      }
      noise_x = seen.y;
      low_x = abs(seen.x) <= 1.5 * seen.y;
    }
    if (all && !last && (low_b || low_x)) {
      // There signs prove nothing. But a missing extremum shows where p is not monotone.
      float between = real_roots_value(c, 0.5 * (b + x));
      float unsure = max(noise_b, noise_x);
      if (between > max(at_b, at_x) + unsure || between < min(at_b, at_x) - unsure) {
        return real_roots_none(-1);
      }
    }
    bool crosses_after = at_b != 0.0 && at_x != 0.0 && (at_b < 0.0) != (at_x < 0.0);
    if (turns == 0 && at_b == 0.0 && !first && !last && (at_a < 0.0) == (at_x < 0.0)) {
      // p is flat there: a touch, or two roots nearby, as the extremum tells.
      at_b = at_a < 0.0 ? -1.1754943508222875e-38 : 1.1754943508222875e-38;
    }
    bool is_root = at_b == 0.0;
    if (all && !low_b && !last && (at_b < 0.0) != negative) {
      return real_roots_none(-1);
    }
    negative = !negative;
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
      bool bends = low_b && !crosses_before && !crosses_after && lower_than_before && lower_than_after;
      bool dips = turns == 1 && low_b && crosses_before && crosses_after;
      if (bends || dips) {
        bool inner = !first && !last;
        float lower = inner ? a : b;
        float upper = inner ? x : b;
        RealRootsExtremum e = real_roots_no_extremum(b);
        float start = b;
        @loop for (int k = 0; k < 2; k++) {
          RealRootsExtremum seen_there = real_roots_extremum(c, lower, start, upper, at_x < 0.0);
          if (k == 0 || (seen_there.sign_known && (seen_there.value < 0.0) != (at_x < 0.0))) {
            e = seen_there;
          }
          if (REAL_ROOTS_DEGREE < 11 || turns == 1 || !inner || !e.touches) {
            break;
          }
          // b is no extremum, and Newton's iteration may not have found one: it lies where p goes towards zero.
          bool upwards = (real_roots_value_and_slope(c, b).y < 0.0) != (at_x < 0.0);
          start = upwards ? x : a;
          start = 0.5 * (b + start);
        }
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
      float start = towards > a && towards < b ? towards : a + 0.5 * (b - a);
      if (turns == 1) {
        start = real_roots_start(c, a, b, at_a, at_b, a > lo, b < hi);
      }
      // No more than anywhere between, so that roots near 0 are as accurate as they can be.
      float noise = a < 0.0 && b > 0.0 ? REAL_ROOTS_NOISE * abs(c[0]) : min(noise_a, noise_b);
      vec2 found = real_roots_near(c, a, b, start, at_a < 0.0, near_tolerance, noise, 40);
      if (found.y == 0.0) {
        found.x = real_roots_crossing(c, a, b, start, at_a < 0.0, tolerance);
      }
      r = real_roots_append(r, found.x, false, most);
    }
    if (is_root) {
      r = real_roots_append(r, root, touches, most);
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

)";

}  // namespace vieta
