#include <cuda_runtime_api.h>

#include <string>

#include "cuda/check.hpp"
#include "vieta/root_batches_cuda.hpp"

namespace vieta {
namespace {

constexpr unsigned threads = 256, most_blocks = 1u << 16;

template <class From, class To>
__global__ void convert_each(const From* from, std::size_t count, To* to) {
  const std::size_t step = static_cast<std::size_t>(gridDim.x) * blockDim.x;
  for (std::size_t k = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x; k < count; k += step)
    to[k] = static_cast<To>(from[k]);
}

template <class From, class To>
void convert(const From* from, std::size_t count, To* to, CUstream_st* stream) {
  if (count == 0) return;
  if (from == nullptr || to == nullptr) throw error("from, to: found null, expected device memory");
  const std::size_t blocks = (count - 1) / threads + 1;
  convert_each<<<static_cast<unsigned>(blocks < most_blocks ? blocks : most_blocks), threads, 0, stream>>>(from, count,
                                                                                                           to);
  cuda::check(cudaGetLastError(), "start of convert");
}

}  // namespace

void convert_cuda(const float* from, std::size_t count, double* to, CUstream_st* stream) {
  convert(from, count, to, stream);
}
void convert_cuda(const double* from, std::size_t count, float* to, CUstream_st* stream) {
  convert(from, count, to, stream);
}

}  // namespace vieta
