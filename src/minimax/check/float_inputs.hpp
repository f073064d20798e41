#pragma once

#include <cstdint>

#include "vieta/core/config.hpp"

namespace vieta::approximation {

/// Numbers of a format in their order as integers; -0 and 0 are neighbours.
VT_HD float float_of(std::int64_t rank) {
  return __builtin_bit_cast(
      float, rank < 0 ? static_cast<std::uint32_t>(-rank - 1) | 0x80000000U : static_cast<std::uint32_t>(rank));
}
VT_HD float half_of(std::int64_t rank) {
  const auto size = static_cast<std::uint32_t>(rank < 0 ? -rank - 1 : rank);
  const float x = size < 0x400 ? static_cast<float>(size) * 0x1p-24F
                               : __builtin_bit_cast(float, (size << 13) + (std::uint32_t{112} << 23));
  return rank < 0 ? -x : x;
}

/// The inputs of a check, ascending: every `stride`-th number of the format, and the last one.
struct float_inputs {
  bool half = false;
  std::int64_t first = 0;                         ///< rank of the first one
  std::uint64_t last = 0, stride = 1, count = 0;  ///< `last`: rank of the last one less `first`

  VT_HD float operator[](std::uint64_t i) const {
    const std::uint64_t far = i * stride, at = far < last ? far : last;
    const std::int64_t rank = first + static_cast<std::int64_t>(at);
    return half ? half_of(rank) : float_of(rank);
  }
};

/// All numbers from `lo` to `hi` when `most` is 0 or large enough, else about `most`, evenly spread.
float_inputs inputs_between(bool half, double lo, double hi, std::uint64_t most);

}  // namespace vieta::approximation
