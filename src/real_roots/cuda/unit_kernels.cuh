#pragma once

#include "real_roots/cuda/low/chain_kernel.cuh"
#include "real_roots/cuda/problem.cuh"
#include "real_roots/to_unit.hpp"

// Intervals without an end, or wide ones: copies of the polynomials in the unit interval, each in its own scale, for
// the kernels that know bounded intervals; and the way back for what they found.

namespace vieta::cuda {

constexpr int unit_threads = 256;

/// Polynomials in the unit interval, in columns, and the exponents of their scales.
template <class T>
struct unit_copy {
  T* coefficients;
  std::int16_t* exponents;
};

template <class T>
__global__ void __launch_bounds__(unit_threads)
    to_unit_kernel(const __grid_constant__ problem<T> given, const __grid_constant__ unit_copy<T> copy) {
  const unsigned id = blockIdx.x * unit_threads + threadIdx.x;
  if (id >= given.count) return;
  const int e = to_unit(given.coefficients + id * given.polynomial_step, given.coefficient_step, given.degree,
                        real_interval<T>{given.lo, given.hi}, copy.coefficients + id, given.count);
  copy.exponents[id] = static_cast<std::int16_t>(e);
}

/// The answer about one polynomial, which is one about the unit interval so far. False: it is to be solved anew.
template <class T>
__device__ __forceinline__ bool bring_back(const problem<T>& given, std::size_t id, int exponent) {
  core::real_roots_answer answer{given.counts[id], given.statuses[id], 0};
  const output_row<T> row{given.roots + id * given.root_polynomial_step, given.root_step};
  const int found = answer.count;
  if (!from_unit(row, answer, exponent, real_interval<T>{given.lo, given.hi}, given.wanted.relative)) return false;
  if (answer.count < found) given.counts[id] = static_cast<std::uint8_t>(answer.count);
  return true;
}

/// What is to be solved anew goes to the list of what is left over.
template <class T>
__global__ void __launch_bounds__(unit_threads)
    from_unit_kernel(const __grid_constant__ problem<T> given, const std::int16_t* exponents) {
  const unsigned id = blockIdx.x * unit_threads + threadIdx.x;
  const bool there = id < given.count;
  append(there && !bring_back(given, id, exponents[id]), id, given.left_over_count, given.left_over);
}

}  // namespace vieta::cuda
