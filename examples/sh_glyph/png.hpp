#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sh_glyph {

/// A square picture, three bytes for each pixel, top row first, as PNG.
void write_png(const std::string& path, const std::vector<std::uint8_t>& rgb, int size);

}  // namespace sh_glyph
