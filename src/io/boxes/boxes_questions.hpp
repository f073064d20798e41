#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "vieta/boxes.hpp"

namespace vieta::io {

/// Whether an object asks about one shape: {"curve": ...} alone, or a curve or a surface with a point, an offset or a
/// ray.
bool is_question_about_a_shape(const nlohmann::json& object);

/// {"ray": {"origin": [...], "direction": [...]}, "surface": ...}: where it meets a patch; {"point": [...], "curve" or
/// "surface": ...}: where the way to the point is at right angles to the shape. Empty for the others, which are
/// polynomials with exact coefficients: `polynomials_about_a_curve`.
std::vector<box_system> read_question_about_a_shape(const nlohmann::json& object, const std::string& where);

/// {"curve": ...}: where a plane Bezier curve meets itself, in s < t; {"curve": ..., "offset": d}: where the curve at
/// the distance d to its left has cusps, in t. As an object with "vars", "equations" and "positive".
nlohmann::json polynomials_about_a_curve(const nlohmann::json& object, const std::string& where);

}  // namespace vieta::io
