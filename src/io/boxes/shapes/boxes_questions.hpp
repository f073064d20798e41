#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "vieta/boxes.hpp"

namespace vieta::io {

/// Whether an object asks about one shape: {"curve": ...} alone, or a curve or a surface with a point, an offset or a
/// ray.
bool is_question_about_a_shape(const nlohmann::json& object);

/// {"ray": {"origin": [...], "direction": [...]}, "surface": ...}: where it meets a surface; {"point": [...], "curve"
/// or "surface": ...}: where the way to the point is at right angles to the shape; {"closest_to": [...], ...}: places
/// among which the nearest one is; {"curve": ...}: where a curve in the plane meets itself, in s < t; {"curve": ...,
/// "offset": d}: where the curve at the distance d to its left has cusps. One system for each Bezier piece or pair of
/// pieces, at most `most`.
std::vector<box_system> read_question_about_a_shape(const nlohmann::json& object, const std::string& where,
                                                    std::size_t most);

}  // namespace vieta::io
