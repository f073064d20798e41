// Loops over 48 coefficients and more: see VT_UNROLL.
#define VIETA_UNROLL_LESS 1
#include "real_roots/kernel_table.hpp"

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

using far_pack = pack<double, detail::register_bytes / sizeof(double)>;
template void far_bernstein_kernel<far_pack, 48>(const block_plan<double>&, const block_input<double>&,
                                                 const block_memory<double>&, const block_output<double>&);
template void far_bernstein_kernel<far_pack, 64>(const block_plan<double>&, const block_input<double>&,
                                                 const block_memory<double>&, const block_output<double>&);
template void far_chain_kernel<far_pack, 64>(const block_plan<double>&, const block_input<double>&,
                                             const block_memory<double>&, const block_output<double>&);
template unsigned far_left_over_kernel<far_pack, 64>(const block_plan<double>&, const double*,
                                                     left_over_answer<double>*);

}  // namespace vieta::VIETA_ISA
