#pragma once

#include <cstdint>
#include <vector>

#include "roots/near_linear/root_discs.hpp"

namespace vieta::near_linear {

/// Which of the discs of each part stand for roots that another disc tells of, or touch one of which that cannot be
/// said: their places in the part, ascending. Of two discs of one root the smaller one stays, and of two of one size
/// that with the lesser centre, which does not depend on who found it. O(m log m) for m discs.
std::vector<std::vector<std::uint32_t>> told_twice(const std::vector<std::vector<located_root>>& parts, int threads);

}  // namespace vieta::near_linear
