#pragma once

#include <string>
#include <vector>

#include "vieta/boxes.hpp"

namespace vieta::cli {

/// Equations that were typed, in the box beside them: "-1,1" for every variable, or "0,1; -2,2". Throws vieta::error.
std::vector<box_system> typed_boxes(const std::string& text, const std::string& box);

}  // namespace vieta::cli
