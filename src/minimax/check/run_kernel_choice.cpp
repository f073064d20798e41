#include "base/simd/widest.hpp"
#include "minimax/check/run_kernel.hpp"

namespace vieta::approximation {

const run_kernels& find_run_kernels() { return VIETA_WIDEST(detect_isa(), run_table); }

}  // namespace vieta::approximation
