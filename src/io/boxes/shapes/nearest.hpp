#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "io/boxes/shapes/boxes_shapes.hpp"
#include "vieta/boxes.hpp"

namespace vieta::io {

/// Where the way to a point is at right angles to a curve (in t) or a surface (in u and v); a system for each Bezier
/// piece.
std::vector<box_system> right_angles_of(const spline_shape& shape, const std::vector<double>& point,
                                        const std::string& where, std::size_t most);

/// The nearest place to a point is among the solutions, which have the square of the distance as the last coordinate:
/// where the way is at right angles, at ends, edges, knots and corners, no farther away than one place that was tried.
std::vector<box_system> nearest_of(const spline_shape& shape, const std::vector<double>& point,
                                   const std::string& where, std::size_t most);

/// Where a ray meets a surface, in u and v; a system for each Bezier piece.
std::vector<box_system> ray_and_spline(const std::array<double, 3>& origin, const std::array<double, 3>& direction,
                                       const spline_shape& surface, const std::string& where, std::size_t most);

}  // namespace vieta::io
