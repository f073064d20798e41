#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "vieta/boxes.hpp"

namespace vieta::io {

/// {"surfaces": [[[[x, y, z], ...], ...], ...]}: where two patches meet, given by the rows of their control points, or
/// {"control": rows, "weights": rows, "knots": [along u, along v]}. The system of `surface_surface_system`; with knots
/// one for each box between them, at most `most`.
std::vector<box_system> read_surfaces(const nlohmann::json& object, const std::string& where, std::size_t most);

/// {"curve": ..., "surface": ...}: where a curve in space meets a surface, in t, u and v.
std::vector<box_system> read_curve_and_surface(const nlohmann::json& object, const std::string& where,
                                               std::size_t most);

}  // namespace vieta::io
