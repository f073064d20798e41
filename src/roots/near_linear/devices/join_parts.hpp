#pragma once

#include <vector>

#include "roots/near_linear/device_roots.hpp"

namespace vieta::near_linear {

/// The roots of several devices that shared the rings as one device would have given them: each root once, in order.
/// All parts are of one polynomial and one plan. O(n) operations, and O(m log m) for the m discs at borders of cells.
device_roots join_parts(std::vector<device_roots> parts, int threads);

}  // namespace vieta::near_linear
