#pragma once

#include <string>
#include <vector>

#include "report/picture/scene.hpp"

namespace vieta::report {

/// A text as pen strokes, from x = 0 along the base line y = 0: a plotter's lettering, for pictures without fonts.
std::vector<std::vector<point>> letter_strokes(const std::string& text, double size);

double text_width(const std::string& text, double size);

}  // namespace vieta::report
