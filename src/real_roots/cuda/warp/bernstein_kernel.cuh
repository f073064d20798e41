#pragma once

#include "real_roots/cuda/warp/warp_examine.cuh"
#include "real_roots/cuda/warp/warp_halve.cuh"
#include "real_roots/cuda/warp/warp_output.cuh"
#include "real_roots/cuda/warp/warp_refine.cuh"

namespace vieta::cuda {

/// How the kernel for one degree is laid out.
template <class T, int N>
struct layout {
  static constexpr int warps = 2;  // in a block
  // Where whole_kernel takes the polynomials with many roots, less memory for roots will do.
  static constexpr bool has_help = N <= largest_whole_degree;
  static constexpr int places = sizeof(T) == 4 ? (has_help ? 76 : 112) : (has_help ? 92 : 124);
  using memory = warp_memory<T, N, capacity<(N > 8 ? 8 : 16), places, (has_help ? 40 : 64) * N + 16>>;
  static constexpr int bytes = warps * static_cast<int>(sizeof(memory));
  static constexpr int blocks = 227 * 1024 / (bytes + 1024) < 1 ? 1 : 227 * 1024 / (bytes + 1024);  // that fit
};

/// Every warp by itself: groups of 32 polynomials, of all or, the second time, of the list of the refused.
template <class T, int N, bool Again, class Layout = layout<T, N>>
__global__ void __launch_bounds__(Layout::warps* warp_size, (Again                 ? 4
                                                             : Layout::blocks < 16 ? Layout::blocks
                                                                                   : 16))
    bernstein_kernel(const __grid_constant__ problem<T> given, const __grid_constant__ cells<T> where) {
  let_the_next_kernel_start();
  wait_for_the_kernel_before();
  extern __shared__ __align__(16) unsigned char shared[];
  const unsigned warp = threadIdx.x / warp_size, first = blockIdx.x * Layout::warps + warp;
  const unsigned count = Again ? *given.refused_count : given.count;
  if (first * warp_size >= count) return;
  // Behind a curtain: or else they are computed anew wherever they are used.
  unsigned offset = warp * static_cast<unsigned>(sizeof(typename Layout::memory)), lane = threadIdx.x % warp_size;
  hide(offset), hide(lane);
  auto& memory = *reinterpret_cast<typename Layout::memory*>(shared + offset);
  warp_solver<T, N, typename Layout::memory, Again> solver(memory, given, where, count, static_cast<int>(lane));
  solver.solve(first, gridDim.x * Layout::warps);
}

}  // namespace vieta::cuda
