#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

#include "cuda/check.hpp"

namespace vieta::cuda {

/// Copies `height` lines of `width` numbers that are `to_step` and `from_step` apart, to or from the device.
template <class T>
void copy_lines(T* to, std::size_t to_step, const T* from, std::size_t from_step, std::size_t width, std::size_t height,
                cudaMemcpyKind kind) {
  if (width == 0 || height == 0) return;
  check(cudaMemcpy2D(to, to_step * sizeof(T), from, from_step * sizeof(T), width * sizeof(T), height, kind), "copy");
}

}  // namespace vieta::cuda
