#pragma once

#include <array>
#include <vector>

#include "vieta/boxes.hpp"
#include "vieta/export.hpp"

// Questions of geometric modelling as systems for `solve_boxes`: thin, they only write the equations down. Parameters
// run from 0 to 1. Coefficients are computed in double, and their rounding is in the `error` of each equation, so what
// is proven is proven of the curves and surfaces as given.
//
// All throw vieta::error for degrees outside of 0 .. 20 or above 64 in the equations, numbers of control points or
// weights that do not fit them, weights that are not finite and positive, and dimensions that a question does not have.

namespace vieta {

/// A Bezier patch: (degree_u + 1) (degree_v + 1) points, v the faster index. With `weights` it is rational.
struct bezier_surface {
  int degree_u = 1, degree_v = 1, dimension = 3;
  std::vector<double> control;
  std::vector<double> weights{};
};

/// Common points of two plane curves: variables s, t.
VIETA_API box_system curve_curve_system(const bezier_curve& a, const bezier_curve& b);

/// The point of a curve at a parameter from 0 to 1, computed in double.
VIETA_API std::vector<double> point_of(const bezier_curve& curve, double t);

/// Common points of a space curve and a patch: variables t of the curve, u, v.
VIETA_API box_system curve_surface_system(const bezier_curve& curve, const bezier_surface& surface);

/// Common curves of two patches: variables u, v of the first, s, t of the second. Three equations: `solve_boxes` traces
/// them.
VIETA_API box_system surface_surface_system(const bezier_surface& first, const bezier_surface& second);

/// Where a ray origin + s direction, s > 0, meets a patch: variables u, v. The line is two planes; s > 0 is the
/// condition.
VIETA_API box_system ray_patch_system(const std::array<double, 3>& origin, const std::array<double, 3>& direction,
                                      const bezier_surface& surface);

/// Points of a curve whose tangent is at right angles to the way to `point`: variable t. The ends are not among them.
/// For curves without weights.
VIETA_API box_system closest_point_system(const std::vector<double>& point, const bezier_curve& curve);

/// The same for a patch: variables u, v.
VIETA_API box_system closest_point_system(const std::vector<double>& point, const bezier_surface& surface);

/// Pairs of points of two patches that touch one sphere, whose centre is on the normal of the first: variables u, v of
/// the first, s, t of the second; two equations, so sample two of them (`slices`). With D = S1(u,v) - S2(s,t) and the
/// normal N = S1u x S1v: 2 <D,N> <D,S2t> - |D|^2 <N,S2t> = 0, and s in place of t. Multiply the centre S1 + lambda N,
/// lambda = -|D|^2 / (2 <D,N>), less S2, by S2t to see it.
VIETA_API box_system bisector_system(const bezier_surface& first, const bezier_surface& second);

/// The bisector of a biquadratic patch and a bilinear planar one: degrees (7,7,3,2) and (7,7,2,3), as in Wei, Feng,
/// Lin.
VIETA_API box_system example_bisector();
/// The centre of the sphere that touches the example's patches at (u, v) and (s, t).
VIETA_API std::array<double, 3> example_bisector_centre(double u, double v, double s, double t);

}  // namespace vieta
