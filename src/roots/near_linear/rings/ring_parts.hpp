#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "roots/near_linear/rings/ring_plan.hpp"

namespace vieta::near_linear {

/// The passes `first`, `first` + `step`, ... of a ring: what one member of a team, or one device, takes of it.
struct ring_part {
  std::uint32_t ring = 0, first = 0, step = 1;
};

/// The parts of each member. The passes of a ring go round the members; a ring of few passes goes to the member with
/// the least work.
std::vector<std::vector<ring_part>> deal_rings(const std::vector<ring>& rings, std::size_t members);

}  // namespace vieta::near_linear
