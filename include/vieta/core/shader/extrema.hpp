#pragma once

#include "vieta/core/shader/crossing.hpp"

// Extrema, and roots between points that separate them: crossings and touches.

namespace vieta::core::shader {

// Whether p' cannot be told from zero at x.
template <int N, class T>
VT_STATIC bool is_flat_at(const T (&c)[N + 1], T x) {
  T magnitude = T(0.0);
  VT_UNROLL_ON_DEVICE
  for (int k = N; k >= 1; k--) {
    magnitude = magnitude * abs(x) + T(k) * abs(c[k]);
  }
  return abs(value_and_slope_at<N>(c, x).y) <= noise_factor<N, T> * magnitude;
}

// What a local extremum is: p keeps its distance from zero, touches, or crosses twice.
template <class T>
struct extremum {
  T x;              // where
  T value;          // p there
  bool touches;     // zero within what rounding the coefficients can tell
  bool sign_known;  // the sign of the value is not an effect of rounding in its evaluation
};

template <class T>
VT_STATIC extremum<T> no_extremum(T x) {
  extremum<T> e;
  e.x = x;
  e.value = T(0.0);
  e.touches = false;
  e.sign_known = false;
  return e;
}

// By Newton's iteration for p' = 0 from a point nearby; steps outside (lo, hi) end it, and so do steps away from a
// touch, where the slope is noise as well. The sign is known by a running error bound for two roundings in each step
// (Higham 2002, section 5.1), u = 2^-24.
template <int N, class T>
VT_STATIC extremum<T> find_extremum(const T (&c)[N + 1], T lo, T start, T hi, bool negative_around) {
  extremum<T> e = no_extremum(start);
  T x = start;
  VT_LOOP_ON_DEVICE
  for (int i = 0; i < 6; i++) {
    T second = T(0.0);
    T slope = T(0.0);
    T value = c[N];
    T magnitude = abs(value);
    T partial = T(0.0);
    VT_UNROLL_ON_DEVICE
    for (int k = N - 1; k >= 0; k--) {
      second = second * x + slope;
      slope = slope * x + value;
      value = value * x + c[k];
      magnitude = magnitude * abs(x) + abs(c[k]);
      partial = partial * abs(x) + abs(value);
    }
    bool touches = abs(value) <= noise_factor<N, T> * magnitude;
    if (e.touches && !touches && (value < T(0.0)) == negative_around) {
      break;
    }
    e.x = x;
    e.value = value;
    e.touches = touches;
    e.sign_known = abs(value) > T(2.0) * unit_roundoff<T> * partial;
    if (abs(slope) >= abs(T(2.0) * second) * (hi - lo)) {
      break;
    }
    T step = slope / (T(2.0) * second);
    x = x - step;
    // Nor does it go on where the value would change by less than its rounding.
    if (x == e.x || x <= lo || x >= hi || abs(slope * step) <= T(0.5) * unit_roundoff<T> * magnitude) {
      break;
    }
  }
  return e;
}

template <int N, class T>
VT_STATIC roots_found<N, T> no_roots(int status) {
  roots_found<N, T> r;
  r.count = 0;
  r.status = status;
  r.touching = 0u;
  VT_UNROLL_ON_DEVICE
  for (int k = 0; k < N; k++) {
    r.roots[k] = T(0.0);
  }
  return r;
}

// Lists one more root. `most` is the number of roots that can be there; where values vanish by underflow there may seem
// to be more.
template <int N, class T>
VT_STATIC roots_found<N, T> with_root(roots_found<N, T> before, T x, bool touches, int most) {
  roots_found<N, T> after = before;
  if (before.count >= most) {
    after.status = status_unresolved;
    return after;
  }
  VT_UNROLL_ON_DEVICE
  for (int k = 0; k < N; k++) {
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
template <int N>
inline constexpr int slots = N > 10 ? N + 12 : N;
// In how many of the first intervals between them it is known where a root may be: as many as leave 256 bytes for
// these points, since some compilers put larger ones into memory.
template <int N>
inline constexpr int known_starts = slots<N> < 31 ? slots<N> : 62 - slots<N>;

template <int N, class T>
struct separating_points {
  T x[slots<N>];              // ascending, the last ones hi
  T starts[known_starts<N>];  // where to look for a root between each and the one before
  bool known;                 // whether they were found
};

template <int N, class T>
VT_STATIC separating_points<N, T> no_points(T hi) {
  separating_points<N, T> points;
  points.known = true;
  VT_UNROLL_ON_DEVICE
  for (int k = 0; k < slots<N>; k++) {
    points.x[k] = hi;
  }
  VT_UNROLL_ON_DEVICE
  for (int k = 0; k < known_starts<N>; k++) {
    points.starts[k] = hi;
  }
  return points;
}

// Crossings and touches of p in [lo, hi], separated by `points`, which end with hi; the first `wanted` of them. If
// `turns` is 1, the points are the roots of p'; if it is 0, others, and p may be zero at one of them without a touch
// there; then their `starts` are known. If `all`, p should have one root between any two points: where signs say that
// it has not, status is -1.
template <int N, class T>
VT_STATIC roots_found<N, T> last_level(const T (&c)[N + 1], separating_points<N, T> points, T lo, T hi,
                                       vec2<T> tolerance, int wanted, bool all, int turns) {
  roots_found<N, T> r = no_roots<N, T>(status_ok);
  // Between other points p may look like a power of x - root for long, and each step be a small part of what is left.
  vec2<T> near_tolerance = tolerance;
  near_tolerance.x = turns == 1 ? tolerance.x : T(0.25) * tolerance.x;
  // To degree 10 the next point stands at 0, so that all of them stay in registers.
  T ahead[slots<N>];
  VT_UNROLL_ON_DEVICE
  for (int k = 0; k < slots<N>; k++) {
    ahead[k] = points.x[k];
  }
  // Three neighbouring points a < b < x: what b is shows when x is known, and only then (a, b) is searched.
  vec2<T> seen = value_and_noise_at<N>(c, lo);
  T a = lo;
  T b = lo;
  T at_a = T(0.0);
  T at_b = seen.x;
  bool low_b = abs(seen.x) <= T(1.5) * seen.y;  // only then p may be zero beside b
  T noise_a = seen.y;
  T noise_b = seen.y;
  bool first = true;
  bool crosses_before = false;  // between a and b
  bool done = false;            // left of b: the sign at a is not p's
  int most = 1;
  bool negative = at_b < T(0.0);  // what p should be at b if all roots are there
  T towards = hi;                 // where to look first between a and b
  bool whole = false;             // a driver may have ended this loop, see bernstein_of
  VT_LOOP_ON_DEVICE
  for (int i = 0; i <= slots<N>; i++) {
    bool last = i == slots<N>;
    whole = last;
    T x = b;
    T at_x = at_b;
    T noise_x = noise_b;
    T next_towards = hi;
    bool low_x = false;
    if (!last) {
      if (N > 10) {
        x = points.x[i];
      } else {
        x = ahead[0];
        VT_UNROLL_ON_DEVICE
        for (int k = 1; k < slots<N>; k++) {
          ahead[k - 1] = ahead[k];
        }
      }
      if (x <= b) {
        if (all) {
          return no_roots<N, T>(-1);
        }
        continue;
      }
      if (turns == 0 && i < known_starts<N>) {
        next_towards = points.starts[i];
      }
      seen = value_and_noise_at<N>(c, x);
      at_x = seen.x;
      if (turns == 0 && at_x == T(0.0) && x < hi && !is_flat_at<N>(c, x)) {
        // A crossing, which belongs to one of the two intervals: where signs were counted, zero was positive.
        at_x = least_normal<T>;
      }
      noise_x = seen.y;
      low_x = abs(seen.x) <= T(1.5) * seen.y;
    }
    if (all && !last && (low_b || low_x)) {
      // There signs prove nothing. But a missing extremum shows where p is not monotone.
      T between = value_at<N>(c, T(0.5) * (b + x));
      T unsure = max(noise_b, noise_x);
      if (between > max(at_b, at_x) + unsure || between < min(at_b, at_x) - unsure) {
        return no_roots<N, T>(-1);
      }
    }
    bool crosses_after = at_b != T(0.0) && at_x != T(0.0) && (at_b < T(0.0)) != (at_x < T(0.0));
    if (turns == 0 && at_b == T(0.0) && !first && !last && (at_a < T(0.0)) == (at_x < T(0.0))) {
      // p is flat there: a touch, or two roots nearby, as the extremum tells.
      at_b = at_a < T(0.0) ? -least_normal<T> : least_normal<T>;
    }
    bool is_root = at_b == T(0.0);
    if (all && !low_b && !last && (at_b < T(0.0)) != negative) {
      return no_roots<N, T>(-1);
    }
    negative = !negative;
    bool touches = false;
    T root = b;
    bool turned = false;
    if (is_root) {
      if (first || last) {
        touches = is_flat_at<N>(c, b);
      } else {
        touches = (at_a < T(0.0)) == (at_x < T(0.0));
      }
    } else {
      bool lower_than_before = first || abs(at_b) < abs(at_a) || (!last && abs(at_b) == abs(at_a));
      bool lower_than_after = last || abs(at_b) <= abs(at_x);
      bool bends = low_b && !crosses_before && !crosses_after && lower_than_before && lower_than_after;
      bool dips = turns == 1 && low_b && crosses_before && crosses_after;
      if (bends || dips) {
        bool inner = !first && !last;
        T lower = inner ? a : b;
        T upper = inner ? x : b;
        extremum<T> e = no_extremum(b);
        T start = b;
        VT_LOOP_ON_DEVICE
        for (int k = 0; k < 2; k++) {
          extremum<T> seen_there = find_extremum<N>(c, lower, start, upper, at_x < T(0.0));
          if (k == 0 || (seen_there.sign_known && (seen_there.value < T(0.0)) != (at_x < T(0.0)))) {
            e = seen_there;
          }
          if (N < 11 || turns == 1 || !inner || !e.touches) {
            break;
          }
          // b is no extremum, and Newton's iteration may not have found one: it lies where p goes towards zero.
          bool upwards = (value_and_slope_at<N>(c, b).y < T(0.0)) != (at_x < T(0.0));
          start = upwards ? x : a;
          start = T(0.5) * (b + start);
        }
        bool beyond = e.sign_known && (e.value < T(0.0)) != (at_x < T(0.0));
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
      T start = towards > a && towards < b ? towards : a + T(0.5) * (b - a);
      if (turns == 1) {
        start = start_between<N>(c, a, b, at_a, at_b, a > lo, b < hi);
      }
      // No more than anywhere between, so that roots near 0 are as accurate as they can be.
      T noise = a < T(0.0) && b > T(0.0) ? noise_factor<N, T> * abs(c[0]) : min(noise_a, noise_b);
      vec2<T> found = find_near<N>(c, a, b, start, at_a < T(0.0), near_tolerance, noise, 40);
      if (found.y == T(0.0)) {
        found.x = find_crossing<N>(c, a, b, start, at_a < T(0.0), tolerance);
      }
      r = with_root<N>(r, found.x, false, most);
    }
    if (is_root) {
      r = with_root<N>(r, root, touches, most);
    }
    if (r.count >= wanted) {
      whole = true;
      break;
    }
    if (most < N) {
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
  r.status = whole ? r.status : status_unresolved;
  return r;
}

}  // namespace vieta::core::shader
