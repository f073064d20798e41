#include <cstdint>
#include <cub/device/device_merge_sort.cuh>
#include <cub/device/device_radix_sort.cuh>

#include "cuda/block.hpp"
#include "cuda/check.hpp"

namespace vieta::near_linear {
inline namespace VIETA_RUNS_ON {

std::size_t sort_pairs(void* work, std::size_t bytes, std::size_t count, const std::uint64_t* keys,
                       std::uint64_t* to_keys, const std::uint32_t* values, std::uint32_t* to_values);

namespace {

// Up to here merging takes fewer kernels than the eight digits of a key do, each of which waits for the one before.
constexpr std::size_t most_to_merge = std::size_t{1} << 16;

struct ascending {
  __device__ bool operator()(std::uint64_t a, std::uint64_t b) const { return a < b; }
};

}  // namespace

std::size_t sort_pairs(void* work, std::size_t bytes, std::size_t count, const std::uint64_t* keys,
                       std::uint64_t* to_keys, const std::uint32_t* values, std::uint32_t* to_values) {
  const auto size = static_cast<std::int64_t>(count);
  if (count > most_to_merge) {
    cuda::check(cub::DeviceRadixSort::SortPairs(work, bytes, keys, to_keys, values, to_values, size), "sort");
    return bytes;
  }
  if (work != nullptr) {  // merging happens in place
    cuda::check(cudaMemcpyAsync(to_keys, keys, count * sizeof *keys, cudaMemcpyDeviceToDevice, nullptr), "sort");
    cuda::check(cudaMemcpyAsync(to_values, values, count * sizeof *values, cudaMemcpyDeviceToDevice, nullptr), "sort");
  }
  cuda::check(cub::DeviceMergeSort::StableSortPairs(work, bytes, to_keys, to_values, size, ascending{}), "sort");
  return bytes;
}

}  // namespace VIETA_RUNS_ON
}  // namespace vieta::near_linear
