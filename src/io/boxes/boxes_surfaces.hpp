#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "vieta/boxes.hpp"

namespace vieta::io {

/// {"surfaces": [[[[x, y, z], ...], ...], ...]}: where two Bezier patches meet, given by the rows of their control
/// points, or rational ones as {"control": rows, "weights": rows}. The system of `surface_surface_system`.
box_system read_surfaces(const nlohmann::json& object, const std::string& where);

}  // namespace vieta::io
