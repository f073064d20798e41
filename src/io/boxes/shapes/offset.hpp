#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "io/boxes/shapes/boxes_shapes.hpp"
#include "vieta/boxes.hpp"

namespace vieta::io {

/// Where the curve at a distance to the left of one in the plane has cusps: in t, and in v, the speed there times the
/// weight; a system for each Bezier piece.
std::vector<box_system> cusps_of_offset(const spline_shape& curve, double distance, const std::string& where,
                                        std::size_t most);

}  // namespace vieta::io
