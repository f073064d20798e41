#include <algorithm>
#include <cub/device/device_scan.cuh>
#include <string>

#include "cuda/check.hpp"
#include "vieta/boxes_columns_cuda.hpp"

namespace vieta {

namespace {

using cuda::check;

constexpr unsigned threads = 256, most_blocks = 1u << 16;

/// One system in each thread: items of a system are few, and lie together on both sides.
__global__ void spread_items(const boxes_cuda_output from, std::size_t count, int variables,
                             const boxes_cuda_columns to) {
  const std::size_t step = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t s = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; s < count; s += step) {
    std::int64_t row = to.begin[s];
    for (std::uint32_t k = 0; k < from.counts[s]; ++k, ++row) {
      const box_item& item = from.items[from.first[s] + k];
      to.systems[row] = static_cast<std::int64_t>(s);
      for (int v = 0; v < variables; ++v) {
        to.x[row * variables + v] = item.x[v];
        to.lower[row * variables + v] = item.lower[v];
        to.upper[row * variables + v] = item.upper[v];
      }
      to.radii[row] = item.radius;
      to.residuals[row] = item.residual;
      to.signs[row] = item.jacobian_sign;
      to.on_border[row] = item.on_border ? 1 : 0;
    }
  }
}

void require(const void* pointer, const char* name) {
  if (pointer == nullptr)
    throw error(std::string("boxes_columns_cuda: ") + name + ": found null, expected device memory");
}

}  // namespace

std::size_t boxes_columns_cuda_scratch(std::size_t count) {
  std::size_t bytes = 0;
  check(cub::DeviceScan::InclusiveSum(nullptr, bytes, static_cast<const std::uint32_t*>(nullptr),
                                      static_cast<std::int64_t*>(nullptr),
                                      static_cast<std::int64_t>(std::max<std::size_t>(count, 1))),
        "scratch for boxes_columns");
  return std::max<std::size_t>(bytes, 1);
}

void boxes_columns_cuda(const boxes_cuda_output& from, std::size_t count, int variables, std::size_t items,
                        const boxes_cuda_columns& to, CUstream_st* stream, void* scratch) {
  if (variables < 1 || variables > 4)
    throw error("boxes_columns_cuda: found " + std::to_string(variables) + " variables, expected 1 to 4");
  require(to.begin, "begin");
  check(cudaMemsetAsync(to.begin, 0, sizeof(std::int64_t), stream), "begin");
  if (count == 0) return;
  require(from.counts, "counts");
  require(scratch, "scratch");
  std::size_t bytes = boxes_columns_cuda_scratch(count);
  check(cub::DeviceScan::InclusiveSum(scratch, bytes, static_cast<const std::uint32_t*>(from.counts), to.begin + 1,
                                      static_cast<std::int64_t>(count), stream),
        "places of items");
  if (items == 0) return;
  require(from.first, "first");
  require(from.items, "items");
  for (const void* const column :
       {static_cast<const void*>(to.systems), static_cast<const void*>(to.x), static_cast<const void*>(to.lower),
        static_cast<const void*>(to.upper), static_cast<const void*>(to.radii), static_cast<const void*>(to.residuals),
        static_cast<const void*>(to.signs), static_cast<const void*>(to.on_border)})
    require(column, "a column");
  const std::size_t blocks = std::min<std::size_t>((count - 1) / threads + 1, most_blocks);
  spread_items<<<static_cast<unsigned>(blocks), threads, 0, stream>>>(from, count, variables, to);
  check(cudaGetLastError(), "start of boxes_columns");
}

}  // namespace vieta
