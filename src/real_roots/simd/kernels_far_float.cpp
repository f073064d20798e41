#include "real_roots/simd/kernels_far.hpp"

namespace vieta::VIETA_ISA {

using far_pack = pack<float, detail::register_bytes / sizeof(float)>;
template void far_bernstein_kernel<far_pack, 48>(const block_plan<float>&, const block_input<float>&,
                                                 const block_memory<float>&, const block_output<float>&);
template void far_bernstein_kernel<far_pack, 64>(const block_plan<float>&, const block_input<float>&,
                                                 const block_memory<float>&, const block_output<float>&);
template void far_chain_kernel<far_pack, 64>(const block_plan<float>&, const block_input<float>&,
                                             const block_memory<float>&, const block_output<float>&);
template bool solve_last_level(const block_plan<float>&, const float*, int, left_over_answer<float>&);
template unsigned far_left_over_kernel<far_pack, 64>(const block_plan<float>&, const float*, left_over_answer<float>*);

}  // namespace vieta::VIETA_ISA
