#include "roots/near_linear/rings/ring_parts.hpp"

#include <algorithm>
#include <numeric>

namespace vieta::near_linear {

std::vector<ring_part> all_of(const std::vector<ring>& rings) {
  std::vector<ring_part> whole(rings.size());
  for (std::size_t i = 0; i < rings.size(); ++i) whole[i].ring = static_cast<std::uint32_t>(i);
  return whole;
}

std::vector<std::vector<ring_part>> deal_parts(const std::vector<ring>& rings, const std::vector<ring_part>& parts,
                                               std::size_t members) {
  std::vector<std::size_t> order(parts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto work_of = [&](std::size_t i) {
    const ring& r = rings[parts[i].ring];
    return r.cells() * passes_of(parts[i], r);
  };
  std::stable_sort(order.begin(), order.end(), [&](std::size_t i, std::size_t k) { return work_of(i) > work_of(k); });
  std::vector<std::vector<ring_part>> dealt(members);
  std::vector<std::size_t> work(members, 0);
  for (const std::size_t i : order) {
    const ring_part& part = parts[i];
    if (passes_of(part, rings[part.ring]) >= members) {
      for (std::size_t rank = 0; rank < members; ++rank) {
        dealt[rank].push_back({part.ring, part.first + part.step * static_cast<std::uint32_t>(rank),
                               part.step * static_cast<std::uint32_t>(members)});
        work[rank] += work_of(i) / members;
      }
      continue;
    }
    const auto least = static_cast<std::size_t>(std::min_element(work.begin(), work.end()) - work.begin());
    dealt[least].push_back(part);
    work[least] += work_of(i);
  }
  return dealt;
}

}  // namespace vieta::near_linear
