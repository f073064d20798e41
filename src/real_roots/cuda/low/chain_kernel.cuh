#pragma once

#include "real_roots/cuda/numeric.cuh"
#include "real_roots/cuda/problem.cuh"
#include "vieta/core/real_roots_in_parts.hpp"

namespace vieta::cuda {

constexpr int chain_threads = 64;

/// Where the roots of one polynomial go.
template <class T>
struct output_row {
  T* first;
  std::size_t step;
  __device__ __forceinline__ T& operator[](int k) const { return first[static_cast<std::size_t>(k) * step]; }
};

/// One polynomial of degree N or less, by the derivative chain. `scratch` has N places.
template <int N, class T>
__device__ __forceinline__ void solve_by_chain(const problem<T>& given, std::size_t id, core::strided<T> scratch) {
  const T* from = given.coefficients + id * given.polynomial_step;
  T a[N + 1];
  VT_UNROLL
  for (int k = 0; k <= N; ++k) {
    a[k] = k <= given.degree ? from[static_cast<std::size_t>(k) * given.coefficient_step] : T(0);
  }
  const output_row<T> row{given.roots + id * given.root_polynomial_step, given.root_step};
  const core::real_roots_answer answer = core::real_roots_in_parts<N, T>(
      a, given.lo, given.hi, given.wanted.absolute, given.wanted.relative, scratch, row, given.degree);
  VT_UNROLL_NOT
  for (int k = answer.count; k < given.degree; ++k) row[k] = not_a_number<T>();
  given.counts[id] = static_cast<std::uint8_t>(answer.count);
  given.statuses[id] = answer.status;
  if (given.touching) given.touching[id] = answer.touching;
}

/// One thread per polynomial: all of them, or those that the list names. (Without the number of blocks ptxas spills at
/// degree 5.) The length of the list is read here, on the
/// device, so that nobody waits for it.
template <class T, int N>
__global__ void __launch_bounds__(chain_threads, 4)
    chain_kernel(const __grid_constant__ problem<T> given, bool listed) {
  __shared__ T points[N * chain_threads];
  wait_for_the_kernel_before();
  const core::strided<T> scratch{points + threadIdx.x, chain_threads};
  const unsigned count = listed ? *given.left_over_count : given.count;
  const unsigned all = gridDim.x * chain_threads, thread = blockIdx.x * chain_threads + threadIdx.x;
  // A short list is spread: lanes that have nothing to do hold up nobody, and there are warps enough.
  const unsigned room = listed && count > 0 ? all / (2 * count) : 1;
  const unsigned step = room < 1 ? 1 : room < warp_size ? room : warp_size;
  if (thread % step != 0) return;
  for (std::size_t i = thread / step; i < count; i += all / step) {
    solve_by_chain<N>(given, listed ? given.left_over[i] : i, scratch);
  }
}

}  // namespace vieta::cuda
