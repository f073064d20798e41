#pragma once

#include <span>
#include <string>

#include "report/picture/scene.hpp"
#include "vieta/boxes.hpp"

namespace vieta::report {

/// One system: the curves F = 0 (two variables) or graphs (one), the boxes that were looked at, coloured by what became
/// of them, and the items. Of three or four variables the first two are shown, without curves.
/// Where it was given by two Bezier curves: these, and their common points.
scene draw_boxes(const box_system& system, std::size_t index, const boxes_result& result, const std::string& title);

}  // namespace vieta::report
