#pragma once

#include <cuda_runtime_api.h>

#include <algorithm>
#include <utility>

#include "real_roots/cuda/bernstein_kernel.cuh"
#include "real_roots/cuda/chain_kernel.cuh"
#include "real_roots/cuda/check.hpp"
#include "real_roots/cuda/launch.hpp"
#include "real_roots/cuda/low_degree_kernel.cuh"

static_assert(__cplusplus >= 202002L, "CUDA sources are C++20 too");

namespace vieta::cuda {

/// Degrees above these are left to the chain: the lists of a warp fill the shared memory.
template <class T>
inline constexpr int largest_bernstein_degree = sizeof(T) == 4 ? 32 : 24;

/// Up to this degree threads do better than warps.
inline constexpr int largest_low_degree = 5;

template <class T, int N>
void launch_bernstein(const problem<T>& given, const cells<T>& where, int processors, cudaStream_t stream) {
  using plan = layout<T, N>;
  check(cudaFuncSetAttribute(bernstein_kernel<T, N>, cudaFuncAttributeMaxDynamicSharedMemorySize, plan::bytes),
        "shared memory for real_roots");
  // Left to itself, the driver may keep much of it as cache.
  check(cudaFuncSetAttribute(bernstein_kernel<T, N>, cudaFuncAttributePreferredSharedMemoryCarveout,
                             cudaSharedmemCarveoutMaxShared),
        "shared memory for real_roots");
  int resident = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, bernstein_kernel<T, N>, plan::warps * warp_size,
                                                      plan::bytes),
        "occupancy of real_roots");
  const unsigned groups = (given.count - 1) / warp_size + 1, needed = (groups - 1) / plan::warps + 1;
  const unsigned blocks = std::min(needed, static_cast<unsigned>(std::max(1, resident) * processors));
  bernstein_kernel<T, N><<<blocks, plan::warps * warp_size, plan::bytes, stream>>>(given, where);
}

template <class T, int N>
void launch(const problem<T>& given, const cells<T>* where, int processors, cudaStream_t stream) {
  bool listed = false;
  if constexpr (N <= largest_bernstein_degree<T>) {  // and given.degree is N or N - 1
    if (where) {
      if constexpr (N <= largest_low_degree) {
        const unsigned blocks = (given.count - 1) / low_degree_threads + 1;
        low_degree_kernel<T, N><<<blocks, low_degree_threads, 0, stream>>>(given, *where);
      } else {
        launch_bernstein<T, N>(given, *where, processors, stream);
      }
      listed = true;
    }
  }
  const unsigned needed = (given.count - 1) / chain_threads + 1;
  const unsigned most = static_cast<unsigned>(processors) * (listed ? 8 : 64);
  chain_kernel<T, N><<<std::min(needed, most), chain_threads, 0, stream>>>(given, listed);
  check(cudaGetLastError(), "start of real_roots");
}

template <class T, int First, int Step, int... Places>
void add_degrees(launcher_table<T>& table, std::integer_sequence<int, Places...>) {
  ((table[First + Places] = launch<T, (First + Places + Step - 1) / Step * Step>), ...);
}

/// Degrees First to Last; each takes the launcher of the next multiple of Step.
template <class T, int First, int Last, int Step = 1>
void add_degrees(launcher_table<T>& table) {
  add_degrees<T, First, Step>(table, std::make_integer_sequence<int, Last + 1 - First>{});
}

}  // namespace vieta::cuda
