#include "roots/near_linear/devices/told_twice.hpp"

#include <algorithm>
#include <tuple>

#include "roots/near_linear/rings/repeated_roots.hpp"

namespace vieta::near_linear {

std::vector<std::vector<std::uint32_t>> told_twice(const std::vector<std::vector<located_root>>& parts, int threads) {
  struct candidate {
    located_root root;
    std::uint32_t part = 0, place = 0;
  };
  std::vector<candidate> candidates;
  for (std::uint32_t p = 0; p < parts.size(); ++p)
    for (std::uint32_t place = 0; place < parts[p].size(); ++place) candidates.push_back({parts[p][place], p, place});
  const auto rank = [](const candidate& c) {
    return std::tuple(c.root.radius, c.root.centre.re.hi, c.root.centre.im.hi, c.part, c.place);
  };
  std::sort(candidates.begin(), candidates.end(),
            [&](const candidate& a, const candidate& b) { return rank(a) < rank(b); });
  std::vector<located_root> roots;
  roots.reserve(candidates.size());
  for (const candidate& c : candidates) roots.push_back(c.root);
  const std::vector<char> gone = repeated(roots, threads);
  std::vector<std::vector<std::uint32_t>> result(parts.size());
  for (std::size_t i = 0; i < candidates.size(); ++i)
    if (gone[i] != 0) result[candidates[i].part].push_back(candidates[i].place);
  for (std::vector<std::uint32_t>& places : result) std::sort(places.begin(), places.end());
  return result;
}

}  // namespace vieta::near_linear
