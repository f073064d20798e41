#include "roots/near_linear/rings/ring_parts.hpp"

#include <algorithm>
#include <numeric>

namespace vieta::near_linear {

std::vector<std::vector<ring_part>> deal_rings(const std::vector<ring>& rings, std::size_t members) {
  std::vector<std::size_t> order(rings.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto work_of = [&](std::size_t i) { return rings[i].cells() * rings[i].passes(); };
  std::stable_sort(order.begin(), order.end(), [&](std::size_t i, std::size_t k) { return work_of(i) > work_of(k); });
  std::vector<std::vector<ring_part>> parts(members);
  std::vector<std::size_t> work(members, 0);
  for (const std::size_t i : order) {
    const auto number = static_cast<std::uint32_t>(i);
    if (rings[i].passes() >= members) {
      for (std::size_t rank = 0; rank < members; ++rank) {
        parts[rank].push_back({number, static_cast<std::uint32_t>(rank), static_cast<std::uint32_t>(members)});
        work[rank] += work_of(i) / members;
      }
      continue;
    }
    const auto least = static_cast<std::size_t>(std::min_element(work.begin(), work.end()) - work.begin());
    parts[least].push_back({number, 0, 1});
    work[least] += work_of(i);
  }
  return parts;
}

}  // namespace vieta::near_linear
