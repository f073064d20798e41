#pragma once

#include "vieta/core/shader/cubic.hpp"
#include "vieta/core/shader/leftmost.hpp"
#include "vieta/core/shader/quadratic.hpp"
#include "vieta/core/shader/separate.hpp"

// The first root without a slow way.

namespace vieta::core::shader {

// An extremum of a quartic, brought into the interval.
struct turning_point {
  float x;      // where
  float value;  // the quartic there
  float noise;  // what rounding may make of it
  bool sure;    // whether it is known well enough
};

// `e` is a root of p' by a closed form, at which p'' should have that sign, if `signs`. No turn is left of `before`.
template <int N>
VT_STATIC turning_point turn_at(const float (&p)[N + 1], float e, float before, float lo, float hi, bool signs,
                                bool negative) {
  turning_point r;
  bool inside = e > lo && e < hi;
  r.x = max(before, min(e, hi));
  float bend = p[4];
  float slope = p[4];
  float value = p[4] * r.x + p[3];
  slope = slope * r.x + value;
  bend = bend * r.x + slope;
  value = value * r.x + p[2];
  slope = slope * r.x + value;
  bend = bend * r.x + slope;
  value = value * r.x + p[1];
  slope = slope * r.x + value;
  r.value = value * r.x + p[0];
  float size = abs(r.x);
  float magnitude = ((abs(p[4]) * size + abs(p[3])) * size + abs(p[2])) * size + abs(p[1]);
  r.noise = noise_factor<N, float> * (magnitude * size + abs(p[0]));
  // The quartic differs from its value at the extremum by p'^2 / (2 p''); `bend` is p'' / 2.
  bool close = slope * slope <= 0.4f * r.noise * abs(bend) && (!signs || (bend < 0.0f) == negative);
  r.sure = close || !inside;
  return r;
}

template <int N>
VT_STATIC roots_found<N, float> first_quick_low(const float (&a)[N + 1], float lo, float hi, float absolute_tolerance,
                                                float relative_tolerance) {
  float relative = max(relative_tolerance, 8.0f * unit_roundoff<float>);
  vec2<float> tolerance = vec2(absolute_tolerance, relative);
  roots_found<N, float> r = separate<N>(a, lo, hi, tolerance, 1);
  if (r.count > 1) {
    r.count = 1;
    r.touching = r.touching & 1u;
  }
  if (r.status == status_ok && r.touching != 0u) {
    r.status = status_touching;
  }
  return r;
}

template <int N>
VT_STATIC roots_found<N, float> first_quick_some(const float (&a)[N + 1], float lo, float hi, float absolute_tolerance,
                                                 float relative_tolerance) {
  float relative = max(relative_tolerance, 8.0f * unit_roundoff<float>);
  vec2<float> tolerance = vec2(absolute_tolerance, relative);
  roots_found<N, float> r = leftmost_root<N>(a, lo, hi, tolerance);
  if (r.status < 0) {
    r.status = status_unresolved;
  }
  return r;
}

template <int N>
VT_STATIC roots_found<N, float> first_quick_four(const float (&a)[N + 1], float lo, float hi, float absolute_tolerance,
                                                 float relative_tolerance) {
  // On [-1, 1] and smaller intervals.
  float reach = max(abs(lo), abs(hi));
  float unit = reach > 1.0e-9f ? reach : 1.0f;
  float by_unit = 1.0f / unit;
  float begin = lo * by_unit;
  float end = hi * by_unit;
  float p[N + 1];
  float power = unit * unit;
  p[0] = a[0];
  p[1] = a[1] * unit;
  p[2] = a[2] * power;
  p[3] = a[3] * power * unit;
  p[4] = a[4] * power * power;
  // The roots of p' separate those of p. Where p' is nearly quadratic, at most two of its roots are within reach.
  roots_found<N, float> turns = roots_of_cubic<N>(p[1], 2.0f * p[2], 3.0f * p[3], 4.0f * p[4]);
  vec2<float> two = roots_of_quadratic(p[1], 2.0f * p[2], 3.0f * p[3], begin, end);
  float largest = max(abs(p[1]), max(2.0f * abs(p[2]), 3.0f * abs(p[3])));
  bool cubic = 4.0f * abs(p[4]) > 0.00001f * largest;
  float first = cubic ? turns.roots[0] : begin;
  float second = cubic ? turns.roots[1] : two.x;
  float third = cubic ? turns.roots[2] : two.y;
  bool sure = turns.status == status_ok || !cubic;
  bool falls = p[4] < 0.0f;
  bool turned = falls == (turns.count != 3);
  turning_point one = turn_at<N>(p, first, begin, begin, end, cubic, falls);
  turning_point other = turn_at<N>(p, second, one.x, begin, end, cubic, turned);
  turning_point last = turn_at<N>(p, third, other.x, begin, end, cubic, falls);
  float at_begin = (((p[4] * begin + p[3]) * begin + p[2]) * begin + p[1]) * begin + p[0];
  float at_end = (((p[4] * end + p[3]) * end + p[2]) * end + p[1]) * end + p[0];
  float most = noise_factor<N, float> * (abs(p[4]) + abs(p[3]) + abs(p[2]) + abs(p[1]) + abs(p[0]));
  bool negative = at_begin < 0.0f;
  bool before_one = (one.value < 0.0f) != negative;
  bool before_other = before_one || (other.value < 0.0f) != negative;
  bool before_last = before_other || (last.value < 0.0f) != negative;
  bool crosses = before_last || (at_end < 0.0f) != negative;
  // The signs that count are clear of rounding.
  bool clear_other = before_one || abs(other.value) > 1.1f * other.noise;
  bool clear_last = before_other || abs(last.value) > 1.1f * last.noise;
  bool clear_end = before_last || abs(at_end) > 1.1f * most;
  sure = sure && one.sure && other.sure && last.sure && abs(at_begin) > 1.1f * most;
  sure = sure && abs(one.value) > 1.1f * one.noise && clear_other && clear_last && clear_end;
  // Where p first has another sign than at the beginning, and the turn before.
  float left = before_last ? other.x : last.x;
  float right = before_last ? last.x : end;
  float at_left = before_last ? other.value : last.value;
  float at_right = before_last ? last.value : at_end;
  left = before_other ? one.x : left;
  right = before_other ? other.x : right;
  at_left = before_other ? one.value : at_left;
  at_right = before_other ? other.value : at_right;
  left = before_one ? begin : left;
  right = before_one ? one.x : right;
  at_left = before_one ? at_begin : at_left;
  at_right = before_one ? one.value : at_right;
  // From where a parabola about a turn has its root.
  bool from_one = (left > begin) != (right < end);
  float y = crosses ? at_left / (at_left - at_right) : 0.5f;
  bool from_left = y < 0.5f;
  from_left = from_one ? left > begin : from_left;
  float part = from_left ? y : 1.0f - y;
  part = from_one ? part : 0.3333333432674408f * part;
  part = sqrt(part) * (right - left);
  float x = from_left ? left + part : right - part;
  float noise = noise_factor<N, float> * abs(p[0]);
  float absolute = absolute_tolerance * by_unit;
  float relative = max(relative_tolerance, 8.0f * unit_roundoff<float>);
  bool ends = !crosses;
  VT_LOOP_ON_DEVICE
  for (int i = 0; i < 10; i++) {
    if (ends) {
      break;
    }
    float bend = p[4];
    float slope = p[4];
    float value = p[4] * x + p[3];
    slope = slope * x + value;
    value = value * x + p[2];
    bend = bend * x + slope;
    float fourth = p[4] * x + bend;
    slope = slope * x + value;
    value = value * x + p[1];
    bend = bend * x + slope;
    slope = slope * x + value;
    value = value * x + p[0];
    float divisor = slope == 0.0f ? 1.0f : slope;
    float by_slope = 1.0f / divisor;
    float step = value * by_slope;
    float bent = max(-1.0f, min(step * bend * by_slope, 0.5f));
    step = step / (1.0f - bent);
    float moved = abs(step);
    float off = moved * (bent * bent + abs(fourth * by_slope) * moved * moved + 2.0f * unit_roundoff<float>);
    x = max(left, min(x - step, right));
    float enough = max(absolute, relative * abs(x));
    ends = moved <= 0.25f * enough || (i > 0 && off <= 0.125f * enough) || abs(value) <= noise;
    ends = ends && slope != 0.0f;
  }
  sure = sure && ends;
  roots_found<N, float> r;
  r.count = crosses ? 1 : 0;
  r.status = status_unresolved;
  if (sure) {
    r.status = status_ok;
  }
  r.touching = 0u;
  r.roots[0] = x * unit;
  r.roots[1] = 0.0f;
  r.roots[2] = 0.0f;
  r.roots[3] = 0.0f;
  return r;
}

// The first root alone, as rays want it, where it is plain to see: no scaling, no look at the input (a[k] x^k of
// moderate size, say below 1e30, in the whole interval, lo < hi, and a[0] not zero), and no slow way behind the fast
// one. Where rounding does not tell, as where a ray grazes a surface, the status is status_unresolved:
// real_roots_first knows more there. Renderers on processors go through both sides of a branch, so this is many times
// faster there; elsewhere it needs fewer registers.
template <int N>
VT_STATIC roots_found<N, float> real_roots_first_quick(const float (&a)[N + 1], float lo, float hi,
                                                       float absolute_tolerance, float relative_tolerance) {
  if constexpr (N < 4) {
    return first_quick_low<N>(a, lo, hi, absolute_tolerance, relative_tolerance);
  } else if constexpr (N == 4) {
    return first_quick_four<N>(a, lo, hi, absolute_tolerance, relative_tolerance);
  } else {
    return first_quick_some<N>(a, lo, hi, absolute_tolerance, relative_tolerance);
  }
}

}  // namespace vieta::core::shader
