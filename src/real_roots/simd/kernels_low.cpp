#include "real_roots/simd/kernels_apart.hpp"

// Degrees 1 to 3, whose kernels are the only ones that cheaper optimisation makes slower (by 10 to 15 %).

namespace vieta::VIETA_ISA {

template void apart_bernstein_kernel<widest_pack<float>, 1>(const block_plan<float>&, const block_input<float>&,
                                                            const block_memory<float>&, const block_output<float>&);
template void apart_bernstein_kernel<widest_pack<float>, 2>(const block_plan<float>&, const block_input<float>&,
                                                            const block_memory<float>&, const block_output<float>&);
template void apart_bernstein_kernel<widest_pack<float>, 3>(const block_plan<float>&, const block_input<float>&,
                                                            const block_memory<float>&, const block_output<float>&);
template void apart_chain_kernel<widest_pack<float>, 1>(const block_plan<float>&, const block_input<float>&,
                                                        const block_memory<float>&, const block_output<float>&);
template void apart_chain_kernel<widest_pack<float>, 2>(const block_plan<float>&, const block_input<float>&,
                                                        const block_memory<float>&, const block_output<float>&);
template void apart_chain_kernel<widest_pack<float>, 3>(const block_plan<float>&, const block_input<float>&,
                                                        const block_memory<float>&, const block_output<float>&);
template void apart_bernstein_kernel<widest_pack<double>, 1>(const block_plan<double>&, const block_input<double>&,
                                                             const block_memory<double>&, const block_output<double>&);
template void apart_bernstein_kernel<widest_pack<double>, 2>(const block_plan<double>&, const block_input<double>&,
                                                             const block_memory<double>&, const block_output<double>&);
template void apart_bernstein_kernel<widest_pack<double>, 3>(const block_plan<double>&, const block_input<double>&,
                                                             const block_memory<double>&, const block_output<double>&);
template void apart_chain_kernel<widest_pack<double>, 1>(const block_plan<double>&, const block_input<double>&,
                                                         const block_memory<double>&, const block_output<double>&);
template void apart_chain_kernel<widest_pack<double>, 2>(const block_plan<double>&, const block_input<double>&,
                                                         const block_memory<double>&, const block_output<double>&);
template void apart_chain_kernel<widest_pack<double>, 3>(const block_plan<double>&, const block_input<double>&,
                                                         const block_memory<double>&, const block_output<double>&);

}  // namespace vieta::VIETA_ISA
