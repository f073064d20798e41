#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "vieta/boxes.hpp"

namespace vieta::io {

/// {"curves": [[[x, y], ...], [[x, y], ...]]}: where two plane Bezier curves cross, given by their control points, or
/// rational ones as {"control": [[x, y], ...], "weights": [w, ...]}. The system of `curve_curve_system`, in s and t.
box_system read_curves(const nlohmann::json& object, const std::string& where);

}  // namespace vieta::io
