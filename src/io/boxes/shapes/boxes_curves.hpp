#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "io/boxes/shapes/boxes_shapes.hpp"
#include "vieta/boxes.hpp"
#include "vieta/geometry.hpp"

namespace vieta::io {

/// One curve of that dimension, in the plane or in space; `name` and what stands before it are for messages.
spline_shape read_curve(const nlohmann::json& value, std::size_t dimension, const std::string& name,
                        const std::string& before);

/// Of one without knots.
bezier_curve bezier_curve_of(const spline_shape& curve);

/// {"curves": [[[x, y], ...], [[x, y], ...]]}: where two plane Bezier curves cross, given by their control points, or
/// rational ones as {"control": [[x, y], ...], "weights": [w, ...]}. The system of `curve_curve_system`, in s and t.
/// With "knots" a curve is a B-spline, and the systems are one for each pair of its pieces, at most `most`.
std::vector<box_system> read_curves(const nlohmann::json& object, const std::string& where, std::size_t most);

}  // namespace vieta::io
