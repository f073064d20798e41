#pragma once

#include <vector>

#include "roots/near_linear/device_roots.hpp"

namespace vieta::near_linear {

/// The roots of several devices that shared the rings as one device would have given them: each root once, in order.
/// All parts are of one polynomial, of this degree, and one plan. `room` has columns of some size, whose memory is
/// taken. O(n) operations, and O(m log m) for the m discs at borders of cells.
device_roots join_parts(std::vector<device_roots> parts, std::int64_t degree, int threads, device_roots room = {});

}  // namespace vieta::near_linear
