#pragma once

#include <cuda_runtime_api.h>

#include <string>

#include "vieta/error.hpp"

namespace vieta::cuda {

/// Throws what CUDA says when a call failed.
inline void check(cudaError_t result, const char* what) {
  if (result == cudaSuccess) return;
  cudaGetLastError();  // whoever catches this may go on, and the next launch is not to find an old error
  throw error(std::string("cuda: ") + what + ": " + cudaGetErrorString(result));
}

}  // namespace vieta::cuda
