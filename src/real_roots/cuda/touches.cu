#include <cuda_runtime_api.h>

#include <cstdint>
#include <string>

#include "cuda/check.hpp"
#include "vieta/real_roots_cuda.hpp"

namespace vieta {
namespace {

constexpr unsigned threads = 256, most_blocks = 1u << 16;

__global__ void spread_bits(const std::uint64_t* masks, std::size_t places, unsigned degree, std::uint8_t* flags) {
  const std::size_t step = static_cast<std::size_t>(gridDim.x) * blockDim.x;
  for (std::size_t k = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x; k < places; k += step)
    flags[k] = static_cast<std::uint8_t>(masks[k / degree] >> (k % degree) & 1);
}

}  // namespace

void touching_flags_cuda(const std::uint64_t* touching, std::size_t count, int degree, std::uint8_t* flags,
                         CUstream_st* stream) {
  if (degree < 0 || degree > 64) throw error("degree: found " + std::to_string(degree) + ", expected 0 to 64");
  const std::size_t places = count * static_cast<std::size_t>(degree);
  if (places == 0) return;
  if (touching == nullptr || flags == nullptr) throw error("touching, flags: found null, expected device memory");
  const std::size_t blocks = (places - 1) / threads + 1;
  spread_bits<<<static_cast<unsigned>(blocks < most_blocks ? blocks : most_blocks), threads, 0, stream>>>(
      touching, places, static_cast<unsigned>(degree), flags);
  cuda::check(cudaGetLastError(), "start of touching_flags");
}

}  // namespace vieta
