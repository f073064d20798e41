#include <cstdint>
#include <cub/device/device_radix_sort.cuh>

#include "cuda/check.hpp"
#include "roots/near_linear/cuda/block.hpp"

namespace vieta::near_linear {
inline namespace VIETA_RUNS_ON {

std::size_t sort_pairs(void* work, std::size_t bytes, std::size_t count, const std::uint64_t* keys,
                       std::uint64_t* to_keys, const std::uint32_t* values, std::uint32_t* to_values);

std::size_t sort_pairs(void* work, std::size_t bytes, std::size_t count, const std::uint64_t* keys,
                       std::uint64_t* to_keys, const std::uint32_t* values, std::uint32_t* to_values) {
  cuda::check(
      cub::DeviceRadixSort::SortPairs(work, bytes, keys, to_keys, values, to_values, static_cast<std::int64_t>(count)),
      "sort");
  return bytes;
}

}  // namespace VIETA_RUNS_ON
}  // namespace vieta::near_linear
