#pragma once

#include "vieta/core/shader/chain.hpp"
#include "vieta/core/shader/cubic.hpp"
#include "vieta/core/shader/extrema.hpp"
#include "vieta/core/shader/quadratic.hpp"

// The roots of degrees 1 to 4. Degrees 3 and 4 refine all roots at once, since a warp waits for each loop as long as
// the slowest of its lanes. Where signs are in doubt, or Newton's steps do not end soon, the last level looks closer.

namespace vieta::core::shader {

// By the signs at both ends; where they are in doubt, and for the first root alone, the last level looks closer.
template <int N>
VT_STATIC roots_found<N, float> separate_one(const float (&p)[N + 1], float lo, float hi, vec2<float> tolerance,
                                             int wanted) {
  float points[N];
  VT_UNROLL_ON_DEVICE
  for (int k = 0; k < N; k++) {
    points[k] = hi;
  }
  vec2<float> seen = value_and_noise_at<N>(p, lo);
  float at_0 = seen.x;
  bool low = wanted < N || abs(seen.x) <= 1.5f * seen.y;
  seen = value_and_noise_at<N>(p, points[0]);
  float at_1 = seen.x;
  low = low || abs(seen.x) <= 1.5f * seen.y;
  roots_found<N, float> r = no_roots<N, float>(status_ok);
  bool sure = !low;
  if ((at_0 < 0.0f) != (at_1 < 0.0f)) {
    float start_0 = start_between<N>(p, lo, points[0], at_0, at_1, false, points[0] < hi);
    seen = find_near<N>(p, lo, points[0], start_0, at_0 < 0.0f, tolerance, 0.0f, 40);
    r.roots[0] = seen.x;
    r.count = r.count + 1;
    sure = sure && seen.y > 0.0f;
  }
  if (!sure) {
    return last_level<N>(p, no_points<N>(hi), lo, hi, tolerance, wanted, false, 1);
  }
  return r;
}

// The root of p' separates those of p. Otherwise as at degree 1.
template <int N>
VT_STATIC roots_found<N, float> separate_two(const float (&p)[N + 1], float lo, float hi, vec2<float> tolerance,
                                             int wanted) {
  float points[N];
  VT_UNROLL_ON_DEVICE
  for (int k = 0; k < N; k++) {
    points[k] = hi;
  }
  points[0] = roots_of_quadratic(0.5f * p[1], p[2], 0.0f, lo, hi).x;
  vec2<float> seen = value_and_noise_at<N>(p, lo);
  float at_0 = seen.x;
  bool low = wanted < N || abs(seen.x) <= 1.5f * seen.y;
  seen = value_and_noise_at<N>(p, points[0]);
  float at_1 = seen.x;
  low = low || abs(seen.x) <= 1.5f * seen.y;
  seen = value_and_noise_at<N>(p, points[1]);
  float at_2 = seen.x;
  low = low || abs(seen.x) <= 1.5f * seen.y;
  roots_found<N, float> r = no_roots<N, float>(status_ok);
  bool sure = !low;
  if ((at_1 < 0.0f) != (at_2 < 0.0f)) {
    float start_1 = start_between<N>(p, points[0], points[1], at_1, at_2, points[0] > lo, points[1] < hi);
    seen = find_near<N>(p, points[0], points[1], start_1, at_1 < 0.0f, tolerance, 0.0f, 40);
    r.roots[0] = seen.x;
    r.count = r.count + 1;
    sure = sure && seen.y > 0.0f;
  }
  if ((at_0 < 0.0f) != (at_1 < 0.0f)) {
    float start_0 = start_between<N>(p, lo, points[0], at_0, at_1, false, points[0] < hi);
    seen = find_near<N>(p, lo, points[0], start_0, at_0 < 0.0f, tolerance, 0.0f, 40);
    r.roots[1] = r.roots[0];
    r.roots[0] = seen.x;
    r.count = r.count + 1;
    sure = sure && seen.y > 0.0f;
  }
  if (!sure) {
    separating_points<N, float> between = no_points<N>(hi);
    between.x[0] = points[0];
    return last_level<N>(p, between, lo, hi, tolerance, wanted, false, 1);
  }
  return r;
}

// From the closed form, by Newton's iteration for all three at once. The discriminant, the signs of p at lo and hi and
// those of p' at the roots have to agree.
template <int N>
VT_STATIC roots_found<N, float> separate_three(const float (&p)[N + 1], float lo, float hi, vec2<float> tolerance,
                                               int wanted) {
  roots_found<N, float> r = roots_of_cubic<N>(p[0], p[1], p[2], p[3]);
  vec2<float> at_lo = value_and_noise_at<N>(p, lo);
  vec2<float> at_hi = value_and_noise_at<N>(p, hi);
  bool sure = r.status == status_ok && abs(at_lo.x) > 1.1f * at_lo.y && abs(at_hi.x) > 1.1f * at_hi.y;
  // Where there is one root alone, two that are nowhere stand beside it.
  bool three = r.count == 3;
  bool begins_negative = (p[3] > 0.0f) == three;
  float x[3];
  float last[3];
  x[0] = three ? r.roots[0] : min(lo, r.roots[0]) - 1.0f;
  x[1] = r.roots[1];
  x[2] = three ? r.roots[2] : max(hi, r.roots[2]) + 1.0f;
  last[0] = 0.0f;
  last[1] = 0.0f;
  last[2] = 0.0f;
  bool ends = false;
  bool fits = true;
  VT_LOOP_ON_DEVICE
  for (int i = 0; i < 5; i++) {
    ends = true;
    fits = true;
    VT_UNROLL_ON_DEVICE
    for (int k = 0; k < 3; k++) {
      float slope = p[3];
      float value = p[3] * x[k] + p[2];
      slope = slope * x[k] + value;
      value = value * x[k] + p[1];
      slope = slope * x[k] + value;
      value = value * x[k] + p[0];
      float at = abs(x[k]);
      float magnitude = ((abs(p[3]) * at + abs(p[2])) * at + abs(p[1])) * at + abs(p[0]);
      float noise = noise_factor<N, float> * magnitude;
      float divisor = slope == 0.0f ? 1.0f : slope;
      float step = value / divisor;
      bool nowhere = k != 1 && !three;
      step = nowhere ? 0.0f : step;
      x[k] = x[k] - step;
      float moved = abs(step);
      float enough = max(tolerance.x, tolerance.y * abs(x[k]));
      bool done = moved <= max(0.25f * enough, min(enough, 0.25f * last[k]));
      done = (done || abs(value) <= noise) && slope != 0.0f;
      bool away = x[k] < lo - 4.0f * moved || x[k] > hi + 4.0f * moved;
      ends = ends && (done || away || !sure);
      fits = fits && (away || (slope < 0.0f) != (begins_negative == (k != 1)));
      last[k] = moved;
    }
    if (ends) {
      break;
    }
  }
  int before = 0;
  int behind = 0;
  VT_UNROLL_ON_DEVICE
  for (int k = 0; k < 3; k++) {
    if (x[k] < lo) {
      before++;
    }
    if (x[k] > hi) {
      behind++;
    }
  }
  sure = sure && ends && fits && x[0] < x[1] && x[1] < x[2];
  sure = sure && (at_lo.x < 0.0f) == (begins_negative == ((before & 1) == 0));
  sure = sure && (at_hi.x < 0.0f) != (begins_negative == ((behind & 1) == 0));
  if (!sure) {
    // The roots of p' separate those of p.
    vec2<float> separators = roots_of_quadratic(p[1], 2.0f * p[2], 3.0f * p[3], lo, hi);
    separating_points<N, float> points = no_points<N>(hi);
    points.x[0] = separators.x;
    points.x[1] = separators.y;
    return last_level<N>(p, points, lo, hi, tolerance, wanted, false, 1);
  }
  float least = before == 1 ? x[1] : x[0];
  least = before == 2 ? x[2] : least;
  float next = before == 1 ? x[2] : x[1];
  r.count = 3 - before - behind;
  r.roots[0] = r.count > 0 ? least : 0.0f;
  r.roots[1] = r.count > 1 ? next : 0.0f;
  r.roots[2] = r.count > 2 ? x[2] : 0.0f;
  return r;
}

// The roots of p' separate those of p. By Halley's iteration for all roots at once, from where a cubic with the same
// extrema has its root.
template <int N>
VT_STATIC roots_found<N, float> separate_four(const float (&p)[N + 1], float lo, float hi, vec2<float> tolerance,
                                              int wanted) {
  roots_found<N, float> r = roots_of_cubic<N>(p[1], 2.0f * p[2], 3.0f * p[3], 4.0f * p[4]);
  bool apart = r.status == status_ok;
  bool sure = apart;
  bool three = r.count == 3;
  float reach = max(abs(lo), abs(hi));
  float points[5];
  float values[5];
  float noises[5];
  float bends[5];  // |p''| / 2 at an extremum
  bool clear[5];   // whether p is clear of rounding there
  VT_UNROLL_ON_DEVICE
  for (int k = 0; k < 5; k++) {
    float at = k < 4 ? lo : hi;
    float unsure = 0.0f;
    bends[k] = 0.0f;
    if (k > 0 && k < 4) {
      // Far outside p may overflow, and where the extremum is there does not matter.
      float e = max(lo - reach, min(r.roots[k - 1], hi + reach));
      bool inside = e > lo && e < hi;
      float bend = 4.0f * p[4];
      float slope = bend * e + 3.0f * p[3];
      bend = bend * e + slope;
      slope = slope * e + 2.0f * p[2];
      bend = bend * e + slope;
      slope = slope * e + p[1];
      float divisor = bend == 0.0f ? 1.0f : bend;
      float by_bend = 1.0f / divisor;
      float step = slope * by_bend;
      // p differs from its extremum by less.
      unsure = inside ? abs(slope * step) : 0.0f;
      bends[k] = inside ? 0.5f * abs(bend) : 0.0f;
      // Within rounding of an end it is taken for that end, since a touch there is listed once.
      float size = abs(e);
      size = ((4.0f * abs(p[4]) * size + 3.0f * abs(p[3])) * size + 2.0f * abs(p[2])) * size + abs(p[1]);
      float beside = 0.000001f * reach + noise_factor<N, float> * abs(size * by_bend);
      step = inside ? step : 0.0f;
      at = e - step;
      at = at - lo <= beside ? lo : at;
      at = hi - at <= beside ? hi : at;
      at = max(points[k - 1], min(at, hi));
      // At three roots the sign of p'' alternates.
      bool turned = k == 2 && three;
      bool alternates = bend != 0.0f && (bend < 0.0f) == ((p[4] < 0.0f) != turned);
      apart = apart && (alternates || !inside);
    }
    vec2<float> seen = value_and_noise_at<N>(p, at);
    points[k] = at;
    values[k] = seen.x;
    noises[k] = seen.y;
    apart = apart && unsure <= 0.1f * seen.y;
    clear[k] = abs(seen.x) > 1.1f * seen.y;
  }
  // Where p crosses zero on both sides of an extremum, a sign that is known by a running error bound is enough (Higham
  // 2002, section 5.1); elsewhere it may be a touch.
  if (!clear[1] || !clear[2] || !clear[3]) {
    VT_UNROLL_ON_DEVICE
    for (int k = 1; k < 4; k++) {
      float first = p[4] * points[k] + p[3];
      float second = first * points[k] + p[2];
      float third = second * points[k] + p[1];
      float size = abs(points[k]);
      float partial = ((abs(first) * size + abs(second)) * size + abs(third)) * size + abs(values[k]);
      bool crosses = (values[k] < 0.0f) != (values[k - 1] < 0.0f) && (values[k] < 0.0f) != (values[k + 1] < 0.0f);
      clear[k] = clear[k] || (crosses && abs(values[k]) > 2.0f * unit_roundoff<float> * partial);
    }
  }
  sure = sure && clear[0] && clear[1] && clear[2] && clear[3] && clear[4];
  // The brackets that hold a root come first: most polynomials have one or two.
  int count = 0;
  float x[4];
  float left[4];
  float right[4];
  float noise[4];
  VT_UNROLL_ON_DEVICE
  for (int k = 0; k < 4; k++) {
    x[k] = lo;
    left[k] = lo;
    right[k] = hi;
    noise[k] = 0.0f;
  }
  VT_UNROLL_ON_DEVICE
  for (int k = 3; k >= 0; k--) {
    bool turns = bends[k] > 0.0f;
    bool turns_next = bends[k + 1] > 0.0f;
    float bend = abs(values[k]) < abs(values[k + 1]) ? bends[k] : bends[k + 1];
    float start = guess_root(points[k], points[k + 1], values[k], values[k + 1], turns, turns_next, bend);
    if ((values[k] < 0.0f) != (values[k + 1] < 0.0f)) {
      VT_UNROLL_ON_DEVICE
      for (int j = 3; j > 0; j--) {
        x[j] = x[j - 1];
        left[j] = left[j - 1];
        right[j] = right[j - 1];
        noise[j] = noise[j - 1];
      }
      x[0] = start;
      left[0] = points[k];
      right[0] = points[k + 1];
      // What rounding may make of p, no more than anywhere between.
      float least = min(noises[k], noises[k + 1]);
      noise[0] = left[0] < 0.0f && right[0] > 0.0f ? noise_factor<N, float> * abs(p[0]) : least;
      count++;
    }
  }
  bool ends = false;
  VT_LOOP_ON_DEVICE
  for (int i = 0; i < 10; i++) {
    ends = true;
    VT_UNROLL_ON_DEVICE
    for (int k = 0; k < 4; k++) {
      if (k < 2 || count > 2) {
        float second = p[4];
        float slope = p[4];
        float value = p[4] * x[k] + p[3];
        slope = slope * x[k] + value;
        value = value * x[k] + p[2];
        second = second * x[k] + slope;
        float third = p[4] * x[k] + second;
        slope = slope * x[k] + value;
        value = value * x[k] + p[1];
        second = second * x[k] + slope;
        slope = slope * x[k] + value;
        value = value * x[k] + p[0];
        float divisor = slope == 0.0f ? 1.0f : slope;
        float by_slope = 1.0f / divisor;
        float step = value * by_slope;
        float bent = max(-1.0f, min(step * second * by_slope, 0.5f));
        step = step / (1.0f - bent);
        float moved = abs(step);
        float off = moved * (bent * bent + abs(third * by_slope) * moved * moved + 2.0f * unit_roundoff<float>);
        x[k] = max(left[k], min(x[k] - step, right[k]));
        float enough = max(tolerance.x, tolerance.y * abs(x[k]));
        bool done = moved <= 0.25f * enough || (i > 0 && off <= 0.125f * enough) || abs(value) <= noise[k];
        ends = ends && ((done && slope != 0.0f) || k >= count || !sure);
      }
    }
    if (ends) {
      break;
    }
  }
  if (!apart || !sure || !ends) {
    separating_points<N, float> between = no_points<N>(hi);
    between.x[0] = points[1];
    between.x[1] = points[2];
    between.x[2] = points[3];
    if (!apart) {
      between = chain_of_derivatives<N>(p, lo, hi);
    }
    return last_level<N>(p, between, lo, hi, tolerance, wanted, false, 1);
  }
  r.count = count;
  VT_UNROLL_ON_DEVICE
  for (int k = 0; k < 4; k++) {
    r.roots[k] = k < count ? x[k] : 0.0f;
  }
  return r;
}

}  // namespace vieta::core::shader
