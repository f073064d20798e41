// Loops over 48 coefficients and more: see VT_UNROLL.
#define VIETA_UNROLL_LESS 1
#include "real_roots/simd/kernels_apart.hpp"
#include "vieta/core/real_roots.hpp"

// The kernels of degrees above 32, unrolled less than the others.

namespace vieta::VIETA_ISA {

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

template void apart_bernstein_kernel<widest_pack<float>, 48>(const block_plan<float>&, const block_input<float>&,
                                                             const block_memory<float>&, const block_output<float>&);
template void apart_bernstein_kernel<widest_pack<float>, 64>(const block_plan<float>&, const block_input<float>&,
                                                             const block_memory<float>&, const block_output<float>&);
template void apart_chain_kernel<widest_pack<float>, 64>(const block_plan<float>&, const block_input<float>&,
                                                         const block_memory<float>&, const block_output<float>&);
template bool solve_last_level(const block_plan<float>&, const float*, int, left_over_answer<float>&);
template unsigned far_left_over_kernel<widest_pack<float>, 64>(const block_plan<float>&, const float*,
                                                               left_over_answer<float>*);
template void apart_bernstein_kernel<widest_pack<double>, 48>(const block_plan<double>&, const block_input<double>&,
                                                              const block_memory<double>&, const block_output<double>&);
template void apart_bernstein_kernel<widest_pack<double>, 64>(const block_plan<double>&, const block_input<double>&,
                                                              const block_memory<double>&, const block_output<double>&);
template void apart_chain_kernel<widest_pack<double>, 64>(const block_plan<double>&, const block_input<double>&,
                                                          const block_memory<double>&, const block_output<double>&);
template bool solve_last_level(const block_plan<double>&, const double*, int, left_over_answer<double>&);
template unsigned far_left_over_kernel<widest_pack<double>, 64>(const block_plan<double>&, const double*,
                                                                left_over_answer<double>*);

}  // namespace vieta::VIETA_ISA
