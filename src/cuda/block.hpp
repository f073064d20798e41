#pragma once

#include <cstddef>
#include <cstdint>

#include "vieta/core/config.hpp"

// What is launched on the device and what tests launch on the host has the same names and may stand in one program.
#ifdef __CUDACC__
#define VIETA_RUNS_ON on_device
#else
#define VIETA_RUNS_ON on_host
#endif

namespace vieta::near_linear {
inline namespace VIETA_RUNS_ON {

/// A block of threads as the kernels see it: a sequence of loops whose passes are shared by the threads, with a barrier
/// after each. The same text thus runs on the host too, block by block on one thread; the tests do that.
struct block {
  int x = 0, y = 0;             ///< place in the grid
  int thread = 0, threads = 1;  ///< this one, how many
  unsigned char* shared = nullptr;

  template <class Body>
  VT_HD void for_each(int count, const Body& body) const {
    for (int i = thread; i < count; i += threads) body(i);
    barrier();
  }
  VT_HD void barrier() const {
#if defined(__CUDA_ARCH__)
    __syncthreads();
#endif
  }
};

/// Adds to a counter that many threads share; returns what it held before.
VT_HD unsigned take(unsigned* counter, unsigned count = 1) {
#if defined(__CUDA_ARCH__)
  return atomicAdd(counter, count);
#else
  const unsigned before = *counter;
  *counter += count;
  return before;
#endif
}

/// Cuts arrays out of a block's shared memory.
struct shared_arena {
  unsigned char* next;
  template <class T>
  VT_HD T* array(std::size_t count) {
    T* const result = reinterpret_cast<T*>(next);
    next += (count * sizeof(T) + 15) / 16 * 16;
    return result;
  }
};

}  // namespace VIETA_RUNS_ON
}  // namespace vieta::near_linear
