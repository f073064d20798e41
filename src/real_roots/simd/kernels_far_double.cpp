#include "real_roots/simd/kernels_far.hpp"

namespace vieta::VIETA_ISA {

using far_pack = pack<double, detail::register_bytes / sizeof(double)>;
template void far_bernstein_kernel<far_pack, 48>(const block_plan<double>&, const block_input<double>&,
                                                 const block_memory<double>&, const block_output<double>&);
template void far_bernstein_kernel<far_pack, 64>(const block_plan<double>&, const block_input<double>&,
                                                 const block_memory<double>&, const block_output<double>&);
template void far_chain_kernel<far_pack, 64>(const block_plan<double>&, const block_input<double>&,
                                             const block_memory<double>&, const block_output<double>&);
template bool solve_last_level(const block_plan<double>&, const double*, int, left_over_answer<double>&);
template unsigned far_left_over_kernel<far_pack, 64>(const block_plan<double>&, const double*,
                                                     left_over_answer<double>*);

}  // namespace vieta::VIETA_ISA
