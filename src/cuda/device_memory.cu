#include <cuda_runtime_api.h>

#include "cuda/check.hpp"
#include "vieta/device_memory.hpp"

namespace vieta {

using cuda::check;

bool has_cuda() { return true; }

int cuda_device_of(const void* pointer) {
  cudaPointerAttributes attributes{};
  check(cudaPointerGetAttributes(&attributes, pointer), "pointer");
  const bool there = attributes.type == cudaMemoryTypeDevice || attributes.type == cudaMemoryTypeManaged;
  return there ? attributes.device : -1;
}

current_cuda_device::current_cuda_device(int device) {
  check(cudaGetDevice(&before_), "device");
  check(cudaSetDevice(device), "device");
}
current_cuda_device::~current_cuda_device() { cudaSetDevice(before_); }

void* allocate_on_cuda(std::size_t bytes) {
  void* pointer = nullptr;
  if (bytes > 0) check(cudaMalloc(&pointer, bytes), "device memory");
  return pointer;
}

void free_on_cuda(void* pointer) noexcept {
  if (pointer != nullptr) cudaFree(pointer);
}

void copy_from_cuda(void* to, const void* from, std::size_t bytes, CUstream_st* stream) {
  if (bytes == 0) return;
  check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, stream), "copy");
  wait_for_cuda(stream);
}

void wait_for_cuda(CUstream_st* stream) { check(cudaStreamSynchronize(stream), "work on a stream"); }

}  // namespace vieta
