#include <cuda_runtime_api.h>

#include "vieta/target.hpp"

// CMake may drop the language level for nvcc without a word; see cmake/vieta_cuda.cmake.
static_assert(__cplusplus >= 202002L, "CUDA sources are C++20 too");

namespace vieta {

std::vector<std::string> cuda_devices() {
  std::vector<std::string> names;
  int count = 0;
  // Without a driver or a device this call fails, and that is an answer: there is none.
  if (cudaGetDeviceCount(&count) != cudaSuccess) return names;
  for (int device = 0; device < count; ++device) {
    cudaDeviceProp properties{};
    if (cudaGetDeviceProperties(&properties, device) != cudaSuccess) break;
    names.emplace_back(properties.name);
  }
  return names;
}

}  // namespace vieta
