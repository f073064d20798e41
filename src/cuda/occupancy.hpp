#pragma once

#include <cuda_runtime_api.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>

#include "cuda/check.hpp"

namespace vieta::cuda {

/// How many blocks of a kernel, with as many bytes of shared memory each time, a multiprocessor of the current device
/// runs at once: at least one. The driver is asked once for each device: the device waits for the first launch.
template <auto Kernel>
int resident_blocks(int threads, std::size_t bytes) {
  static std::array<std::atomic<int>, 32> known{};  // by device; zero: not yet
  int device = 0;
  check(cudaGetDevice(&device), "device");
  const std::size_t place = static_cast<std::size_t>(device);
  int resident = place < known.size() ? known[place].load(std::memory_order_relaxed) : 0;
  if (resident == 0) {
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, Kernel, threads, bytes), "occupancy");
    resident = std::max(1, resident);
    if (place < known.size()) known[place].store(resident, std::memory_order_relaxed);
  }
  return resident;
}

}  // namespace vieta::cuda
