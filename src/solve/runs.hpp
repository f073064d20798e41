#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace vieta::tracking {

/// Puts products [begin, end), whose nodes are `first_node` + index, in the order of their levels, so that those of one
/// level do not need each other, and appends where each level ends to `run_begin`. Returns the new number of each
/// node from `first_node` + begin on.
inline std::vector<std::uint32_t> sort_into_runs(std::vector<std::uint32_t>& left, std::vector<std::uint32_t>& right,
                                                 std::uint32_t first_node, std::size_t begin,
                                                 std::vector<std::size_t>& run_begin) {
  const std::size_t end = left.size(), count = end - begin;
  const auto first = first_node + static_cast<std::uint32_t>(begin);
  std::vector<std::uint32_t> level(count), order(count), number(count);
  for (std::size_t k = 0; k < count; ++k) {
    const auto above = [&](std::uint32_t node) { return node < first ? 0 : level[node - first] + 1; };
    level[k] = std::max(above(left[begin + k]), above(right[begin + k]));
  }
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return level[a] < level[b]; });
  for (std::size_t k = 0; k < count; ++k) number[order[k]] = first + static_cast<std::uint32_t>(k);
  const auto renamed = [&](std::uint32_t node) { return node < first ? node : number[node - first]; };
  std::vector<std::uint32_t> new_left, new_right;
  for (std::size_t k = 0; k < count; ++k) {
    new_left.push_back(renamed(left[begin + order[k]])), new_right.push_back(renamed(right[begin + order[k]]));
    if (k + 1 == count || level[order[k + 1]] != level[order[k]]) run_begin.push_back(begin + k + 1);
  }
  std::copy(new_left.begin(), new_left.end(), left.begin() + static_cast<std::ptrdiff_t>(begin));
  std::copy(new_right.begin(), new_right.end(), right.begin() + static_cast<std::ptrdiff_t>(begin));
  return number;
}

}  // namespace vieta::tracking
