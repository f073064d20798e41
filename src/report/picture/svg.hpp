#pragma once

#include <iosfwd>

#include "report/picture/scene.hpp"

namespace vieta::report {

void write_svg(std::ostream& out, const scene& drawing);

}  // namespace vieta::report
