#pragma once

#include "vieta/core/shader/numbers.hpp"

// p and its derivatives at a point, and the root between two points at which p has different signs.

namespace vieta::core::shader {

// p(x) by Horner's scheme.
template <int N, class T>
VT_STATIC T value_at(const T (&c)[N + 1], T x) {
  T value = c[N];
  VT_UNROLL_ON_DEVICE
  for (int k = N - 1; k >= 0; k--) {
    value = value * x + c[k];
  }
  return value;
}

// p(x) and p'(x).
template <int N, class T>
VT_STATIC vec2<T> value_and_slope_at(const T (&c)[N + 1], T x) {
  T slope = T(0.0);
  T value = c[N];
  VT_UNROLL_ON_DEVICE
  for (int k = N - 1; k >= 0; k--) {
    slope = slope * x + value;
    value = value * x + c[k];
  }
  return vec2(value, slope);
}

// The same with a look at how p bends at that extremum.
template <int N, class T>
VT_STATIC T start_between(const T (&c)[N + 1], T lo, T hi, T at_lo, T at_hi, bool turns_at_lo, bool turns_at_hi) {
  bool from_lo = abs(at_lo) < abs(at_hi);
  bool turns = from_lo ? turns_at_lo : turns_at_hi;
  T bend = T(0.0);
  if (turns) {
    T x = from_lo ? lo : hi;
    T slope = T(0.0);
    T power = c[N];
    VT_UNROLL_ON_DEVICE
    for (int k = N - 1; k >= 1; k--) {
      bend = bend * x + slope;
      slope = slope * x + power;
      power = power * x + c[k];
    }
    bend = abs(bend * x + slope);
  }
  return guess_root(lo, hi, at_lo, at_hi, turns_at_lo, turns_at_hi, bend);
}

// The root of p between lo and hi, where p has different signs, from `start` on: Halley's iteration, and bisection when
// a step leaves the bracket or, after the first eight, at every other step. The end is a step within a quarter of the
// tolerance, or a later one whose next terms in Taylor's series are within an eighth, a_2^2 + |a_3| times its cube for
// a_k = p^(k) / (k! p') (Traub 1964): at a double root what is left is 4.5 times that, at others less. A long step to a
// root near 0 has its own rounding. `noise` is what rounding may make of p there, 0 if nobody knows: a value within it
// will not become better. x is the root; y is 0 if that end did not come in `most` steps.
template <int N, class T>
VT_STATIC vec2<T> find_near(const T (&c)[N + 1], T lo, T hi, T start, bool negative_at_lo, vec2<T> tolerance, T noise,
                            int most) {
  T left = lo;
  T right = hi;
  T x = start;
  T least = T(0.03125) * noise;
  T reached = T(0.0);
  VT_LOOP_ON_DEVICE
  for (int i = 0; i < most; i++) {
    T third = T(0.0);
    T second = T(0.0);
    T slope = T(0.0);
    T value = c[N];
    VT_UNROLL_ON_DEVICE
    for (int k = N - 1; k >= 0; k--) {
      third = third * x + second;
      second = second * x + slope;
      slope = slope * x + value;
      value = value * x + c[k];
    }
    bool goes_left = (value < T(0.0)) == negative_at_lo;
    left = goes_left ? x : left;
    right = goes_left ? right : x;
    T divisor = slope == T(0.0) ? T(1.0) : slope;
    T by_slope = T(1.0) / divisor;
    T step = value * by_slope;
    T bent = max(-T(1.0), min(step * second * by_slope, T(0.5)));
    T next = x - step / (T(1.0) - bent);
    bool halley = slope != T(0.0) && next >= left && next <= right && (i < 8 || (i & 1) == 0);
    // Where rounding alone leads a step astray, no step is of use.
    T other = abs(value) <= least ? x : T(0.5) * (left + right);
    next = halley ? next : other;
    T moved = abs(next - x);
    x = next;
    T enough = max(tolerance.x, tolerance.y * abs(x));
    T off = moved * (bent * bent + abs(third * by_slope) * moved * moved + T(2.0) * unit_roundoff<T>);
    bool close = halley && i > 0 && (off <= T(0.125) * enough || abs(value) <= noise);
    if (close || moved <= T(0.25) * enough) {
      reached = T(1.0);
      break;
    }
  }
  return vec2(x, reached);
}

// The same where that end does not come: the end is a change of sign seen within the tolerance as well.
template <int N, class T>
VT_STATIC T find_crossing(const T (&c)[N + 1], T lo, T hi, T start, bool negative_at_lo, vec2<T> tolerance) {
  T left = lo;
  T right = hi;
  T x = start;
  T last_step = hi - lo;
  T last_newton = T(0.0);
  VT_LOOP_ON_DEVICE
  for (int i = 0; i < 300; i++) {
    vec2<T> p = value_and_slope_at<N>(c, x);
    if (p.x == T(0.0)) {
      return x;
    }
    bool goes_left = (p.x < T(0.0)) == negative_at_lo;
    left = goes_left ? x : left;
    right = goes_left ? right : x;
    T width = right - left;
    T enough = allowed_error(x, tolerance);
    T next = left + T(0.5) * width;
    bool newton = abs(p.x) < abs(p.y) * width;
    if (newton) {
      T promised = x - p.x / p.y;
      newton = promised >= left && promised <= right;
      next = newton ? promised : next;
    }
    T moved = abs(next - x);
    if (width <= enough || (newton && moved <= enough && moved <= T(0.25) * last_newton)) {
      return next;
    }
    last_newton = newton ? moved : T(0.0);
    if (newton && moved <= T(0.5) * last_step && (i <= 20 || (i & 1) == 0)) {
      // A step as small is set a little further, to see the sign change.
      T further = next > x ? T(0.25) * enough : -T(0.25) * enough;
      if (moved < T(0.5) * enough) {
        next = next + further;
      }
      last_step = moved;
    } else {
      next = bisection_point(left, right, tolerance.x);
      last_newton = T(0.0);
      if (next <= left || next >= right) {
        return next;
      }
      last_step = width;
    }
    x = next;
  }
  return x;
}

// p(x), and what rounding may make of it (see noise_factor).
template <int N, class T>
VT_STATIC vec2<T> value_and_noise_at(const T (&c)[N + 1], T x) {
  T value = c[N];
  T magnitude = abs(value);
  VT_UNROLL_ON_DEVICE
  for (int k = N - 1; k >= 0; k--) {
    value = value * x + c[k];
    magnitude = magnitude * abs(x) + abs(c[k]);
  }
  return vec2(value, noise_factor<N, T> * magnitude);
}

}  // namespace vieta::core::shader
