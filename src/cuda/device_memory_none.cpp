// Stands in for cuda/device_memory.cu in a build without CUDA.
#include "cuda/no_cuda.hpp"
#include "vieta/device_memory.hpp"

namespace vieta {

bool has_cuda() { return false; }
int cuda_device_of(const void*) { return -1; }
current_cuda_device::current_cuda_device(int) { refuse_cuda(); }
current_cuda_device::~current_cuda_device() { before_ = 0; }
void* allocate_on_cuda(std::size_t) { refuse_cuda(); }
void free_on_cuda(void*) noexcept {}
void copy_from_cuda(void*, const void*, std::size_t, CUstream_st*) { refuse_cuda(); }
void wait_for_cuda(CUstream_st*) { refuse_cuda(); }

}  // namespace vieta
