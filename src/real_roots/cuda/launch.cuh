#pragma once

#include <cuda_runtime_api.h>

#include <algorithm>
#include <utility>

#include "cuda/check.hpp"
#include "cuda/occupancy.hpp"
#include "real_roots/cuda/clear_kernel.cuh"
#include "real_roots/cuda/launch.hpp"
#include "real_roots/cuda/low/chain_kernel.cuh"
#include "real_roots/cuda/low/low_degree_kernel.cuh"
#include "real_roots/cuda/warp/bernstein_kernel.cuh"
#include "real_roots/cuda/warp/warp_chain.cuh"
#include "real_roots/cuda/warp/whole_kernel.cuh"

static_assert(__cplusplus >= 202002L, "CUDA sources are C++20 too");

namespace vieta::cuda {

template <class T>
void forget_lists(const problem<T>& given, cudaStream_t stream) {
  check(cudaMemsetAsync(given.left_over_count, 0, 6 * sizeof(unsigned), stream), "scratch memory for real_roots");
}

/// As many blocks as run at the same time: each takes its share of the work.
template <auto Kernel>
unsigned all_resident_blocks(int threads, int bytes, int processors) {
  return static_cast<unsigned>(vieta::cuda::resident_blocks<Kernel>(threads, static_cast<std::size_t>(bytes)) *
                               processors);
}

/// Behind the kernel before it, of which it waits for the end; it is on its way already then, where the device can do
/// this.
template <class... Parameters, class... Arguments>
void launch_behind(void (*kernel)(Parameters...), unsigned blocks, int threads, int bytes, cudaStream_t stream,
                   const Arguments&... arguments) {
  int device = 0, major = 0;
  check(cudaGetDevice(&device), "device");
  check(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device), "device");
  cudaLaunchAttribute early{};
  early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  early.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(blocks);
  config.blockDim = dim3(static_cast<unsigned>(threads));
  config.dynamicSmemBytes = static_cast<std::size_t>(bytes);
  config.stream = stream;
  config.attrs = &early;
  config.numAttrs = major >= 9 ? 1 : 0;
  check(cudaLaunchKernelEx(&config, kernel, arguments...), "start of real_roots");
}

template <class T, int N>
void launch_low_degree(const problem<T>& given, const cells<T>& where, int processors, cudaStream_t stream) {
  const unsigned needed = (given.count - 1) / low_degree_threads + 1;
  if constexpr (looks_first<N>) {
    const unsigned most = all_resident_blocks<clear_kernel<T, N>>(low_degree_threads, 0, processors);
    clear_kernel<T, N><<<std::min(needed, most), low_degree_threads, 0, stream>>>(given, where);
  } else {
    low_degree_kernel<T, N><<<needed, low_degree_threads, 0, stream>>>(given, where);
  }
}

/// All polynomials; or, again, those that were refused.
template <class T, int N, bool Again = false>
void launch_bernstein(const problem<T>& given, const cells<T>& where, int processors, cudaStream_t stream) {
  using plan = layout<T, N>;
  const auto kernel = bernstein_kernel<T, N, Again>;
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, plan::bytes),
        "shared memory for real_roots");
  // Left to itself, the driver may keep much of it as cache.
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, cudaSharedmemCarveoutMaxShared),
        "shared memory for real_roots");
  const unsigned groups = (given.count - 1) / warp_size + 1, needed = (groups - 1) / plan::warps + 1;
  const unsigned blocks = std::min(
      needed, all_resident_blocks<bernstein_kernel<T, N, Again>>(plan::warps * warp_size, plan::bytes, processors));
  if constexpr (Again)
    launch_behind(kernel, blocks, plan::warps * warp_size, plan::bytes, stream, given, where);
  else
    kernel<<<blocks, plan::warps * warp_size, plan::bytes, stream>>>(given, where);
}

/// Double precision is no small fraction as fast as single, and the tolerance is one that double knows.
template <class T>
bool solves_whole(const problem<T>& given) {
  int device = 0, ratio = 0;
  check(cudaGetDevice(&device), "device");
  check(cudaDeviceGetAttribute(&ratio, cudaDevAttrSingleToDoublePrecisionPerfRatio, device), "device");
  return ratio <= 4 && (sizeof(T) == 4 || given.wanted.absolute >= (given.hi - given.lo) * T(0x1p-36));
}

/// The polynomials of the list of the unclear.
template <class T, int N>
void launch_whole(const problem<T>& given, int processors, cudaStream_t stream) {
  const unsigned needed = (given.count - 1) / whole_threads + 1;
  const unsigned most = all_resident_blocks<whole_kernel<T, N>>(whole_threads, 0, processors);
  launch_behind(whole_kernel<T, N>, std::min(needed, most), whole_threads, 0, stream, given);
}

/// What is left over by a kernel that ran before, or all polynomials.
template <class T, int N>
void launch_chain(const problem<T>& given, bool listed, int processors, cudaStream_t stream) {
  const unsigned needed = (given.count - 1) / chain_threads + 1;
  const unsigned most = static_cast<unsigned>(processors) * (listed ? 8 : 64);
  if (listed)
    launch_behind(chain_kernel<T, N>, std::min(needed, most), chain_threads, 0, stream, given, listed);
  else
    chain_kernel<T, N><<<std::min(needed, most), chain_threads, 0, stream>>>(given, listed);
}

/// What is left over by a kernel that ran before, a warp for each polynomial.
template <class T, int N>
void launch_warp_chain(const problem<T>& given, int processors, cudaStream_t stream) {
  const unsigned needed = (given.count - 1) / (chain_threads / warp_size) + 1;
  const unsigned most = all_resident_blocks<warp_chain_kernel<T, N>>(chain_threads, 0, processors);
  launch_behind(warp_chain_kernel<T, N>, std::min(needed, most), chain_threads, 0, stream, given);
}

/// The degree is N or less; with cells it is N or N - 1.
template <class T, int N>
void launch(const problem<T>& given, const cells<T>* where, int processors, cudaStream_t stream) {
  if constexpr (N <= largest_low_degree) {
    if (where) {
      if constexpr (!solves_all<N>) forget_lists(given, stream);
      launch_low_degree<T, N>(given, *where, processors, stream);
      if constexpr (!solves_all<N>) launch_chain<T, N>(given, true, processors, stream);
      return check(cudaGetLastError(), "start of real_roots");
    }
  } else if constexpr (N <= largest_bernstein_degree<T>) {
    if (where) {
      forget_lists(given, stream);
      cells<T> cells = *where;
      if constexpr (N <= largest_whole_degree) cells.lists_whole = solves_whole(given);
      launch_bernstein<T, N>(given, cells, processors, stream);
      if constexpr (N <= largest_whole_degree) {
        if (cells.lists_whole) {
          launch_whole<T, N>(given, processors, stream);
          launch_bernstein<T, N, true>(given, cells, processors, stream);
          launch_warp_chain<T, N>(given, processors, stream);
          return check(cudaGetLastError(), "start of real_roots");
        }
      }
      launch_chain<T, N>(given, true, processors, stream);
      return check(cudaGetLastError(), "start of real_roots");
    }
  }
  launch_chain<T, N>(given, !where && given.left_over, processors, stream);
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
