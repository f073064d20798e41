#pragma once

#include <cmath>
#include <cstdint>

#include "roots/near_linear/kernels.hpp"
#include "roots/near_linear/ring_bounds.hpp"
#include "vieta/core/complex.hpp"

namespace vieta::near_linear {

/// A root in a cell of a ring, proven: |u - (x + i y)| <= radius holds exactly one zero of the cell's function, and so
/// does every disc about the same centre with a radius up to `alone`.
struct cell_root {
  std::uint32_t cell = 0;  ///< of all cells of the ring
  double x = 0, y = 0;
  double radius = 0, alone = 0;
  complex<double> derivative = {0, 0};  ///< C' as computed there
  double slope = 0;                     ///< of |C'| at least, for the Taylor polynomial
};

/// The proof: radii for a zero near the point, or false when there is no proof. `is_long`: the value comes from
/// coefficients with twice the bits.
VT_HD bool prove_root(const newton_point& at, const ring_bounds& bounds, cell_root& root, bool is_long = false) {
  // Rouche on |u - u0| = s, against the linear function slope (u - u0):
  //   |C(u) - slope (u - u0)| <= |C~(u0)| + value error + slope error s + curvature s^2 < |slope| s.
  constexpr double up = 1 + 0x1p-40;
  const double from_centre = std::hypot(at.x, at.y) * up, largest = bounds.reach() / 64;
  if (!(from_centre + largest < bounds.reach())) return false;
  const double t = from_centre + largest;
  const double unknown = is_long ? bounds.long_value_error(t) : bounds.value_error(t);
  const double value = (std::hypot(at.value_re, at.value_im) + unknown) * up;
  const double slope = std::hypot(at.derivative_re, at.derivative_im) * (2 - up) - bounds.slope_error(t) * up;
  const double curvature = bounds.curvature(t);
  const auto holds = [&](double s) { return (value + curvature * s * s * up) * up < slope * s * (2 - up); };
  root.radius = value / slope * (1 + 0x1p-20);
  root.radius *= 1 + 2 * curvature * root.radius / slope;
  root.alone = min(largest, 0.99 * (slope / curvature - root.radius));
  // The condition is convex in s: it holds between two radii where it holds.
  if (!(slope > 0) || !(root.radius <= root.alone) || !holds(root.radius) || !holds(root.alone)) return false;
  root.x = at.x;
  root.y = at.y;
  root.derivative = {at.derivative_re, at.derivative_im};
  root.slope = slope;
  return true;
}

}  // namespace vieta::near_linear
