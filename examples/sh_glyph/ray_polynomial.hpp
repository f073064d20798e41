#pragma once

#include "spherical_harmonics.hpp"
#include "vieta/core/scalar.hpp"

// A ray meets the glyph |x| = |f(x / |x|)| where a polynomial of degree 2 L + 2 vanishes. The derivation is in
// docs/method/sh_glyph.md; in short: the ray is x = closest + u towards with two perpendicular vectors, u = 0 being the
// point closest to the centre, at the distance sigma. The plane through ray and centre cuts f to a form of degree L in
// the two variables sigma and u, and |x|^2 = sigma^2 + u^2.

namespace sh_glyph {

struct ray {
  double origin[3], direction[3];
};

/// Constants for the restriction of f to a plane: directions at equal angles, and what turns the values there into the
/// coefficients of the form.
template <int Bands>
struct plane_sampling {
  static constexpr int count = Bands + 1;
  double cosine[count], sine[count];
  double to_form[count][count];
};

/// All that a ray needs to know about the glyph. The glyph lies in the unit ball.
template <int Bands>
struct ray_form {
  static constexpr int degree = 2 * Bands + 2;
  double sigma;         ///< distance of the ray from the centre
  double at_closest;    ///< distance along the ray to the point closest to the centre
  double g[Bands + 1];  ///< F(closest + u towards) = sum g[k] u^k, F = |x|^L f
};

template <int Bands>
VT_HD ray_form<Bands> restrict_to_plane(const ray& r, const recurrence<double>& harmonic, const double* coefficients,
                                        const plane_sampling<Bands>& sampling) {
  using vieta::sqrt;
  constexpr int count = Bands + 1;
  const double* const o = r.origin;
  const double* const d = r.direction;
  const double scale = 1 / sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
  const double towards[3] = {d[0] * scale, d[1] * scale, d[2] * scale};
  ray_form<Bands> form;
  form.at_closest = -(o[0] * towards[0] + o[1] * towards[1] + o[2] * towards[2]);
  double closest[3];
  for (int i = 0; i < 3; ++i) closest[i] = o[i] + form.at_closest * towards[i];
  form.sigma = sqrt(closest[0] * closest[0] + closest[1] * closest[1] + closest[2] * closest[2]);
  for (double& c : closest) c = form.sigma > 0 ? c / form.sigma : 0;  // through the centre any direction will do

  double value[count];
  for (int j = 0; j < count; ++j) {
    const double c = sampling.cosine[j], s = sampling.sine[j];
    value[j] = evaluate<Bands>(harmonic, coefficients, c * closest[0] + s * towards[0], c * closest[1] + s * towards[1],
                               c * closest[2] + s * towards[2]);
  }
  double power = 1;
  VT_UNROLL
  for (int k = Bands; k >= 0; --k) {
    double sum = 0;
    for (int j = 0; j < count; ++j) sum += sampling.to_form[k][j] * value[j];
    form.g[k] = sum * power;
    power *= form.sigma;
  }
  return form;
}

/// p(u) = (sigma^2 + u^2)^(L + 1) - F^2, positive outside the glyph.
template <int Bands>
VT_HD void ray_polynomial(const ray_form<Bands>& form, double (&p)[2 * Bands + 3]) {
  VT_UNROLL
  for (int k = 0; k <= 2 * Bands; ++k) {
    double square = 0;
    for (int i = k > Bands ? k - Bands : 0; i <= Bands && i <= k; ++i) square += form.g[i] * form.g[k - i];
    p[k] = -square;
  }
  p[2 * Bands + 1] = p[2 * Bands + 2] = 0;
  double power = 1, binomial = 1;  // sigma^(2 i), C(L + 1, i)
  VT_UNROLL
  for (int i = 0; i <= Bands + 1; ++i) {
    p[2 * (Bands + 1 - i)] += binomial * power;
    power *= form.sigma * form.sigma;
    binomial = binomial * (Bands + 1 - i) / (i + 1);
  }
}

/// A polynomial in float that lies below p wherever it is evaluated in float: its zeros come before those of p.
///
/// Rounding the coefficients and evaluating by Horner's scheme err by at most (2 degree + 2) u sum |p_k u^k|; odd terms
/// are bounded by their even neighbours, |u|^k <= (|u|^(k-1) + |u|^(k+1)) / 2.
template <int Degree>
VT_HD void lower(const double (&p)[Degree + 1], float (&q)[Degree + 1]) {
  constexpr double margin = (2 * Degree + 2) * 0x1p-24;
  VT_UNROLL
  for (int k = 0; k <= Degree; ++k) {
    double size = 0;
    if (k % 2 == 0) {
      size = vieta::abs(p[k]);
      if (k > 0) size += vieta::abs(p[k - 1]) / 2;
      if (k < Degree) size += vieta::abs(p[k + 1]) / 2;
    }
    q[k] = static_cast<float>(p[k] - margin * size);
  }
}

struct value_and_slope {
  double value, slope;
};

/// |x|^(L + 1) - |F|: the same zeros as p, but not squared, so twice the digits near the centre.
template <int Bands>
VT_HD value_and_slope gap(const ray_form<Bands>& form, double u) {
  const double square = form.sigma * form.sigma + u * u;
  double power = vieta::sqrt(square);  // |x|^(L - 1)
  VT_UNROLL
  for (int k = 2; k < Bands; k += 2) power *= square;
  double f = 0, slope = 0;
  VT_UNROLL
  for (int k = Bands; k >= 0; --k) {
    slope = slope * u + f;
    f = f * u + form.g[k];
  }
  const double sign = f < 0 ? -1 : 1;
  return {power * square - sign * f, (Bands + 1) * power * u - sign * slope};
}

/// Newton's iteration from a zero of the lowered polynomial to the zero of p behind it. False: there is none, or it is
/// too far off to be sure of.
template <int Bands>
VT_HD bool refine(const ray_form<Bands>& form, double& u) {
  constexpr double trust = 0x1p-8;
  double last = trust;
  VT_UNROLL_NOT
  for (int i = 0; i < 8; ++i) {
    const value_and_slope at = gap(form, u);
    if (!(at.slope < 0)) return false;
    const double step = -at.value / at.slope, size = vieta::abs(step);
    if (!(size <= last)) return false;
    u += step;
    if (size < 0x1p-40) return true;
    last = size / 2;
  }
  return false;
}

}  // namespace sh_glyph
