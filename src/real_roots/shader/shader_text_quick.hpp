#pragma once

namespace vieta {

// The first root without a slow way. See shader_text.hpp.
inline constexpr const char* real_roots_shader_quick_head = R"(
// The first root alone, as rays want it, where it is plain to see: no scaling, no look at the input (a[k] x^k of moderate
// size, say below 1e30, in the whole interval, lo < hi, and a[0] not zero), and no slow way behind the fast one. Where
// rounding does not tell, as where a ray grazes a surface, the status is REAL_ROOTS_UNRESOLVED: real_roots_first knows
// more there. Renderers on processors go through both sides of a branch, so this is many times faster there; elsewhere it
// needs fewer registers.
)";

inline constexpr const char* real_roots_shader_quick_low = R"(
RealRoots real_roots_first_quick(float a[REAL_ROOTS_DEGREE + 1], float lo, float hi, float absolute_tolerance,
                                 float relative_tolerance) {
  float relative = max(relative_tolerance, 4.76837158203125e-7);
  vec2 tolerance = vec2(absolute_tolerance, relative);
  RealRoots r = real_roots_separate(a, lo, hi, tolerance, 1);
  if (r.count > 1) {
    r.count = 1;
    r.touching = r.touching & 1u;
  }
  if (r.status == REAL_ROOTS_OK && r.touching != 0u) {
    r.status = REAL_ROOTS_TOUCHING;
  }
  return r;
}
)";

inline constexpr const char* real_roots_shader_quick = R"(
RealRoots real_roots_first_quick(float a[REAL_ROOTS_DEGREE + 1], float lo, float hi, float absolute_tolerance,
                                 float relative_tolerance) {
  float relative = max(relative_tolerance, 4.76837158203125e-7);
  vec2 tolerance = vec2(absolute_tolerance, relative);
  RealRoots r = real_roots_leftmost(a, lo, hi, tolerance);
  if (r.status < 0) {
    r.status = REAL_ROOTS_UNRESOLVED;
  }
  return r;
}
)";

// Degree 4: without loops and places in arrays that are found by counting, which are slow where nothing unrolls them.
inline constexpr const char* real_roots_shader_turn = R"(
// An extremum of a quartic, brought into the interval.
struct RealRootsTurn {
  float x;      // where
  float value;  // the quartic there
  float noise;  // what rounding may make of it
  bool sure;    // whether it is known well enough
};

// `e` is a root of p' by a closed form, at which p'' should have that sign, if `signs`. No turn is left of `before`.
RealRootsTurn real_roots_turn(float p[REAL_ROOTS_DEGREE + 1], float e, float before, float lo, float hi, bool signs,
                              bool negative) {
  RealRootsTurn r;
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
  r.noise = REAL_ROOTS_NOISE * (magnitude * size + abs(p[0]));
  // The quartic differs from its value at the extremum by p'^2 / (2 p''); `bend` is p'' / 2.
  bool close = slope * slope <= 0.4 * r.noise * abs(bend) && (!signs || (bend < 0.0) == negative);
  r.sure = close || !inside;
  return r;
}

)";

inline constexpr const char* real_roots_shader_quick_four = R"(
RealRoots real_roots_first_quick(float a[REAL_ROOTS_DEGREE + 1], float lo, float hi, float absolute_tolerance,
                                 float relative_tolerance) {
  // On [-1, 1] and smaller intervals.
  float reach = max(abs(lo), abs(hi));
  float unit = reach > 1.0e-9 ? reach : 1.0;
  float by_unit = 1.0 / unit;
  float begin = lo * by_unit;
  float end = hi * by_unit;
  float p[REAL_ROOTS_DEGREE + 1];
  float power = unit * unit;
  p[0] = a[0];
  p[1] = a[1] * unit;
  p[2] = a[2] * power;
  p[3] = a[3] * power * unit;
  p[4] = a[4] * power * power;
  // The roots of p' separate those of p. Where p' is nearly quadratic, at most two of its roots are within reach.
  RealRoots turns = real_roots_of_cubic(p[1], 2.0 * p[2], 3.0 * p[3], 4.0 * p[4]);
  vec2 two = real_roots_of_quadratic(p[1], 2.0 * p[2], 3.0 * p[3], begin, end);
  float largest = max(abs(p[1]), max(2.0 * abs(p[2]), 3.0 * abs(p[3])));
  bool cubic = 4.0 * abs(p[4]) > 0.00001 * largest;
  float first = cubic ? turns.roots[0] : begin;
  float second = cubic ? turns.roots[1] : two.x;
  float third = cubic ? turns.roots[2] : two.y;
  bool sure = turns.status == REAL_ROOTS_OK || !cubic;
  bool falls = p[4] < 0.0;
  bool turned = falls == (turns.count != 3);
  RealRootsTurn one = real_roots_turn(p, first, begin, begin, end, cubic, falls);
  RealRootsTurn other = real_roots_turn(p, second, one.x, begin, end, cubic, turned);
  RealRootsTurn last = real_roots_turn(p, third, other.x, begin, end, cubic, falls);
  float at_begin = (((p[4] * begin + p[3]) * begin + p[2]) * begin + p[1]) * begin + p[0];
  float at_end = (((p[4] * end + p[3]) * end + p[2]) * end + p[1]) * end + p[0];
  float most = REAL_ROOTS_NOISE * (abs(p[4]) + abs(p[3]) + abs(p[2]) + abs(p[1]) + abs(p[0]));
  bool negative = at_begin < 0.0;
  bool before_one = (one.value < 0.0) != negative;
  bool before_other = before_one || (other.value < 0.0) != negative;
  bool before_last = before_other || (last.value < 0.0) != negative;
  bool crosses = before_last || (at_end < 0.0) != negative;
  // The signs that count are clear of rounding.
  bool clear_other = before_one || abs(other.value) > 1.1 * other.noise;
  bool clear_last = before_other || abs(last.value) > 1.1 * last.noise;
  bool clear_end = before_last || abs(at_end) > 1.1 * most;
  sure = sure && one.sure && other.sure && last.sure && abs(at_begin) > 1.1 * most;
  sure = sure && abs(one.value) > 1.1 * one.noise && clear_other && clear_last && clear_end;
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
  float y = crosses ? at_left / (at_left - at_right) : 0.5;
  bool from_left = y < 0.5;
  from_left = from_one ? left > begin : from_left;
  float part = from_left ? y : 1.0 - y;
  part = from_one ? part : 0.3333333432674408 * part;
  part = sqrt(part) * (right - left);
  float x = from_left ? left + part : right - part;
  float noise = REAL_ROOTS_NOISE * abs(p[0]);
  float absolute = absolute_tolerance * by_unit;
  float relative = max(relative_tolerance, 4.76837158203125e-7);
  bool ends = !crosses;
  @loop for (int i = 0; i < 10; i++) {
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
    float divisor = slope == 0.0 ? 1.0 : slope;
    float by_slope = 1.0 / divisor;
    float step = value * by_slope;
    float bent = max(-1.0, min(step * bend * by_slope, 0.5));
    step = step / (1.0 - bent);
    float moved = abs(step);
    float off = moved * (bent * bent + abs(fourth * by_slope) * moved * moved + 1.1920928955078125e-7);
    x = max(left, min(x - step, right));
    float enough = max(absolute, relative * abs(x));
    ends = moved <= 0.25 * enough || (i > 0 && off <= 0.125 * enough) || abs(value) <= noise;
    ends = ends && slope != 0.0;
  }
  sure = sure && ends;
  RealRoots r;
  r.count = crosses ? 1 : 0;
  r.status = REAL_ROOTS_UNRESOLVED;
  if (sure) {
    r.status = REAL_ROOTS_OK;
  }
  r.touching = 0u;
  r.roots[0] = x * unit;
  r.roots[1] = 0.0;
  r.roots[2] = 0.0;
  r.roots[3] = 0.0;
  return r;
}
)";

}  // namespace vieta
