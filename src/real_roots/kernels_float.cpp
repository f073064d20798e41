#include "real_roots/kernel_table.hpp"

namespace vieta::VIETA_ISA {

extern const block_kernels<float> float_real_roots;
const block_kernels<float> float_real_roots = make_kernels<pack<float, detail::register_bytes / sizeof(float)>>();

}  // namespace vieta::VIETA_ISA
