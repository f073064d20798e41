#pragma once

#include "vieta/core/shader/crossing.hpp"
#include "vieta/core/shader/extrema.hpp"

// Polynomials with few changes of sign among their Bernstein coefficients.

namespace vieta::core::shader {

// As many changes of sign as this may be in the Bernstein coefficients of p. Beyond, other ways are faster.
template <int N>
inline constexpr int few_changes = N < 7 ? N - 1 : 6;

// What rounding may make of a Bernstein coefficient, for a sum 1 of the moduli |p_k x^k| at the outer end.
template <int N, class T>
inline constexpr T unsure_factor = T(6 * N + 8) * unit_roundoff<T>;

// What the signs of the Bernstein coefficients of p tell in an interval.
struct signs_seen {
  int changes;  // at least as many as roots; one if there is one, none if there is none
  bool turns;   // p' is known to have one root
  bool known;   // the signs at both ends are
};

// p as a polynomial of t in [-1, 1].
template <int N, class T>
struct centred_form {
  T a[N + 1];    // coefficient k by C(N, k)
  T middle;      // x = middle + half_width t
  T half_width;  // half the interval
};

template <int N, class T>
VT_STATIC centred_form<N, T> centred_about(const T (&p)[N + 1], T lo, T hi) {
  centred_form<N, T> s;
  s.middle = T(0.5) * (lo + hi);
  s.half_width = T(0.5) * (hi - lo);
  T power = T(1.0);
  T binomial = T(1.0);
  VT_UNROLL_ON_DEVICE
  for (int k = 0; k < N; k++) {
    s.a[k] = p[k];
  }
  s.a[N] = p[N];
  if (s.middle != T(0.0)) {
    VT_UNROLL_ON_DEVICE
    for (int i = 0; i < N; i++) {
      T above = s.a[N];
      VT_UNROLL_ON_DEVICE
      for (int k = N - 1; k >= 0; k--) {
        if (k >= i) {
          above = s.a[k] + s.middle * above;
          s.a[k] = above;
        }
      }
    }
  }
  VT_UNROLL_ON_DEVICE
  for (int k = 0; k < N; k++) {
    s.a[k] = s.a[k] * power / binomial;
    power = power * s.half_width;
    binomial = binomial * T(N - k) / T(k + 1);
  }
  s.a[N] = s.a[N] * power;
  return s;
}

// The Bernstein coefficients of p in the interval from t, of that size. The first one belongs to the end nearer to 0,
// so that no sum is larger than that for the other end.
template <int N, class T>
struct bernstein_form {
  T b[N + 1];  // in this order
};

template <int N, class T>
VT_STATIC bernstein_form<N, T> bernstein_of(centred_form<N, T> s, T t, T size) {
  bernstein_form<N, T> r;
  T inner = t < T(0.0) ? t + size : t;
  T outwards = t < T(0.0) ? -size : size;
  VT_UNROLL_ON_DEVICE
  for (int k = 0; k < N; k++) {
    r.b[k] = s.a[k];
  }
  r.b[N] = s.a[N];
  // Each number is read once: compilers that do not unroll these loops have mixed up the old one with the new one. Two
  // in a turn, since some drivers take many turns for endless: llvmpipe ends all loops after 65535 of them together.
  if (inner != T(0.0)) {
    VT_UNROLL_ON_DEVICE
    for (int i = N - 1; i >= 0; i--) {
      T before = r.b[0];
      VT_UNROLL_ON_DEVICE
      for (int k = 0; k <= i; k += 2) {
        T next = r.b[k + 1];
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
  VT_UNROLL_ON_DEVICE
  for (int i = N - 1; i >= 0; i--) {
    T before = r.b[N];
    VT_UNROLL_ON_DEVICE
    for (int k = 0; k <= i; k += 2) {
      T next = r.b[N - k - 1];
      r.b[N - k] = outwards * before + next;
      before = next;
      if (k < i) {
        next = r.b[N - k - 2];
        r.b[N - k - 1] = outwards * before + next;
        before = next;
      }
    }
  }
  return r;
}

// The size of the largest interval of halves of halves that begins at t, but no larger than `most`: the last bit of t.
VT_STATIC float size_from(float t, float most) {
  uint bits = bits_of(t) & 0x7fffffffu;
  uint fraction = (bits & 0x007fffffu) | 0x00800000u;
  uint last = fraction & (~fraction + 1u);
  float size = of_bits(bits & 0x7f800000u) * (float(last) * 2.0f * unit_roundoff<float>);
  size = bits == 0u ? most : min(size, most);
  return size;
}

/// For C++ alone: t has few bits.
VT_HD double size_from(double t, double most) { return size_from(static_cast<float>(t), static_cast<float>(most)); }

// A coefficient within rounding counts as the sign that makes more changes.
template <int N, class T>
VT_STATIC signs_seen signs_of(bernstein_form<N, T> p, T unsure) {
  signs_seen signs;
  signs.known = abs(p.b[0]) > unsure && abs(p.b[N]) > unsure;
  signs.changes = 0;
  int turns = 0;
  T step = p.b[1] - p.b[0];
  bool known_turns = abs(step) > unsure && abs(p.b[N] - p.b[N - 1]) > unsure;
  bool negative = p.b[0] < T(0.0);
  bool falls = step < T(0.0);
  VT_UNROLL_ON_DEVICE
  for (int k = 1; k <= N; k++) {
    bool change = negative ? p.b[k] >= -unsure : p.b[k] <= unsure;
    step = p.b[k] - p.b[k - 1];
    bool turn = falls ? step >= -unsure : step <= unsure;
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
template <int N, class T>
VT_STATIC vec2<T> other_side(const T (&c)[N + 1], T lo, T hi, T start, bool negative_around) {
  T left = lo;
  T right = hi;
  T x = start;
  T last_step = hi - lo;
  T value = T(0.0);
  T noise = T(0.0);
  VT_LOOP_ON_DEVICE
  for (int i = 0; i < 40; i++) {
    T second = T(0.0);
    T slope = T(0.0);
    value = c[N];
    T magnitude = abs(value);
    VT_UNROLL_ON_DEVICE
    for (int k = N - 1; k >= 0; k--) {
      second = second * x + slope;
      slope = slope * x + value;
      value = value * x + c[k];
      magnitude = magnitude * abs(x) + abs(c[k]);
    }
    noise = T(4.0) * noise_factor<N, T> * magnitude;
    if (abs(value) > noise && (value < T(0.0)) != negative_around) {
      break;
    }
    bool goes_left = (slope < T(0.0)) != negative_around;
    left = goes_left ? x : left;
    right = goes_left ? right : x;
    T next = left + T(0.5) * (right - left);
    T moved = T(0.5) * abs(slope);
    if (moved < abs(second) * (right - left)) {
      T promised = x - T(0.5) * slope / second;
      if (promised >= left && promised <= right && (i < 12 || (i & 1) == 0)) {
        next = promised;
      }
    }
    moved = abs(next - x);
    // The extremum itself is by 0.5 p' moved beyond the value here, which may be far beyond rounding where the value is
    // not.
    bool tells = abs(slope) * moved <= T(0.5) * max(abs(value), noise);
    if (tells && moved <= T(0.0001) * (hi - lo) && moved <= T(0.25) * last_step) {
      break;
    }
    last_step = moved;
    x = next;
  }
  T seen = abs(value) > noise ? value : T(0.0);
  return vec2(x, seen);
}

// By Descartes' rule of signs for Bernstein coefficients in halved intervals (Collins and Akritas 1976), without a
// stack: an interval's coefficients are found anew from p. Only what is certain in spite of rounding is an answer here;
// everything else, and many changes of sign, has status -1, with the changes for a count, and is left to others.
template <int N, class T>
VT_STATIC roots_found<N, T> few_roots(const T (&p)[N + 1], T lo, T hi, vec2<T> tolerance, int wanted) {
  roots_found<N, T> r = no_roots<N, T>(-1);
  T begins[few_changes<N>];
  T sizes[few_changes<N>];
  centred_form<N, T> s = centred_about<N>(p, lo, hi);
  T reach = max(abs(lo), abs(hi));
  T magnitude = abs(p[N]);
  VT_UNROLL_ON_DEVICE
  for (int k = N - 1; k >= 0; k--) {
    magnitude = magnitude * reach + abs(p[k]);
  }
  VT_UNROLL_ON_DEVICE
  for (int k = 0; k < few_changes<N>; k++) {
    begins[k] = T(0.0);
    sizes[k] = T(0.0);
  }
  T unsure = unsure_factor<N, T> * magnitude;
  T t = T(0.0);  // both halves are looked at first, the right one before the left one
  T size = T(1.0);
  int count = 0;
  int odd = 0;
  int seen = 0;
  bool sure = true;
  VT_LOOP_ON_DEVICE
  for (int i = 0; i < 200; i++) {
    signs_seen signs = signs_of<N>(bernstein_of<N>(s, t, size), unsure);
    if (i < 2) {
      seen = seen + signs.changes;
    }
    sure = sure && signs.known && size >= T(0.0001);
    if (i == 0) {
      t = -T(1.0);
      continue;
    }
    sure = sure && seen <= few_changes<N>;
    if (!sure) {
      break;
    }
    if (signs.changes > 2 || (signs.changes == 2 && !signs.turns)) {
      size = T(0.5) * size;
      continue;
    }
    if (signs.changes > 0) {
      if (count == few_changes<N>) {
        sure = false;
        break;
      }
      VT_UNROLL_ON_DEVICE
      for (int k = 0; k < few_changes<N>; k++) {
        begins[k] = k == count ? t : begins[k];
        sizes[k] = k == count ? size : sizes[k];
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
    if (t >= T(1.0)) {
      break;
    }
    size = size_from(t, T(1.0));
  }
  if (!sure || (t < T(1.0) && odd < wanted)) {
    r.count = seen;
    return r;
  }
  // Where a driver has ended a loop, what was found is not whole.
  bool whole = false;
  VT_LOOP_ON_DEVICE
  for (int i = 0; i <= few_changes<N>; i++) {
    if (i >= count || r.count >= wanted) {
      whole = true;
      break;
    }
    T left = s.middle + s.half_width * begins[0];
    T right = s.middle + s.half_width * (begins[0] + sizes[0]);
    VT_UNROLL_ON_DEVICE
    for (int k = 1; k < few_changes<N>; k++) {
      begins[k - 1] = begins[k];
      sizes[k - 1] = sizes[k];
    }
    left = max(left, lo);
    right = min(right, hi);
    T at_left = value_at<N>(p, left);
    T at_right = value_at<N>(p, right);
    T end = right;
    T at_end = at_right;
    int parts = 1;
    if ((at_left < T(0.0)) == (at_right < T(0.0))) {
      vec2<T> between = other_side<N>(p, left, right, T(0.5) * (left + right), at_left < T(0.0));
      if (between.y == T(0.0)) {
        return no_roots<N, T>(-1);
      }
      end = between.x;
      at_end = between.y;
      parts = (at_end < T(0.0)) == (at_left < T(0.0)) ? 0 : 2;
    }
    VT_LOOP_ON_DEVICE
    for (int k = 0; k < 2; k++) {
      if (k >= parts || r.count >= wanted) {
        break;
      }
      T start = guess_root(left, end, at_left, at_end, false, false, T(0.0));
      vec2<T> found = find_near<N>(p, left, end, start, at_left < T(0.0), tolerance, T(0.0), 40);
      if (found.y == T(0.0)) {
        found.x = find_crossing<N>(p, left, end, start, at_left < T(0.0), tolerance);
      }
      VT_UNROLL_ON_DEVICE
      for (int j = 0; j < N; j++) {
        r.roots[j] = j == r.count ? found.x : r.roots[j];
      }
      r.count = r.count + 1;
      left = end;
      at_left = at_end;
      end = right;
      at_end = at_right;
    }
  }
  r.status = whole ? status_ok : -1;
  return r;
}

}  // namespace vieta::core::shader
