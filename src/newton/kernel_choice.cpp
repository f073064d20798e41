#include "newton/kernels.hpp"
#include "base/widest.hpp"

namespace vieta::systems {

const kernel_table& kernels() { return VIETA_WIDEST(detect_isa(), table); }

}  // namespace vieta::systems
