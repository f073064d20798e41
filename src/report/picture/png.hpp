#pragma once

#include <iosfwd>

#include "report/picture/raster.hpp"

namespace vieta::report {

/// PNG, 8 bits a channel, compressed just enough (runs and repeated rows), without any library.
void write_png(std::ostream& out, const bitmap& picture);

}  // namespace vieta::report
