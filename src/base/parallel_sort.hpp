#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "base/parallel_for.hpp"

namespace vieta {

/// The items make(0), ..., make(count - 1) in order: each of up to `threads` threads makes and sorts a piece, then
/// pieces are merged. The order of equal items is left to chance, so `less` must tell all items apart wherever that
/// order could be seen.
template <class T, class Make, class Less>
std::vector<T> make_sorted(std::size_t count, int threads, const Make& make, const Less& less) {
  constexpr std::size_t least_piece = 2048;
  std::vector<T> items(count);
  std::size_t pieces = 1;
  while (2 * pieces <= static_cast<std::size_t>(threads) && count >= 2 * pieces * least_piece) pieces *= 2;
  const auto border = [&](std::size_t piece) { return count * piece / pieces; };
  const auto at = [&](std::size_t piece) { return items.begin() + static_cast<std::ptrdiff_t>(border(piece)); };
  parallel_for(pieces, 1, threads, [&](std::size_t first, std::size_t last) {
    for (std::size_t piece = first; piece < last; ++piece) {
      for (std::size_t i = border(piece); i < border(piece + 1); ++i) items[i] = make(i);
      std::sort(at(piece), at(piece + 1), less);
    }
  });
  for (std::size_t width = 1; width < pieces; width *= 2) {
    parallel_for(pieces / (2 * width), 1, threads, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = 2 * width * first; i < 2 * width * last; i += 2 * width)
        std::inplace_merge(at(i), at(i + width), at(i + 2 * width), less);
    });
  }
  return items;
}

}  // namespace vieta
