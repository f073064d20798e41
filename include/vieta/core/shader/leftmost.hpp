#pragma once

#include "vieta/core/shader/few.hpp"

// The first root alone, from degree 5 on.

namespace vieta::core::shader {

// Whether p is clear of zero from `left` to `right`, by Horner's scheme in interval arithmetic (Moore 1966); `unsure`
// is what rounding may make of it. (0 lies at an end or outside, which makes products of intervals simple.)
template <int N, class T>
VT_STATIC bool is_clear(const T (&p)[N + 1], T left, T right, T unsure) {
  T inner = min(abs(left), abs(right));
  T outer = max(abs(left), abs(right));
  T sign = left < T(0.0) ? -T(1.0) : T(1.0);
  T low = T(0.0);
  T high = T(0.0);
  VT_UNROLL_ON_DEVICE
  for (int k = N; k >= 0; k--) {
    T next = p[k];
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
template <int N, class T>
VT_STATIC roots_found<N, T> leftmost_root(const T (&p)[N + 1], T lo, T hi, vec2<T> tolerance) {
  roots_found<N, T> r = no_roots<N, T>(-1);
  // About 0 if it is near, where rounding is least; intervals may stick out then.
  T reach = max(abs(lo), abs(hi));
  bool about_zero = lo < T(0.5) * reach && hi > -T(0.5) * reach;
  T frame_lo = about_zero ? -reach : lo;
  T frame_hi = about_zero ? reach : hi;
  centred_form<N, T> s = centred_about<N>(p, frame_lo, frame_hi);
  T t = about_zero && lo >= T(0.0) ? T(0.0) : -T(1.0);
  T size = T(1.0);
  T root = T(0.0);
  int found = -1;  // 0 and 1: so many roots; -1: not known
  VT_LOOP_ON_DEVICE
  for (int i = 0; i < 100; i++) {
    T begin = s.middle + s.half_width * t;
    T end = s.middle + s.half_width * (t + size);
    if (end <= lo) {
      t = t + size;
      size = size_from(t, T(1.0));
      continue;
    }
    T left = max(begin, lo);
    T right = min(end, hi);
    T outer = abs(s.middle) + s.half_width * max(abs(t), abs(t + size));
    T magnitude = abs(p[N]);
    VT_UNROLL_ON_DEVICE
    for (int k = N - 1; k >= 0; k--) {
      magnitude = magnitude * outer + abs(p[k]);
    }
    T unsure = unsure_factor<N, T> * magnitude;
    bool clear = false;
    if (left >= T(0.0) || right <= T(0.0)) {
      clear = is_clear<N>(p, left, right, unsure);
    }
    if (!clear) {
      signs_seen signs = signs_of<N>(bernstein_of<N>(s, t, size), unsure);
      T at_left = value_at<N>(p, left);
      T at_right = value_at<N>(p, right);
      // What sticks out may hold one root, which is on either side then, but no extremum is looked for.
      bool sticks_out = about_zero && (begin < lo || end > hi);
      bool known = signs.known;
      if (sticks_out) {
        known = known && abs(at_left) > unsure && abs(at_right) > unsure;
      }
      bool two = signs.changes == 2 && signs.turns && !sticks_out;
      if (!known || (signs.changes > 1 && !two)) {
        size = T(0.5) * size;
        if (size < T(0.0001) * max(T(0.01), max(abs(t), abs(t + size)))) {
          break;
        }
        continue;
      }
      if (two) {
        vec2<T> between = other_side<N>(p, left, right, T(0.5) * (left + right), at_left < T(0.0));
        if (between.y == T(0.0)) {
          break;
        }
        right = between.x;
        at_right = between.y;
      }
      if ((at_left < T(0.0)) != (at_right < T(0.0))) {
        T start = guess_root(left, right, at_left, at_right, false, two, T(0.0));
        vec2<T> refined = find_near<N>(p, left, right, start, at_left < T(0.0), tolerance, T(0.0), 40);
        root = refined.x;
        if (refined.y == T(0.0)) {
          root = find_crossing<N>(p, left, right, start, at_left < T(0.0), tolerance);
        }
        found = 1;
        break;
      }
    }
    t = t + size;
    if (t >= T(1.0) || end >= hi) {
      found = 0;
      break;
    }
    // Right of 0 as small as left of it: roots near 0 that are not real are as near there.
    if (t != T(0.0)) {
      size = size_from(t, T(1.0));
    }
  }
  if (found >= 0) {
    r = no_roots<N, T>(status_ok);
    r.count = found;
    r.roots[0] = root;
  }
  return r;
}

}  // namespace vieta::core::shader
