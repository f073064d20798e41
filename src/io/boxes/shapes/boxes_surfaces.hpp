#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "io/boxes/shapes/boxes_shapes.hpp"
#include "vieta/boxes.hpp"
#include "vieta/geometry.hpp"

namespace vieta::io {

/// Rows of control points, or {"control": rows, "weights": rows, "knots": [along u, along v]}; `name` and what stands
/// before it are for messages.
spline_shape read_surface(const nlohmann::json& value, const std::string& name, const std::string& before);

/// Of one without knots.
bezier_surface bezier_surface_of(const spline_shape& surface);

/// {"surfaces": [[[[x, y, z], ...], ...], ...]}: where two patches meet, given by the rows of their control points, or
/// {"control": rows, "weights": rows, "knots": [along u, along v]}. The system of `surface_surface_system`; with knots
/// one for each box between them, at most `most`.
std::vector<box_system> read_surfaces(const nlohmann::json& object, const std::string& where, std::size_t most);

/// {"curve": ..., "surface": ...}: where a curve in space meets a surface, in t, u and v.
std::vector<box_system> read_curve_and_surface(const nlohmann::json& object, const std::string& where,
                                               std::size_t most);

}  // namespace vieta::io
