#include "real_roots/kernel_table.hpp"

namespace vieta::VIETA_ISA {

extern const block_kernels<double> double_real_roots;
constinit const block_kernels<double> double_real_roots =
    make_kernels<pack<double, detail::register_bytes / sizeof(double)>>(std::make_integer_sequence<int, 65>{});

}  // namespace vieta::VIETA_ISA
