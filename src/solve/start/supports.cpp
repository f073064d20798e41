#include "solve/start/supports.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace vieta::tracking {

namespace {

bool is_origin(const std::vector<std::int32_t>& point) {
  return std::all_of(point.begin(), point.end(), [](std::int32_t x) { return x == 0; });
}

/// The variables of each monomial as bits.
std::vector<std::uint32_t> masks_of(const support& s) {
  std::vector<std::uint32_t> masks;
  for (const auto& point : s) {
    std::uint32_t mask = 0;
    for (std::size_t v = 0; v < point.size(); ++v)
      if (point[v] > 0) mask |= 1u << v;
    masks.push_back(mask);
  }
  return masks;
}

/// For each equation: for how many sets Z it is one of exactly |Z| that vanish, while none is a single monomial there.
std::vector<std::size_t> critical_sets(const std::vector<std::vector<std::uint32_t>>& masks, std::size_t variables) {
  std::vector<std::size_t> count(masks.size(), 0), vanishing;
  for (std::uint32_t z = 1; z < 1u << variables; ++z) {
    vanishing.clear();
    bool monomial = false;
    for (std::size_t e = 0; e < masks.size() && !monomial; ++e) {
      const auto left = std::count_if(masks[e].begin(), masks[e].end(), [z](std::uint32_t m) { return (m & z) == 0; });
      if (left == 0) vanishing.push_back(e);
      monomial = left == 1;
    }
    if (!monomial && static_cast<int>(vanishing.size()) == std::popcount(z))
      for (const std::size_t e : vanishing) ++count[e];
  }
  return count;
}

}  // namespace

std::vector<support> supports_of(const std::vector<std::vector<plain_term>>& equations, std::size_t variables) {
  std::vector<support> supports;
  for (const auto& equation : equations) {
    support s;
    for (const plain_term& t : equation) {
      std::vector<std::int32_t> point(variables, 0);
      for (const auto& [v, e] : t.exponents) point[v] = static_cast<std::int32_t>(e);
      s.push_back(std::move(point));
    }
    supports.push_back(std::move(s));
  }
  return supports;
}

std::vector<std::size_t> missing_constants(const std::vector<support>& supports) {
  std::vector<std::size_t> added;
  const std::size_t n = supports.size();
  if (n > most_examined) {
    for (std::size_t e = 0; e < n; ++e)
      if (std::none_of(supports[e].begin(), supports[e].end(), is_origin)) added.push_back(e);
    return added;
  }
  std::vector<std::vector<std::uint32_t>> masks;
  for (const support& s : supports) masks.push_back(masks_of(s));
  while (true) {
    const std::vector<std::size_t> count = critical_sets(masks, n);
    const auto most = std::max_element(count.begin(), count.end());
    if (*most == 0) break;
    const auto e = static_cast<std::size_t>(most - count.begin());
    masks[e].push_back(0);  // a constant never vanishes
    added.push_back(e);
  }
  std::sort(added.begin(), added.end());
  return added;
}

}  // namespace vieta::tracking
