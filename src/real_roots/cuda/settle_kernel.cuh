#pragma once

#include <cuda_runtime_api.h>

#include <algorithm>

#include "cuda/check.hpp"
#include "real_roots/cuda/low/chain_kernel.cuh"
#include "vieta/core/cluster_places.hpp"

// After all other kernels: touches that noise joins to another root are no places of their own, as on a CPU and by the
// same function (core/cluster_places.hpp). It reads one byte of each polynomial, and all of those that touch, which are
// few. (To ask of every root whether it is a cluster reads all coefficients again, which halves the speed.)

namespace vieta::cuda {

constexpr int settle_threads = 256, most_settle_blocks = 1 << 14;

/// Coefficients of one polynomial, wherever they are.
template <class T>
struct coefficients_apart {
  const T* first;
  std::size_t step;
  __device__ __forceinline__ T operator[](int k) const { return __ldg(first + static_cast<std::size_t>(k) * step); }
};

template <class T>
__device__ __noinline__ void settle(const problem<T>& given, std::size_t id) {
  const coefficients_apart<T> c{given.coefficients + id * given.polynomial_step, given.coefficient_step};
  const output_row<T> roots{given.roots + id * given.root_polynomial_step, given.root_step};
  std::uint64_t touching = given.touching[id];
  const int before = given.counts[id];
  int count = before;
  if (!core::detail::settle_touches<T>(c, given.degree, roots, count, touching)) return;
  for (int k = count; k < before; ++k) roots[k] = not_a_number<T>();
  given.counts[id] = static_cast<std::uint8_t>(count);
  given.touching[id] = touching;
  given.statuses[id] = real_roots_status::clustered;
}

template <class T>
__global__ void __launch_bounds__(settle_threads) settle_kernel(const __grid_constant__ problem<T> given) {
  const std::size_t first = static_cast<std::size_t>(blockIdx.x) * settle_threads + threadIdx.x;
  for (std::size_t id = first; id < given.count; id += static_cast<std::size_t>(gridDim.x) * settle_threads) {
    const real_roots_status status = given.statuses[id];
    if (status == real_roots_status::touching || status == real_roots_status::clustered) settle(given, id);
  }
}

/// Nothing is settled without marks, since nobody knows then which roots are touches; cubics have theirs to four ulps.
template <class T>
void launch_settle(const problem<T>& given, cudaStream_t stream) {
  if (given.degree <= 3 || !given.touching) return;
  const unsigned blocks = (given.count - 1) / settle_threads + 1;
  settle_kernel<T><<<std::min<unsigned>(blocks, most_settle_blocks), settle_threads, 0, stream>>>(given);
}

}  // namespace vieta::cuda
