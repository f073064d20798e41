#pragma once

#include <cstddef>

#include "cuda/check.hpp"

// Complex numbers as pairs, as libraries want them, and as two planes, as our kernels have them.

namespace vieta::systems::device {

template <class T>
__global__ void interleave(std::size_t size, const T* re, const T* im, T* pairs) {
  const std::size_t k = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x;
  if (k < size) pairs[2 * k] = re[k], pairs[2 * k + 1] = im[k];
}

template <class T>
__global__ void separate(std::size_t size, const T* pairs, T* re, T* im) {
  const std::size_t k = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x;
  if (k < size) re[k] = pairs[2 * k], im[k] = pairs[2 * k + 1];
}

inline unsigned blocks_of_256(std::size_t items) { return static_cast<unsigned>((items + 255) / 256); }

/// Planes to numbers, pairs where they are complex; and back.
template <bool Complex>
void pack(std::size_t size, const double* re, const double* im, double* numbers) {
  if constexpr (Complex)
    interleave<<<blocks_of_256(size), 256>>>(size, re, im, numbers);
  else
    vieta::cuda::check(cudaMemcpyAsync(numbers, re, size * sizeof(double), cudaMemcpyDeviceToDevice, nullptr), "copy");
}
template <bool Complex>
void unpack(std::size_t size, const double* numbers, double* re, double* im) {
  if constexpr (Complex)
    separate<<<blocks_of_256(size), 256>>>(size, numbers, re, im);
  else
    vieta::cuda::check(cudaMemcpyAsync(re, numbers, size * sizeof(double), cudaMemcpyDeviceToDevice, nullptr), "copy");
}

}  // namespace vieta::systems::device
