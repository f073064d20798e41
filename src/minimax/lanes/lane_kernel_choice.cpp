#include "base/simd/widest.hpp"
#include "minimax/lanes/lane_kernel.hpp"

namespace vieta::approximation {

const lane_kernels& find_lane_kernels() { return VIETA_WIDEST(detect_isa(), lane_table_of_kernels); }

}  // namespace vieta::approximation
