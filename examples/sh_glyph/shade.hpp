#pragma once

#include <cstdint>

#include "camera.hpp"
#include "trace/trace.hpp"

namespace sh_glyph {

/// Colours by direction (red, green, blue for x, y, z), greyish where f is negative; one light beside the eye.
std::vector<std::uint8_t> shade(const glyph& g, const std::vector<ray>& rays, const std::vector<double>& hits);

}  // namespace sh_glyph
