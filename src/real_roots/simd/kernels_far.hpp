#pragma once

// Loops over 48 coefficients and more: see VT_UNROLL.
#define VIETA_UNROLL_LESS 1
#include "real_roots/kernel_table.hpp"
#include "vieta/core/real_roots.hpp"

// What kernels_far_float.cpp and kernels_far_double.cpp compile, unrolled less than the other kernels.

namespace vieta::VIETA_ISA {

template <class P, int N>
void far_bernstein_kernel(const block_plan<scalar_t<P>>& plan, const block_input<scalar_t<P>>& in,
                          const block_memory<scalar_t<P>>& memory, const block_output<scalar_t<P>>& out) {
  bernstein_kernel<P, N>(plan, in, memory, out);
}
template <class P, int N>
void far_chain_kernel(const block_plan<scalar_t<P>>& plan, const block_input<scalar_t<P>>& in,
                      const block_memory<scalar_t<P>>& memory, const block_output<scalar_t<P>>& out) {
  chain_kernel<P, N>(plan, in, memory, out);
}
template <class P, int N>
unsigned far_left_over_kernel(const block_plan<scalar_t<P>>& plan, const scalar_t<P>* columns,
                              left_over_answer<scalar_t<P>>* answers) {
  return left_over_kernel<P, N>(plan, columns, answers);
}

template <class T>
bool solve_last_level(const block_plan<T>& plan, const T* c, int m, left_over_answer<T>& answer) {
  bool decided = true;
  answer.touching = 0;
  answer.count =
      core::detail::crossings_and_touches(c, plan.degree, core::strided<T>{answer.roots, 1}, m, plan.lo, plan.hi,
                                          core::tolerance<T>{plan.absolute, plan.relative}, answer.touching, decided);
  const bool clustered =
      core::detail::has_cluster(c, plan.degree, core::strided<T>{answer.roots, 1}, answer.count, answer.touching);
  answer.status = clustered         ? real_roots_status::clustered
                  : answer.touching ? real_roots_status::touching
                                    : real_roots_status::ok;
  for (int k = 1; k < answer.count; ++k) decided &= answer.roots[k] > answer.roots[k - 1];
  for (int k = 0; k < answer.count; ++k) answer.roots[k] *= plan.unit;
  return decided;
}

}  // namespace vieta::VIETA_ISA
