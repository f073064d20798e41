#pragma once

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <mutex>

#include "cuda/check.hpp"
#include "parallel_for.hpp"

// Copies between the device and ordinary memory of the host. The driver's own way through its buffers is several times
// slower than two buffers that stay locked in memory, one of which travels while threads copy the other.

namespace vieta::near_linear {

class staging {
 public:
  static constexpr std::size_t piece = 8UL << 20, worth_while = 1UL << 20;
  static staging& shared() {
    static staging one;
    return one;
  }

  void send(unsigned char* device, const unsigned char* host, std::size_t bytes) {
    const std::scoped_lock guard(lock_);
    prepare();
    for (std::size_t at = 0, k = 0; at < bytes; at += piece, k ^= 1) {
      const std::size_t size = std::min(piece, bytes - at);
      cuda::check(cudaEventSynchronize(free_[k]), "copy to the device");
      copy(buffer_[k], host + at, size);
      cuda::check(cudaMemcpyAsync(device + at, buffer_[k], size, cudaMemcpyHostToDevice, nullptr), "copy");
      cuda::check(cudaEventRecord(free_[k], nullptr), "copy to the device");
    }
  }
  void fetch(unsigned char* host, const unsigned char* device, std::size_t bytes) {
    const std::scoped_lock guard(lock_);
    prepare();
    const auto start = [&](std::size_t at, std::size_t k) {
      const std::size_t size = std::min(piece, bytes - at);
      cuda::check(cudaMemcpyAsync(buffer_[k], device + at, size, cudaMemcpyDeviceToHost, nullptr), "copy");
      cuda::check(cudaEventRecord(free_[k], nullptr), "copy from the device");
    };
    start(0, 0);
    for (std::size_t at = 0, k = 0; at < bytes; at += piece, k ^= 1) {
      if (at + piece < bytes) start(at + piece, k ^ 1);
      cuda::check(cudaEventSynchronize(free_[k]), "copy from the device");
      copy(host + at, buffer_[k], std::min(piece, bytes - at));
    }
  }

 private:
  // Buffers belong to the process; events to the device that was current when they were made.
  void prepare() {
    int device = 0;
    cuda::check(cudaGetDevice(&device), "device");
    for (int k = 0; k < 2; ++k) {
      if (buffer_[k] == nullptr)
        cuda::check(cudaHostAlloc(reinterpret_cast<void**>(&buffer_[k]), piece, cudaHostAllocPortable), "host memory");
      if (free_[k] != nullptr && device != device_) {
        cudaEventDestroy(free_[k]);
        free_[k] = nullptr;
      }
      if (free_[k] == nullptr) cuda::check(cudaEventCreateWithFlags(&free_[k], cudaEventDisableTiming), "event");
    }
    device_ = device;
  }
  static void copy(unsigned char* to, const unsigned char* from, std::size_t bytes) {
    constexpr std::size_t grain = 512UL << 10;
    parallel_for(bytes, grain, std::min(8, thread_count(0)),
                 [&](std::size_t first, std::size_t last) { std::memcpy(to + first, from + first, last - first); });
  }

  std::mutex lock_;
  unsigned char* buffer_[2] = {};
  cudaEvent_t free_[2] = {};
  int device_ = 0;
};

inline void send_to_device(void* device, const void* host, std::size_t bytes) {
  if (bytes >= staging::worth_while) {
    staging::shared().send(static_cast<unsigned char*>(device), static_cast<const unsigned char*>(host), bytes);
    return;
  }
  cuda::check(cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice, nullptr), "copy");
}

inline void fetch_from_device(void* host, const void* device, std::size_t bytes) {
  if (bytes >= staging::worth_while) {
    staging::shared().fetch(static_cast<unsigned char*>(host), static_cast<const unsigned char*>(device), bytes);
    return;
  }
  cuda::check(cudaMemcpy(host, device, bytes, cudaMemcpyDeviceToHost), "copy from the device");
}

}  // namespace vieta::near_linear
