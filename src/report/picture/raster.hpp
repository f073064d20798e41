#pragma once

#include <cstdint>
#include <vector>

#include "report/picture/scene.hpp"

namespace vieta::report {

struct bitmap {
  std::size_t width = 0, height = 0;
  std::vector<std::uint8_t> rgb;  ///< rows from the top
};

/// The scene in pixels, anti-aliased, at twice the scene's size: sharp on fine screens.
bitmap rasterise(const scene& drawing);

}  // namespace vieta::report
