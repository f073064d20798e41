#include "base/simd/widest.hpp"
#include "solve/track/kernels.hpp"

namespace vieta::tracking {

const kernel_table& kernels() { return VIETA_WIDEST(detect_isa(), table); }

}  // namespace vieta::tracking
