#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "parallel_for.hpp"

namespace vieta {

/// Sorts by pieces, one for each of up to `threads` threads, and merges these. The order of equal items is left to
/// chance, so `less` must tell all items apart wherever that order could be seen.
template <class T, class Less>
void parallel_sort(std::vector<T>& items, int threads, const Less& less) {
  constexpr std::size_t least_piece = 2048;
  std::size_t pieces = 1;
  while (2 * pieces <= static_cast<std::size_t>(threads) && items.size() >= 2 * pieces * least_piece) pieces *= 2;
  const auto border = [&](std::size_t piece) {
    return items.begin() + static_cast<std::ptrdiff_t>(items.size() * piece / pieces);
  };
  parallel_for(pieces, 1, threads, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) std::sort(border(i), border(i + 1), less);
  });
  for (std::size_t width = 1; width < pieces; width *= 2) {
    parallel_for(pieces / (2 * width), 1, threads, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = 2 * width * first; i < 2 * width * last; i += 2 * width)
        std::inplace_merge(border(i), border(i + width), border(i + 2 * width), less);
    });
  }
}

}  // namespace vieta
