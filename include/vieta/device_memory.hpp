#pragma once

#include <cstddef>
#include <string>

#include "vieta/export.hpp"

struct CUstream_st;  // cudaStream_t is a pointer to it

// What a caller without CUDA's own headers (a binding of another language) needs beside the headers whose names
// end in _cuda.hpp. Functions throw vieta::error when CUDA says no, and in a build without CUDA.
namespace vieta {

/// Whether this build has CUDA code, with or without a device to run it on.
VIETA_API bool has_cuda();

/// Why cuda_devices() is empty: no CUDA in this build, no driver, one that is too old for this library's CUDA runtime,
/// or what CUDA says. Empty where there is a device, or a driver that finds none.
VIETA_API std::string why_no_cuda_device();

/// The number of the CUDA device whose memory a pointer points to; -1: it points to host memory, or to none.
VIETA_API int cuda_device_of(const void* pointer);

/// Makes a device the current one of this thread, and gives the one before back at its end.
class VIETA_API current_cuda_device {
 public:
  explicit current_cuda_device(int device);
  current_cuda_device(const current_cuda_device&) = delete;
  current_cuda_device& operator=(const current_cuda_device&) = delete;
  ~current_cuda_device();

 private:
  int before_ = 0;
};

/// Memory of the current device, aligned to 256 bytes; null for 0 bytes.
VIETA_API void* allocate_on_cuda(std::size_t bytes);

/// Gives it back, once all work of its device is done: the host waits for that.
VIETA_API void free_on_cuda(void* pointer) noexcept;

/// Copies from device memory once the work on `stream` is done. The host waits.
VIETA_API void copy_from_cuda(void* to, const void* from, std::size_t bytes, CUstream_st* stream = nullptr);

/// The host waits until the work on `stream` is done.
VIETA_API void wait_for_cuda(CUstream_st* stream);

}  // namespace vieta
