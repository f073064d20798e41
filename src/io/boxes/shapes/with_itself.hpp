#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "io/boxes/shapes/boxes_shapes.hpp"
#include "vieta/boxes.hpp"

namespace vieta::io {

/// Where a curve in the plane meets itself, in s < t: a system for each Bezier piece, and for each two that may meet.
std::vector<box_system> curve_with_itself(const spline_shape& curve, const std::string& where, std::size_t most);

}  // namespace vieta::io
