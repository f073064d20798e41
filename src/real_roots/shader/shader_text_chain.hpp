#pragma once

namespace vieta {

// The chain of derivatives, scaling, and the function that users call. See shader_text.hpp.
inline constexpr const char* real_roots_shader_chain = R"(
// The roots of p' separate those of p, the roots of p'' those of p', and so on (Collins and Loos 1976; Yuksel 2022).
RealRoots real_roots_chain(float p[REAL_ROOTS_DEGREE + 1], float lo, float hi, vec2 tolerance) {
  float points[REAL_ROOTS_DEGREE];
  // The derivative of order N - degree, divided by (N - degree)!, has coefficients C(k, N - degree) p_k. Here p is
  // turned so that they stand at 0 ... degree. The binomials, 0 elsewhere, follow exactly from those one level before:
  // factors multiplied up in floating point would lose roots.
  float turned[REAL_ROOTS_DEGREE + 1];
  uint binomials[REAL_ROOTS_DEGREE + 1];
  float c[REAL_ROOTS_DEGREE + 1];
  uint top = 1u;  // C(N, degree)
  @unroll for (int k = 0; k < REAL_ROOTS_DEGREE; k++) {
    points[k] = hi;
    turned[k + 1] = p[k];
    binomials[k + 1] = 0u;
  }
  turned[0] = p[REAL_ROOTS_DEGREE];
  binomials[0] = 1u;
  for (int degree = 1; degree < REAL_ROOTS_DEGREE; degree++) {
    uint factor = uint(REAL_ROOTS_DEGREE + 1 - degree);
    uint divisor = uint(degree);
    top = (top / divisor) * factor + ((top % divisor) * factor) / divisor;
    float turning = turned[REAL_ROOTS_DEGREE];
    @unroll for (int k = REAL_ROOTS_DEGREE; k >= 1; k--) {
      turned[k] = turned[k - 1];
      binomials[k] = k == degree ? top : binomials[k] - binomials[k - 1];
    }
    turned[0] = turning;
    @unroll for (int k = 0; k <= REAL_ROOTS_DEGREE; k++) {
      c[k] = float(binomials[k]) * turned[k];
    }
    // Interval number i is (points[i - 1], points[i]). Its root takes the place of its upper end.
    float left = lo;
    float at_left = real_roots_value(c, lo);
    for (int i = 0; i < REAL_ROOTS_DEGREE; i++) {
      if (i == degree) {
        break;
      }
      float right = points[i];
      points[i] = left;
      if (right > left) {
        float at_right = real_roots_value(c, right);
        if (at_right == 0.0) {
          points[i] = right;
        } else if (at_left != 0.0 && (at_left < 0.0) != (at_right < 0.0)) {
          points[i] = real_roots_crossing(c, left, right, at_left < 0.0, tolerance);
        }
        left = right;
        at_left = at_right;
      }
    }
  }
  return real_roots_last_level(p, points, lo, hi, tolerance);
}

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
      bound = max(bound, rounded_up);
    }
  }
  return bound + 1;
}

// All real roots in [lo, hi] of p(x) = a[0] + a[1] x + ... + a[REAL_ROOTS_DEGREE] x^REAL_ROOTS_DEGREE.
// Leading coefficients may be zero, lo and hi infinite. A root may be off by absolute_tolerance or relative_tolerance
// times its size, whichever is more; 0 means as accurate as float allows.
RealRoots real_roots(float a[REAL_ROOTS_DEGREE + 1], float lo, float hi, float absolute_tolerance,
                     float relative_tolerance) {
  float p[REAL_ROOTS_DEGREE + 1];
  bool bad = (floatBitsToUint(lo) & 0x7fffffffu) > 0x7f800000u || (floatBitsToUint(hi) & 0x7fffffffu) > 0x7f800000u;
  bad = bad || real_roots_order(lo) > real_roots_order(hi);
  int n = -1;  // the actual degree
  @unroll for (int k = 0; k <= REAL_ROOTS_DEGREE; k++) {
    p[k] = a[k];
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
  int zeros = 0;
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
  bool zero_is_inside = zeros > 0 && real_roots_order(lo) <= 0 && real_roots_order(hi) >= 0;

  // x = 2^e t with |t| <= 1, and coefficients as large as overflow allows, which keeps small ones away from underflow.
  // Beyond the root bound nothing is to be found.
  bool fits = true;
  int e = 0;
  float t_lo = real_roots_scale(lo, 0);
  float t_hi = real_roots_scale(hi, 0);
  if (n > 0 && max(abs(t_lo), abs(t_hi)) > 1.0) {
    // Roots below all normal numbers lie beside 0: an interval [0, 0] would lose them.
    float reach = real_roots_scale(1.0, max(real_roots_bound_exponent(p, n), -126));
    fits = reach < 1.7014118346046923e38 || (t_lo >= -1.7014118346046923e38 && t_hi <= 1.7014118346046923e38);
    reach = min(reach, 1.7014118346046923e38);
    t_lo = max(t_lo, -reach);
    t_hi = min(t_hi, reach);
    if (t_lo > t_hi) {
      return real_roots_none(REAL_ROOTS_OK);
    }
    float widest = max(abs(t_lo), abs(t_hi));
    if (widest > 1.0) {
      e = min(real_roots_exponent(widest) + 1, 127);
    }
    t_lo = real_roots_scale(t_lo, -e);
    t_hi = real_roots_scale(t_hi, -e);
  }
  // Where a root may be below 2^(e - 105) one scale is not enough: beside such a t the smallest normal number is no small
  // tolerance. (Fujiwara's bound for the reversed polynomial.)
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
      top = max(top, real_roots_exponent(p[k]) + e * k);
    }
  }
  @unroll for (int k = 0; k <= REAL_ROOTS_DEGREE; k++) {
    p[k] = real_roots_scale(p[k], e * k - top + REAL_ROOTS_HEADROOM);
  }
  // What underflow takes, 2^-126, is less than rounding takes, if p(0) alone is more than 2^-100.
  if (abs(p[0]) < 7.888609052210118e-31) {
    fits = false;
  }

  RealRoots r = real_roots_none(REAL_ROOTS_OK);
  if (n > 0) {
    float absolute = real_roots_is_finite(absolute_tolerance) ? real_roots_scale(absolute_tolerance, -e) : 0.0;
    float relative = real_roots_is_finite(relative_tolerance) ? relative_tolerance : 0.0;
    r = real_roots_chain(p, t_lo, t_hi, vec2(absolute, max(relative, 4.76837158203125e-7)));
  }
  float unit = real_roots_scale(1.0, e);
  @unroll for (int k = 0; k < REAL_ROOTS_DEGREE; k++) {
    r.roots[k] = r.roots[k] * unit;
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
  if (!fits) {
    r.status = REAL_ROOTS_UNRESOLVED;
  }
  if (r.status == REAL_ROOTS_OK && r.touching != 0u) {
    r.status = REAL_ROOTS_TOUCHING;
  }
  return r;
}
)";

}  // namespace vieta
