#pragma once

#include <cublas_v2.h>
#include <cuda_runtime_api.h>
#include <dlfcn.h>

#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>

#include "cuda/block.hpp"
#include "newton/cuda/linear/remainders/int8_shape.hpp"
#include "vieta/error.hpp"

// Products of int8 matrices by cuBLAS, on tensor cores, where it is installed: loaded when it is first needed.

namespace vieta::systems {

/// What of NVIDIA's cuBLAS `newton` uses. Its header says what each function does.
struct cublas_functions {
  decltype(&cublasCreate_v2) create = nullptr;
  decltype(&cublasDestroy_v2) destroy = nullptr;
  /// cublasGemmStridedBatchedEx, of which the header has two.
  cublasStatus_t (*multiply)(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int, const void*,
                             const void*, cudaDataType, int, long long, const void*, cudaDataType, int, long long,
                             const void*, void*, cudaDataType, int, long long, int, cublasComputeType_t,
                             cublasGemmAlgo_t) = nullptr;
};

/// Null where the library of the header's version is not installed. It stays loaded: its handles may outlive us.
inline const cublas_functions* cublas() {
  static const cublas_functions loaded = [] {
    cublas_functions f;
    const std::string name = "libcublas.so." + std::to_string(CUBLAS_VER_MAJOR);
    void* library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) library = dlopen(("/usr/local/cuda/lib64/" + name).c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return f;
    const auto find = [&](auto& function, const char* symbol) {
      function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, symbol));
    };
    find(f.create, "cublasCreate_v2"), find(f.destroy, "cublasDestroy_v2");
    find(f.multiply, "cublasGemmStridedBatchedEx");
    return f;
  }();
  return loaded.create != nullptr && loaded.destroy != nullptr && loaded.multiply != nullptr ? &loaded : nullptr;
}

inline namespace VIETA_RUNS_ON {

/// An object serves the device that is current when it first multiplies.
class int8_product {
 public:
  /// Tensor cores for int8, and the library.
  static bool available() {
    int device = 0, major = 0;
    if (cudaGetDevice(&device) != cudaSuccess) return false;
    if (cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device) != cudaSuccess) return false;
    return major >= 8 && cublas() != nullptr;
  }

  void multiply(const int8_shape& shape, const std::int8_t* a, const std::int8_t* b, std::int32_t* c, bool adds) {
    const std::int32_t one = 1, before = adds ? 1 : 0;
    const auto m = static_cast<int>(shape.left), n = static_cast<int>(shape.right), k = static_cast<int>(shape.length);
    const auto stride = [](std::size_t x, std::size_t y) { return static_cast<long long>(x * y); };
    if (!handle_) handle_.reset(new_handle());
    if (!handle_ ||
        cublas()->multiply(handle_.get(), CUBLAS_OP_T, CUBLAS_OP_N, m, n, k, &one, a, CUDA_R_8I, k,
                           stride(shape.left, shape.length), b, CUDA_R_8I, k, stride(shape.right, shape.length),
                           &before, c, CUDA_R_32I, m, stride(shape.left, shape.right), shape.count, CUBLAS_COMPUTE_32I,
                           CUBLAS_GEMM_DEFAULT) != CUBLAS_STATUS_SUCCESS)
      throw error("a product of matrices by cuBLAS failed");
  }

 private:
  static cublasHandle_t new_handle() {
    cublasHandle_t handle = nullptr;
    return cublas() != nullptr && cublas()->create(&handle) == CUBLAS_STATUS_SUCCESS ? handle : nullptr;
  }
  struct destroy_handle {
    void operator()(cublasHandle_t handle) const { cublas()->destroy(handle); }
  };
  std::unique_ptr<std::remove_pointer_t<cublasHandle_t>, destroy_handle> handle_;
};

}  // namespace VIETA_RUNS_ON
}  // namespace vieta::systems
