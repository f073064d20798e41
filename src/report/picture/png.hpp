#pragma once

#include <iosfwd>

#include "report/picture/raster.hpp"

namespace vieta::report {

/// PNG, 8 bits a channel, by stb_image_write.
void write_png(std::ostream& out, const bitmap& picture);

}  // namespace vieta::report
