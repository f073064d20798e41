#pragma once

#include <cmath>
#include <cstdint>

#include "roots/near_linear/kernels.hpp"
#include "roots/near_linear/rings/ring_bounds.hpp"
#include "vieta/core/complex.hpp"

namespace vieta::near_linear {

/// A root in a cell of a ring, proven: |u - (x + i y)| <= radius holds exactly one zero of the cell's function, and so
/// does every disc about the same centre with a radius up to `alone`, within which |C''| / 2 <= slope / alone for the
/// Taylor polynomial.
struct cell_root {
  std::uint32_t cell = 0;  ///< of all cells of the ring
  double x = 0, y = 0;
  double radius = 0, alone = 0;
  complex<double> derivative = {0, 0};  ///< C' as computed there
  double slope = 0;                     ///< of |C'| at least, for the Taylor polynomial

  /// Whether another such disc of the same root is seen to mean the same, even after both were rounded in the plane.
  VT_HD bool is_told_apart(double unit) const { return alone >= 4 * radius + 0x1p-50 * unit; }
};

/// Rouche's theorem on |u - u0| = s: with |C(u0)| <= value, |C'(u0)| >= slope up to what `slope` was reduced by, and
/// |C''| / 2 <= curvature within `largest` of u0,
///   |C(u) - C'(u0) (u - u0)| <= value + curvature s^2 < slope s
/// proves one root. The condition is convex in s: it holds between two radii where it holds. False where it does not.
VT_HD bool radii_of_proof(double value, double slope, double curvature, double largest, cell_root& root) {
  constexpr double up = 1 + 0x1p-40;
  const auto holds = [&](double s) { return (value + curvature * s * s * up) * up < slope * s * (2 - up); };
  root.radius = value / slope * (1 + 0x1p-20);
  root.radius *= 1 + 2 * curvature * root.radius / slope;
  root.alone = min(largest, 0.99 * (slope / curvature - root.radius));
  return slope > 0 && root.radius <= root.alone && holds(root.radius) && holds(root.alone);
}

/// What a proof knows of a place: how far from it bounds hold, and the bounds.
struct proof_terms {
  double largest = 0, value = 0, slope = 0, curvature = 0;
  bool within_reach = false;

  VT_HD proof_terms(const newton_point& at, const ring_bounds& bounds, bool is_long) {
    constexpr double up = 1 + 0x1p-40;
    const double from_centre = std::hypot(at.x, at.y) * up;
    largest = bounds.reach() / 64;
    const double t = from_centre + largest;
    within_reach = t < bounds.reach();
    if (!within_reach) return;
    const double unknown = is_long ? bounds.long_value_error(t) : bounds.value_error(t);
    value = (std::hypot(at.value_re, at.value_im) + unknown) * up;
    slope = std::hypot(at.derivative_re, at.derivative_im) * (2 - up) - bounds.slope_error(t) * up;
    curvature = bounds.curvature(t);
  }
};

/// The proof: radii for a zero near the point, or false when there is no proof. `is_long`: the value comes from
/// coefficients with twice the bits.
VT_HD bool prove_root(const newton_point& at, const ring_bounds& bounds, cell_root& root, bool is_long = false) {
  const proof_terms known(at, bounds, is_long);
  if (!known.within_reach || !radii_of_proof(known.value, known.slope, known.curvature, known.largest, root))
    return false;
  root.x = at.x;
  root.y = at.y;
  root.derivative = {at.derivative_re, at.derivative_im};
  root.slope = known.slope;
  return true;
}

/// The same where a root has another one so near that the curvature of the whole cell, which grows like the sum of
/// moduli, says nothing: with |C''| / 2 at the point itself, as computed there. `bent`: that modulus.
///   |C''(u)| / 2 <= bent + its error + |u - u0| B / rho,
/// B being the bound for the cell, by Cauchy's bound on circles of radius rho.
VT_HD bool prove_close_root(const newton_point& at, double bent, const ring_bounds& bounds, cell_root& root,
                            bool is_long) {
  constexpr double up = 1 + 0x1p-40;
  // A path through Horner's rule for C'' has at most 40 steps of 4.5 u; u for the rounding of coefficients.
  constexpr double rounding = 0x1p-45;
  const proof_terms known(at, bounds, is_long);
  if (!known.within_reach || !(known.slope > 0)) return false;
  const double rho = known.largest / 2, change = known.curvature / rho * up,
               local = (bent + rounding * known.curvature) * up;
  // Where both parts of the curvature take a quarter of the slope at most.
  const double limit = min(rho, min(0.25 * known.slope / local, std::sqrt(0.25 * known.slope / change)));
  if (!radii_of_proof(known.value, known.slope, (local + change * limit) * up, limit, root)) return false;
  root.x = at.x;
  root.y = at.y;
  root.derivative = {at.derivative_re, at.derivative_im};
  root.slope = known.slope;
  return true;
}

}  // namespace vieta::near_linear
