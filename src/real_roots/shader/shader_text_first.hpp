#pragma once

namespace vieta {

// The first root alone, from degree 5 on. See shader_text.hpp.
inline constexpr const char* real_roots_shader_leftmost = R"(
// Whether p is clear of zero from `left` to `right`, by Horner's scheme in interval arithmetic (Moore 1966); `unsure` is
// what rounding may make of it. (0 lies at an end or outside, which makes products of intervals simple.)
bool real_roots_is_clear(float p[REAL_ROOTS_DEGREE + 1], float left, float right, float unsure) {
  float inner = min(abs(left), abs(right));
  float outer = max(abs(left), abs(right));
  float sign = left < 0.0 ? -1.0 : 1.0;
  float low = 0.0;
  float high = 0.0;
  @unroll for (int k = REAL_ROOTS_DEGREE; k >= 0; k--) {
    float next = p[k];
    if ((k & 1) == 1) {
      next = sign * next;
    }
    low = min(low * inner, low * outer) + next;
    high = max(high * inner, high * outer) + next;
  }
  return low > unsure || high < -unsure;
}

// The first root alone, by Descartes' rule as above, from the left on: what lies to the right of it is not looked at. The
// coefficients of an interval are compared with what rounding may make of them there, which is little near 0. Only what
// is certain in spite of rounding is an answer; everything else has status -1.
RealRoots real_roots_leftmost(float p[REAL_ROOTS_DEGREE + 1], float lo, float hi, vec2 tolerance) {
  RealRoots r = real_roots_none(-1);
  // About 0 if it is near, where rounding is least; intervals may stick out then.
  float reach = max(abs(lo), abs(hi));
  bool about_zero = lo < 0.5 * reach && hi > -0.5 * reach;
  float frame_lo = about_zero ? -reach : lo;
  float frame_hi = about_zero ? reach : hi;
  RealRootsCentred s = real_roots_centred(p, frame_lo, frame_hi);
  float t = about_zero && lo >= 0.0 ? 0.0 : -1.0;
  float size = 1.0;
  float root = 0.0;
  int found = -1;  // 0 and 1: so many roots; -1: not known
  @loop for (int i = 0; i < 100; i++) {
    float begin = s.middle + s.half_width * t;
    float end = s.middle + s.half_width * (t + size);
    if (end <= lo) {
      t = t + size;
      size = real_roots_size_from(t, 1.0);
      continue;
    }
    float left = max(begin, lo);
    float right = min(end, hi);
    float outer = abs(s.middle) + s.half_width * max(abs(t), abs(t + size));
    float magnitude = abs(p[REAL_ROOTS_DEGREE]);
    @unroll for (int k = REAL_ROOTS_DEGREE - 1; k >= 0; k--) {
      magnitude = magnitude * outer + abs(p[k]);
    }
    float unsure = REAL_ROOTS_UNSURE * magnitude;
    bool clear = false;
    if (left >= 0.0 || right <= 0.0) {
      clear = real_roots_is_clear(p, left, right, unsure);
    }
    if (!clear) {
      RealRootsSigns signs = real_roots_signs(real_roots_bernstein(s, t, size), unsure);
      float at_left = real_roots_value(p, left);
      float at_right = real_roots_value(p, right);
      // What sticks out may hold one root, which is on either side then, but no extremum is looked for.
      bool sticks_out = about_zero && (begin < lo || end > hi);
      bool known = signs.known;
      if (sticks_out) {
        known = known && abs(at_left) > unsure && abs(at_right) > unsure;
      }
      bool two = signs.changes == 2 && signs.turns && !sticks_out;
      if (!known || (signs.changes > 1 && !two)) {
        size = 0.5 * size;
        if (size < 0.0001 * max(0.01, max(abs(t), abs(t + size)))) {
          break;
        }
        continue;
      }
      if (two) {
        vec2 between = real_roots_other_side(p, left, right, 0.5 * (left + right), at_left < 0.0);
        if (between.y == 0.0) {
          break;
        }
        right = between.x;
        at_right = between.y;
      }
      if ((at_left < 0.0) != (at_right < 0.0)) {
        float start = real_roots_guess(left, right, at_left, at_right, false, two, 0.0);
        vec2 refined = real_roots_near(p, left, right, start, at_left < 0.0, tolerance, 0.0, 40);
        root = refined.x;
        if (refined.y == 0.0) {
          root = real_roots_crossing(p, left, right, start, at_left < 0.0, tolerance);
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
    r = real_roots_none(REAL_ROOTS_OK);
    r.count = found;
    r.roots[0] = root;
  }
  return r;
}

)";

}  // namespace vieta
