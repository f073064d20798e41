#pragma once

namespace vieta {

// Scaling, and the functions that users call. See shader_text.hpp.
inline constexpr const char* real_roots_shader_whole = R"(
// e with all roots of p below 2^e in modulus (Fujiwara 1916, rounded up to powers of two); n is the actual degree.
int real_roots_bound_exponent(float p[REAL_ROOTS_DEGREE + 1], int n) {
  int e_leading = 0;
  @unroll for (int k = 0; k <= REAL_ROOTS_DEGREE; k++) {
    if (k == n) {
      e_leading = real_roots_exponent(p[k]);
    }
  }
  int bound = -1000;
  @unroll for (int k = 0; k < REAL_ROOTS_DEGREE; k++) {
    if (k < n && !real_roots_is_zero(p[k])) {
      int i = n - k;
      int ratio = real_roots_exponent(p[k]) - e_leading + 1;
      int rounded_up = ratio >= 0 ? (ratio + i - 1) / i : -((-ratio) / i);
      bound = rounded_up > bound ? rounded_up : bound;
    }
  }
  return bound + 1;
}

// The first `wanted` real roots in [lo, hi] of p(x) = a[0] + a[1] x + ... + a[REAL_ROOTS_DEGREE] x^REAL_ROOTS_DEGREE.
RealRoots real_roots_some(float a[REAL_ROOTS_DEGREE + 1], float lo, float hi, float absolute_tolerance,
                          float relative_tolerance, int wanted) {
  float p[REAL_ROOTS_DEGREE + 1];
  // By one look at the bits: no NaN, nothing very large, no root at or very near 0, and the interval in [-1, 1].
  uint largest = 0u;
  @unroll for (int k = 0; k <= REAL_ROOTS_DEGREE; k++) {
    p[k] = a[k];
    uint bits = floatBitsToUint(a[k]) & 0x7fffffffu;
    largest = bits > largest ? bits : largest;
  }
  uint lo_bits = floatBitsToUint(lo) & 0x7fffffffu;
  uint hi_bits = floatBitsToUint(hi) & 0x7fffffffu;
  bool usual = largest < 0x5d800000u && (floatBitsToUint(a[0]) & 0x7fffffffu) >= 0x21800000u;
  usual = usual && lo_bits <= 0x3f800000u && hi_bits <= 0x3f800000u && lo < hi;
  bool fits = true;
  int e = 0;
  int n = REAL_ROOTS_DEGREE;  // the actual degree
  int zeros = 0;
  bool zero_is_inside = false;
  float t_lo = lo;
  float t_hi = hi;
  if (!usual) {
    bool bad = lo_bits > 0x7f800000u || hi_bits > 0x7f800000u;
    bad = bad || real_roots_order(lo) > real_roots_order(hi);
    n = -1;
    @unroll for (int k = 0; k <= REAL_ROOTS_DEGREE; k++) {
      bad = bad || !real_roots_is_finite(a[k]);
      if (!real_roots_is_zero(a[k])) {
        n = k;
      }
    }
    if (bad) {
      return real_roots_none(REAL_ROOTS_BAD_INPUT);
    }
    if (n < 0) {
      return real_roots_none(REAL_ROOTS_ZERO_POLYNOMIAL);
    }

    // p(x) = x^zeros q(x): zero roots leave exactly.
    for (int i = 0; i < REAL_ROOTS_DEGREE; i++) {
      if (!real_roots_is_zero(p[0])) {
        break;
      }
      @unroll for (int k = 0; k < REAL_ROOTS_DEGREE; k++) {
        p[k] = p[k + 1];
      }
      p[REAL_ROOTS_DEGREE] = 0.0;
      zeros++;
    }
    n = n - zeros;
    zero_is_inside = zeros > 0 && real_roots_order(lo) <= 0 && real_roots_order(hi) >= 0;

    // x = 2^e t with |t| <= 1, and coefficients as large as overflow allows, which keeps small ones away from
    // underflow. Beyond the root bound nothing is to be found.
    t_lo = real_roots_scale(lo, 0);
    t_hi = real_roots_scale(hi, 0);
    if (n > 0 && max(abs(t_lo), abs(t_hi)) > 1.0) {
      int reach_exponent = real_roots_bound_exponent(p, n);
      reach_exponent = reach_exponent < -126 ? -126 : reach_exponent;
      // Roots below all normal numbers lie beside 0: an interval [0, 0] would lose them.
      float reach = real_roots_scale(1.0, reach_exponent);
      fits = reach < 1.7014118346046923e38 || (t_lo >= -1.7014118346046923e38 && t_hi <= 1.7014118346046923e38);
      reach = min(reach, 1.7014118346046923e38);
      t_lo = max(t_lo, -reach);
      t_hi = min(t_hi, reach);
      if (t_lo > t_hi) {
        return real_roots_none(REAL_ROOTS_OK);
      }
      float widest = max(abs(t_lo), abs(t_hi));
      if (widest > 1.0) {
        e = real_roots_exponent(widest) + 1;
        e = e > 127 ? 127 : e;
      }
      t_lo = real_roots_scale(t_lo, -e);
      t_hi = real_roots_scale(t_hi, -e);
    }
    // Where a root may be below 2^(e - 105) one scale is not enough: beside such a t the smallest normal number is no
    // small tolerance. (Fujiwara's bound for the reversed polynomial.)
    if (e > 0) {
      int e_constant = real_roots_exponent(p[0]);
      @unroll for (int k = 1; k <= REAL_ROOTS_DEGREE; k++) {
        if (!real_roots_is_zero(p[k]) && e_constant - real_roots_exponent(p[k]) <= k * (e - 104)) {
          fits = false;
        }
      }
    }
    int top = -100000;
    @unroll for (int k = 0; k <= REAL_ROOTS_DEGREE; k++) {
      if (!real_roots_is_zero(p[k])) {
        int scaled = real_roots_exponent(p[k]) + e * k;
        top = scaled > top ? scaled : top;
      }
    }
    @unroll for (int k = 0; k <= REAL_ROOTS_DEGREE; k++) {
      p[k] = real_roots_scale(p[k], e * k - top + REAL_ROOTS_HEADROOM);
    }
    // What underflow takes, 2^-126, is less than rounding takes, if p(0) alone is more than 2^-100.
    if (abs(p[0]) < 7.888609052210118e-31) {
      fits = false;
    }
  }

  RealRoots r = real_roots_none(REAL_ROOTS_OK);
  if (n > 0) {
    float absolute = real_roots_is_finite(absolute_tolerance) ? absolute_tolerance : 0.0;
    float relative = real_roots_is_finite(relative_tolerance) ? relative_tolerance : 0.0;
    if (!usual) {
      absolute = real_roots_scale(absolute, -e);
    }
    vec2 tolerance = vec2(absolute, max(relative, 4.76837158203125e-7));
    r = real_roots_separate(p, t_lo, t_hi, tolerance, wanted);
  }
  if (!usual) {
    float unit = real_roots_scale(1.0, e);
    @unroll for (int k = 0; k < REAL_ROOTS_DEGREE; k++) {
      r.roots[k] = r.roots[k] * unit;
      // Where subnormal numbers are flushed, a root beside 0 may have become 0 itself.
      if (k < r.count && real_roots_is_zero(r.roots[k]) && zero_is_inside) {
        zero_is_inside = false;
        fits = false;
      }
    }
    if (zero_is_inside) {
      int place = 0;
      @unroll for (int k = 0; k < REAL_ROOTS_DEGREE; k++) {
        if (k < r.count && r.roots[k] <= 0.0) {
          place++;
        }
      }
      @unroll for (int k = REAL_ROOTS_DEGREE - 1; k >= 1; k--) {
        if (k > place) {
          r.roots[k] = r.roots[k - 1];
        }
      }
      @unroll for (int k = 0; k < REAL_ROOTS_DEGREE; k++) {
        if (k == place) {
          r.roots[k] = 0.0;
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
    @unroll for (int k = 0; k < REAL_ROOTS_DEGREE; k++) {
      r.roots[k] = k < wanted ? r.roots[k] : 0.0;
    }
  }
  if (!fits) {
    r.status = REAL_ROOTS_UNRESOLVED;
  }
  if (r.status == REAL_ROOTS_OK && r.touching != 0u) {
    r.status = REAL_ROOTS_TOUCHING;
  }
  return r;
}

)";

// The same without scaling and without a look at the input.
inline constexpr const char* real_roots_shader_plain = R"(
RealRoots real_roots_some(float a[REAL_ROOTS_DEGREE + 1], float lo, float hi, float absolute_tolerance,
                          float relative_tolerance, int wanted) {
  vec2 tolerance = vec2(absolute_tolerance, max(relative_tolerance, 4.76837158203125e-7));
  RealRoots r = real_roots_separate(a, lo, hi, tolerance, wanted);
  if (r.status == REAL_ROOTS_OK && r.touching != 0u) {
    r.status = REAL_ROOTS_TOUCHING;
  }
  return r;
}

)";

inline constexpr const char* real_roots_shader_calls = R"(
// All real roots in [lo, hi]. Leading coefficients may be zero, lo and hi infinite. A root may be off by
// absolute_tolerance or relative_tolerance times its size, whichever is more; 0 means as accurate as float allows.
RealRoots real_roots(float a[REAL_ROOTS_DEGREE + 1], float lo, float hi, float absolute_tolerance,
                     float relative_tolerance) {
  return real_roots_some(a, lo, hi, absolute_tolerance, relative_tolerance, REAL_ROOTS_DEGREE);
}

// The first of them alone, as rays want it: count is 1 or 0, and the status speaks of that root.
RealRoots real_roots_first(float a[REAL_ROOTS_DEGREE + 1], float lo, float hi, float absolute_tolerance,
                           float relative_tolerance) {
  return real_roots_some(a, lo, hi, absolute_tolerance, relative_tolerance, 1);
}
)";

}  // namespace vieta
