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

/// How many passes these are.
[[nodiscard]] inline std::size_t passes_of(const ring_part& part, const ring& r) {
  return part.first < r.passes() ? (r.passes() - part.first + part.step - 1) / part.step : 0;
}

/// The whole of each ring.
std::vector<ring_part> all_of(const std::vector<ring>& rings);

/// The parts of each member. The passes of a ring go round the members; a ring of few passes goes to the member with
/// the least work.
std::vector<std::vector<ring_part>> deal_parts(const std::vector<ring>& rings, const std::vector<ring_part>& parts,
                                               std::size_t members);
/// Of all rings.
inline std::vector<std::vector<ring_part>> deal_rings(const std::vector<ring>& rings, std::size_t members) {
  return deal_parts(rings, all_of(rings), members);
}

}  // namespace vieta::near_linear
