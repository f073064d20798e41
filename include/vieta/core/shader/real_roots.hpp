#pragma once

#include "vieta/core/shader/separate.hpp"

// Scaling, and the functions that users call.

namespace vieta::core::shader {

// e with all roots of p below 2^e in modulus (Fujiwara 1916, rounded up to powers of two); n is the actual degree.
template <int N>
VT_STATIC int bound_exponent(const float (&p)[N + 1], int n) {
  int e_leading = 0;
  VT_UNROLL_ON_DEVICE
  for (int k = 0; k <= N; k++) {
    if (k == n) {
      e_leading = exponent_of(p[k]);
    }
  }
  int bound = -1000;
  VT_UNROLL_ON_DEVICE
  for (int k = 0; k < N; k++) {
    if (k < n && !is_zero(p[k])) {
      int i = n - k;
      int ratio = exponent_of(p[k]) - e_leading + 1;
      int rounded_up = ratio >= 0 ? (ratio + i - 1) / i : -((-ratio) / i);
      bound = rounded_up > bound ? rounded_up : bound;
    }
  }
  return bound + 1;
}

// The first `wanted` real roots in [lo, hi] of p(x) = a[0] + a[1] x + ... + a[N] x^N.
template <int N>
VT_STATIC roots_found<N, float> some_roots(const float (&a)[N + 1], float lo, float hi, float absolute_tolerance,
                                           float relative_tolerance, int wanted) {
  float p[N + 1];
  // By one look at the bits: no NaN, nothing very large, no root at or very near 0, and the interval in [-1, 1].
  uint largest = 0u;
  VT_UNROLL_ON_DEVICE
  for (int k = 0; k <= N; k++) {
    p[k] = a[k];
    uint bits = bits_of(a[k]) & 0x7fffffffu;
    largest = bits > largest ? bits : largest;
  }
  uint lo_bits = bits_of(lo) & 0x7fffffffu;
  uint hi_bits = bits_of(hi) & 0x7fffffffu;
  bool usual = largest < 0x5d800000u && (bits_of(a[0]) & 0x7fffffffu) >= 0x21800000u;
  usual = usual && lo_bits <= 0x3f800000u && hi_bits <= 0x3f800000u && lo < hi;
  bool fits = true;
  int e = 0;
  int n = N;  // the actual degree
  int zeros = 0;
  bool zero_is_inside = false;
  float t_lo = lo;
  float t_hi = hi;
  if (!usual) {
    bool bad = lo_bits > 0x7f800000u || hi_bits > 0x7f800000u;
    bad = bad || order_of(lo) > order_of(hi);
    n = -1;
    VT_UNROLL_ON_DEVICE
    for (int k = 0; k <= N; k++) {
      bad = bad || !is_finite(a[k]);
      if (!is_zero(a[k])) {
        n = k;
      }
    }
    if (bad) {
      return no_roots<N, float>(status_bad_input);
    }
    if (n < 0) {
      return no_roots<N, float>(status_zero_polynomial);
    }

    // p(x) = x^zeros q(x): zero roots leave exactly.
    for (int i = 0; i < N; i++) {
      if (!is_zero(p[0])) {
        break;
      }
      VT_UNROLL_ON_DEVICE
      for (int k = 0; k < N; k++) {
        p[k] = p[k + 1];
      }
      p[N] = 0.0f;
      zeros++;
    }
    n = n - zeros;
    zero_is_inside = zeros > 0 && order_of(lo) <= 0 && order_of(hi) >= 0;

    // x = 2^e t with |t| <= 1, and coefficients as large as overflow allows, which keeps small ones away from
    // underflow. Beyond the root bound nothing is to be found.
    t_lo = scaled_by(lo, 0);
    t_hi = scaled_by(hi, 0);
    if (n > 0 && max(abs(t_lo), abs(t_hi)) > 1.0f) {
      int reach_exponent = bound_exponent<N>(p, n);
      reach_exponent = reach_exponent < -126 ? -126 : reach_exponent;
      // Roots below all normal numbers lie beside 0: an interval [0, 0] would lose them.
      float reach = scaled_by(1.0f, reach_exponent);
      fits = reach < 1.7014118346046923e38f || (t_lo >= -1.7014118346046923e38f && t_hi <= 1.7014118346046923e38f);
      reach = min(reach, 1.7014118346046923e38f);
      t_lo = max(t_lo, -reach);
      t_hi = min(t_hi, reach);
      if (t_lo > t_hi) {
        return no_roots<N, float>(status_ok);
      }
      float widest = max(abs(t_lo), abs(t_hi));
      if (widest > 1.0f) {
        e = exponent_of(widest) + 1;
        e = e > 127 ? 127 : e;
      }
      t_lo = scaled_by(t_lo, -e);
      t_hi = scaled_by(t_hi, -e);
    }
    // Where a root may be below 2^(e - 105) one scale is not enough: beside such a t the smallest normal number is no
    // small tolerance. (Fujiwara's bound for the reversed polynomial.)
    if (e > 0) {
      int e_constant = exponent_of(p[0]);
      VT_UNROLL_ON_DEVICE
      for (int k = 1; k <= N; k++) {
        if (!is_zero(p[k]) && e_constant - exponent_of(p[k]) <= k * (e - 104)) {
          fits = false;
        }
      }
    }
    int top = -100000;
    VT_UNROLL_ON_DEVICE
    for (int k = 0; k <= N; k++) {
      if (!is_zero(p[k])) {
        int scaled = exponent_of(p[k]) + e * k;
        top = scaled > top ? scaled : top;
      }
    }
    VT_UNROLL_ON_DEVICE
    for (int k = 0; k <= N; k++) {
      p[k] = scaled_by(p[k], e * k - top + headroom<N>);
    }
    // What underflow takes, 2^-126, is less than rounding takes, if p(0) alone is more than 2^-100.
    if (abs(p[0]) < 7.888609052210118e-31f) {
      fits = false;
    }
  }

  roots_found<N, float> r = no_roots<N, float>(status_ok);
  if (n > 0) {
    float absolute = is_finite(absolute_tolerance) ? absolute_tolerance : 0.0f;
    float relative = is_finite(relative_tolerance) ? relative_tolerance : 0.0f;
    if (!usual) {
      absolute = scaled_by(absolute, -e);
    }
    vec2<float> tolerance = vec2(absolute, max(relative, 8.0f * unit_roundoff<float>));
    r = separate<N>(p, t_lo, t_hi, tolerance, wanted);
  }
  if (!usual) {
    float unit = scaled_by(1.0f, e);
    VT_UNROLL_ON_DEVICE
    for (int k = 0; k < N; k++) {
      r.roots[k] = r.roots[k] * unit;
      // Where subnormal numbers are flushed, a root beside 0 may have become 0 itself.
      if (k < r.count && is_zero(r.roots[k]) && zero_is_inside) {
        zero_is_inside = false;
        fits = false;
      }
    }
    if (zero_is_inside) {
      int place = 0;
      VT_UNROLL_ON_DEVICE
      for (int k = 0; k < N; k++) {
        if (k < r.count && r.roots[k] <= 0.0f) {
          place++;
        }
      }
      VT_UNROLL_ON_DEVICE
      for (int k = N - 1; k >= 1; k--) {
        if (k > place) {
          r.roots[k] = r.roots[k - 1];
        }
      }
      VT_UNROLL_ON_DEVICE
      for (int k = 0; k < N; k++) {
        if (k == place) {
          r.roots[k] = 0.0f;
        }
      }
      uint before = (1u << uint(place)) - 1u;
      r.touching = (r.touching & before) | ((r.touching & ~before) << 1u);
      if (zeros % 2 == 0) {
        r.touching = r.touching | (1u << uint(place));
      }
      r.count = r.count + 1;
    }
  }
  if (r.count > wanted) {
    r.count = wanted;
    r.touching = r.touching & ((1u << uint(wanted)) - 1u);
    VT_UNROLL_ON_DEVICE
    for (int k = 0; k < N; k++) {
      r.roots[k] = k < wanted ? r.roots[k] : 0.0f;
    }
  }
  if (!fits) {
    r.status = status_unresolved;
  }
  if (r.status == status_ok && r.touching != 0u) {
    r.status = status_touching;
  }
  return r;
}

// All real roots in [lo, hi]. Leading coefficients may be zero, lo and hi infinite. A root may be off by
// absolute_tolerance or relative_tolerance times its size, whichever is more; 0 means as accurate as float allows.
template <int N>
VT_STATIC roots_found<N, float> real_roots(const float (&a)[N + 1], float lo, float hi, float absolute_tolerance,
                                           float relative_tolerance) {
  return some_roots<N>(a, lo, hi, absolute_tolerance, relative_tolerance, N);
}

// The first of them alone, as rays want it: count is 1 or 0, and the status speaks of that root.
template <int N>
VT_STATIC roots_found<N, float> real_roots_first(const float (&a)[N + 1], float lo, float hi, float absolute_tolerance,
                                                 float relative_tolerance) {
  return some_roots<N>(a, lo, hi, absolute_tolerance, relative_tolerance, 1);
}

}  // namespace vieta::core::shader
