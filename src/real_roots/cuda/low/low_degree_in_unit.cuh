#pragma once

#include "real_roots/cuda/low/low_degree_kernel.cuh"
#include "real_roots/cuda/unit_kernels.cuh"

// Low degrees in an interval without an end, or a wide one: a thread brings its polynomial to the unit interval in
// registers, so that no copy of the coefficients is made. What is not clear is left over.

namespace vieta::cuda {

/// `given` is the problem as it was given, `in_unit` the same in the interval that `where` is about.
template <class T, int N>
__global__ void __launch_bounds__(low_degree_threads, sizeof(T) == 4 ? 8 : 4)
    low_degree_in_unit_kernel(const __grid_constant__ problem<T> given, const __grid_constant__ problem<T> in_unit,
                              const __grid_constant__ cells<T> where) {
  let_the_next_kernel_start();
  const unsigned id = blockIdx.x * low_degree_threads + threadIdx.x;
  const bool there = id < given.count;
  T a[N + 1], p[N + 1];
  read<N>(given, there ? id : 0, a);
  const int exponent = to_unit(a, 1, N, real_interval<T>{given.lo, given.hi}, p, 1);
  const bool solved = there && exponent != does_not_fit && solve_low_degree<N>(in_unit, where, id, p) &&
                      bring_back(given, id, exponent);
  append(there && !solved, id, given.left_over_count, given.left_over);
}

}  // namespace vieta::cuda
