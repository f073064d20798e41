#pragma once

#include <cmath>
#include <cstdint>

#include "roots/near_linear/rings/ring_plan.hpp"
#include "roots/near_linear/root_proof.hpp"
#include "vieta/core/complex.hpp"
#include "vieta/core/dd.hpp"

// From a root in its cell to a disc of the plane: docs/method/roots_near_linear.md, sections 2 and 3.

namespace vieta::near_linear {

/// A root in the plane: |x - centre 2^exponent| <= radius |centre| 2^exponent holds exactly one root, and so does the
/// same with `alone`.
struct located_root {
  complex<dd> centre;
  std::int64_t exponent = 0;
  double radius = 0, alone = 0;  ///< relative
};

/// The mirror image of a root of a real polynomial.
inline located_root mirrored(located_root root) {
  root.centre.im = -root.centre.im;
  return root;
}

struct position {
  complex<dd> value;  ///< x / r
  double error = 0;   ///< relative
};

/// e^(i theta) e^v for the cell's direction and v = u / unit. The series v (1 + v/2 (1 + v/3 (...))) needs no care: its
/// terms fall, and |v| < 1. Relative error: 13 u for the series and the product by v, 3 u for the direction.
VT_HD position position_of(const cell_root& root, const ring& r, const complex<dd>& direction) {
  const complex<double> v = {root.x / r.unit, root.y / r.unit};
  complex<double> s = {1.0, 0.0};
  for (int k = std::hypot(v.re, v.im) < 1e-3 ? 7 : 24; k >= 2; --k) {
    const complex<double> next = v * s;
    s = {1.0 + next.re / k, next.im / k};
  }
  const complex<double> grown = v * s, step = complex<double>{direction.re.hi, direction.im.hi} * grown;
  return {{direction.re + dd(step.re), direction.im + dd(step.im)},
          40 * 0x1p-53 * std::hypot(grown.re, grown.im) + 0x1p-90};
}

/// The disc |u - u0| <= s in the plane: x = x0 e^(h / unit), |h| <= s.
VT_HD double relative_radius(double s, const ring& r) { return std::expm1(s / r.unit) * (1 + 0x1p-40); }

VT_HD located_root to_located(const cell_root& root, const position& at, const ring& r) {
  constexpr double up = 1 + 0x1p-40;
  located_root result;
  result.centre = {at.value.re * dd(r.radius), at.value.im * dd(r.radius)};
  result.exponent = r.radius_exponent;
  // Moving the centre by its error keeps the root inside the larger disc and no other in the smaller one.
  result.radius = (relative_radius(root.radius, r) + at.error) * (1 + 2 * at.error) * up;
  result.alone = (-std::expm1(-root.alone / r.unit) * (2 - up) - at.error) * (1 - 2 * at.error);
  return result;
}

/// A root whose disc is to become smaller: w = x / r, a double, near the centre of its disc.
struct moving_root {
  complex<double> w;
  double moved = 0;  ///< distance from the centre of the cell root's disc in u, at most
};

/// The value of C at a point, up to `error`.
struct long_value {
  complex<double> value;
  double error = 0;
};

/// What a sum of b_k w^(k - lowest) says, times w^(lowest - centre). `relative`: a bound of the sum's error, relative
/// to the sum of moduli.
VT_HD long_value value_of(const complex<double>& w, const complex<double>& sum, double absolute_sum, double relative,
                          const ring& r) {
  const double power = static_cast<double>(r.lowest - r.centre);
  const double size = std::exp(power * std::log(std::hypot(w.re, w.im))), angle = power * std::atan2(w.im, w.re);
  return {sum * complex<double>{size * std::cos(angle), size * std::sin(angle)},
          (relative * absolute_sum * (1 + 1e-9) + 0x1p-1000) * size * (1 + 1e-6)};
}

/// A bound of |C| where it is known as c. 1e-6: the power of w.
VT_HD double residual_of(const long_value& c, const ring_bounds& bounds) {
  return std::hypot(c.value.re, c.value.im) * (1 + 1e-6) + c.error + bounds.outside();
}

/// A bound of |C''| / 2 within `distance` of a root's place, |u| being below t there: that of the cell, or what the
/// proof of the root says, as its `alone` is below slope / curvature. The latter is about the Taylor polynomial;
/// Cauchy's bound for the difference comes on top.
VT_HD double curvature_near(const cell_root& root, double distance, double from_centre, double t,
                            const ring_bounds& bounds) {
  const double of_cell = bounds.curvature(t), margin = bounds.reach() - from_centre - root.alone;
  if (!(distance <= root.alone) || !(margin > 0)) return of_cell;
  return min(of_cell,
             (root.slope / root.alone + bounds.value_error(bounds.reach()) / (margin * margin)) * (1 + 0x1p-40));
}

/// The proof of `prove_root` once more about w, where |C| is known to be below `residual`.
VT_HD bool prove_again(const cell_root& root, const moving_root& at, double residual, const ring& r,
                       const ring_bounds& bounds, located_root& out) {
  constexpr double up = 1 + 0x1p-40;
  const double from_centre = std::hypot(root.x, root.y) * up, largest = bounds.reach() / 64, t = from_centre + largest;
  if (!(t < bounds.reach()) || !(at.moved < largest / 4)) return false;
  // The derivative of the sum over the powers kept is that of C~, by Cauchy's bound for their difference; root.slope is
  // reduced by the error of its evaluation already.
  const double margin = bounds.reach() - from_centre,
               curvature = curvature_near(root, root.alone, from_centre, t, bounds);
  const double slope = root.slope - (bounds.value_error(bounds.reach()) / margin + 2 * curvature * at.moved) * up;
  double radius = residual / slope * (1 + 0x1p-20);
  radius *= 1 + 2 * curvature * radius / slope;
  const bool holds = (residual + curvature * radius * radius * up) * up < slope * radius * (2 - up);
  if (!(slope > 0) || !holds || !(radius + at.moved < root.alone)) return false;
  out.centre = {dd(at.w.re) * dd(r.radius), dd(at.w.im) * dd(r.radius)};
  out.radius = relative_radius(radius, r);
  // Discs about the old centre that hold one root hold discs about the new one.
  out.alone = -std::expm1(-(root.alone - at.moved) / r.unit) * (2 - up);
  return true;
}

/// One step of Newton's iteration for a root whose value is known better. False if the step is too long to be believed.
VT_HD bool move(const cell_root& root, const complex<double>& value, const ring& r, double reach, moving_root& at) {
  const complex<double> h = value / root.derivative;
  const double size = std::hypot(h.re, h.im);
  if (!(size < reach / 256)) return false;
  const complex<double> step = at.w * complex<double>{h.re / r.unit, h.im / r.unit};
  at.w = {at.w.re - step.re, at.w.im - step.im};
  at.moved += size * (1 + size / r.unit) * 1.01 + 0x1p-50 * r.unit;
  return true;
}

/// A bound of |C| after a step from a place where it is known as c to `to`, without another look at the polynomial:
/// C(u + d) = C + C' d + remainder, |remainder| <= curvature |d|^2, and C' is known as root.derivative up to the errors
/// that `prove_again` takes from it. Infinite where that says nothing.
VT_HD double residual_after(const cell_root& root, const moving_root& from, const moving_root& to, const long_value& c,
                            const ring& r, const ring_bounds& bounds) {
  constexpr double up = 1 + 0x1p-40, infinity = 1e300;
  const double from_centre = std::hypot(root.x, root.y) * up, t = from_centre + bounds.reach() / 64;
  if (!(t < bounds.reach())) return infinity;
  // d / unit = log(to / from) = s + O(s^2), s = (to - from) / from; differences and quotient of doubles: below 8 u.
  const complex<double> s = (to.w - from.w) / from.w;
  const double size = std::hypot(s.re, s.im), distance = size * r.unit * up;
  if (!(size < 0.01) || !(to.moved < bounds.reach() / 256)) return infinity;
  const complex<double> d = {s.re * r.unit, s.im * r.unit}, change = root.derivative * d, left = c.value + change;
  const double derivative = std::hypot(root.derivative.re, root.derivative.im) * up,
               curvature = curvature_near(root, to.moved, from_centre, t, bounds);
  const double slope_error = derivative - root.slope +
                             bounds.value_error(bounds.reach()) / (bounds.reach() - from_centre) +
                             2 * curvature * to.moved;
  return (std::hypot(left.re, left.im) + 1e-6 * std::hypot(c.value.re, c.value.im) + c.error + bounds.outside() +
          derivative * distance * (16 * 0x1p-53 + size) + slope_error * distance + curvature * distance * distance) *
         (1 + 1e-9);
}

}  // namespace vieta::near_linear
