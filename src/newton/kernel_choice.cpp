#include "base/simd/widest.hpp"
#include "newton/kernels.hpp"

namespace vieta::systems {

const kernel_table& kernels() { return VIETA_WIDEST(detect_isa(), table); }

}  // namespace vieta::systems
