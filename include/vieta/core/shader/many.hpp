#pragma once

#include "vieta/core/shader/extrema.hpp"
#include "vieta/core/shader/few.hpp"

// Polynomials with many changes of sign, beyond degree 10.

namespace vieta::core::shader {

// A bit for each pair of neighbours among the coefficients.
template <int N>
inline constexpr uint all_pairs = 0xffffffffu >> uint(32 - N);

// The place of the only bit, by the exponent of a float.
VT_STATIC int place_of_bit(uint bit) {
  uint bits = bits_of(float(bit));
  return int(bits >> 23u) - 127;
}

// Where p may be zero in the interval from t, of that size, by the place of a change of sign among its coefficients:
// there the control polygon crosses zero (Lane and Riesenfeld 1981). Where none changes, far outside, which is not
// used.
template <int N>
VT_STATIC float place_of_change(uint change, float t, float size) {
  float part = (float(place_of_bit(change)) + 0.5f) / float(N);
  part = t < 0.0f ? part : 1.0f - part;
  return t + part * size;
}

// Points that separate the roots of p, and hi, by Descartes' rule of signs as above, but with the signs as they come:
// where p is not clear of rounding, they are those of a polynomial within rounding of p, and no root that shows is
// lost. Not known if there is no place for all points.
template <int N>
VT_STATIC separating_points<N, float> between_many(const float (&p)[N + 1], float lo, float hi) {
  separating_points<N, float> points = no_points<N>(hi);
  // About 0, whatever the interval is: elsewhere rounding is that of the interval's outer end all over it.
  float reach = max(abs(lo), abs(hi));
  centred_form<N, float> s = centred_about<N>(p, -reach, reach);
  // p has many changes of sign, so that halves of [-1, 1] are not looked at.
  float t = lo < 0.0f ? -1.0f : 0.0f;
  float size = 0.5f;
  int count = 0;
  uint turning = 0u;  // the points where an extremum is to be found
  // What is known of the interval before: 1 where it holds roots, 2 where p may be zero since the last one that does, 4
  // where p may be zero at its left end. (In one number, since flags are short registers on some GPUs.)
  uint before = 0u;
  vec2<float> at_left = value_and_noise_at<N>(p, lo);
  VT_LOOP_ON_DEVICE
  for (int i = 0; i < 400; i++) {
    if (reach * (t + size) <= lo) {
      t = t + size;
      size = size_from(t, 0.5f);
      continue;
    }
    float left = max(reach * t, lo);
    float right = min(reach * (t + size), hi);
    bernstein_form<N, float> q = bernstein_of<N>(s, t, size);
    vec2<float> at_right = value_and_noise_at<N>(p, right);
    // The values at the ends are those that their neighbours see, and that count later.
    q.b[0] = t < 0.0f ? at_right.x : at_left.x;
    q.b[N] = t < 0.0f ? at_left.x : at_right.x;
    // One bit for each sign of the coefficients and of their differences.
    uint signs = bits_of(q.b[0]) >> 31u;
    uint rises = 0u;
    float least = min(abs(q.b[0]), abs(q.b[N]));
    float largest = max(abs(q.b[0]), abs(q.b[N]));
    VT_UNROLL_ON_DEVICE
    for (int k = 1; k <= N; k++) {
      signs = (signs << 1u) | (bits_of(q.b[k]) >> 31u);
      rises = (rises << 1u) | (bits_of(q.b[k] - q.b[k - 1]) >> 31u);
      if ((k & 1) == 0) {
        least = min(least, abs(q.b[k]));
      } else {
        largest = max(largest, abs(q.b[k]));
      }
    }
    // A one wherever neighbours differ; x & (x - 1) takes one away.
    uint first = N == 32 ? bits_of(q.b[0]) & 0x80000000u : 0u;  // the 33rd sign
    uint changes = (signs ^ (first | (signs >> 1u))) & all_pairs<N>;
    uint turns = (rises ^ (rises >> 1u)) & (all_pairs<N> >> 1u);
    uint more_changes = changes & (changes - 1u);
    bool one_turn = turns != 0u && (turns & (turns - 1u)) == 0u;
    bool two_roots = more_changes != 0u && (more_changes & (more_changes - 1u)) == 0u;
    bool nears = abs(q.b[1]) < abs(q.b[0]);
    float least_noise = min(at_left.y, at_right.y);
    float noise = max(at_left.y, at_right.y);
    bool pair = one_turn && (two_roots || (changes == 0u && nears && least <= noise));
    // Beside an end where p may be zero, too, a point is needed.
    bool at_end = (left == lo && abs(at_left.x) <= at_left.y) || (right == hi && abs(at_right.x) <= at_right.y);
    // Noise between ends that are clear of zero hides a touch, if p turns there more than once.
    bool clear_ends = abs(at_left.x) > at_left.y && abs(at_right.x) > at_right.y;
    bool hides = changes == 0u && (turns & (turns - 1u)) != 0u && clear_ends && least <= noise;
    bool splits = at_end && changes != 0u && more_changes == 0u;
    splits = splits || hides || (more_changes != 0u && !pair);
    if (splits && size > 0.0003f * max(abs(t), abs(t + size)) && 8.0f * largest > least_noise) {
      size = 0.5f * size;
      continue;
    }
    // Points at both ends of what lies between two roots, unless p is clear of zero there: then the left one alone. And
    // where a pair's interval begins, since its extremum is looked for from there on.
    bool holds = changes != 0u || pair;
    bool low = abs(at_left.x) <= at_left.y;
    bool parts = pair || (before & 1u) != 0u || (holds && (before & 2u) != 0u);
    parts = parts || (low && !holds && (before & 4u) == 0u);
    if (parts && count < slots<N>) {
      points.x[count] = left;
      count++;
    }
    // The lowest bit stands for the last coefficients, which belong to the outer end.
    uint left_change = t < 0.0f || more_changes == 0u ? changes ^ more_changes : more_changes;
    uint right_change = changes ^ left_change;
    if (holds && count < known_starts<N>) {
      points.starts[count] = reach * place_of_change<N>(left_change, t, size);
    }
    before = least <= noise ? before | 2u : before;
    before = holds ? 1u : before & 2u;
    before = low ? before | 4u : before;
    if (pair && count < 32 && count < slots<N>) {
      // Where the coefficients turn.
      float part = float(N - 1 - place_of_bit(turns)) / float(N);
      part = t < 0.0f ? 1.0f - part : part;
      points.x[count] = max(left, min(reach * (t + part * size), right));
      turning = turning | (1u << uint(count));
      count++;
      if (count < known_starts<N>) {
        points.starts[count] = reach * place_of_change<N>(right_change, t, size);
      }
    }
    at_left = at_right;
    t = t + size;
    if (right >= hi) {
      t = 1.0f;
      break;
    }
    // Roots are about as close as in the interval before.
    size = size_from(t, min(2.0f * size, 0.5f));
  }
  if (count >= slots<N> || t < 1.0f) {
    points.known = false;
    return points;
  }
  VT_LOOP_ON_DEVICE
  for (int k = 0; k < 32; k++) {
    if (turning == 0u) {
      break;
    }
    int i = place_of_bit(turning & (~turning + 1u));
    turning = turning & (turning - 1u);
    // It lies between its neighbours, which are the ends of its interval.
    int last = i > 0 ? i - 1 : 0;
    float left = points.x[last];
    left = i > 0 ? left : lo;
    float right = points.x[i + 1];
    vec2<float> between = other_side<N>(p, left, right, points.x[i], value_at<N>(p, left) < 0.0f);
    points.x[i] = between.x;
  }
  points.known = turning == 0u;
  return points;
}

}  // namespace vieta::core::shader
