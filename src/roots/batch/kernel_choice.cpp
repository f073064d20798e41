#include "roots/batch/kernels.hpp"
#include "base/widest.hpp"

namespace vieta::root_batches {

const kernel_table& kernels() { return VIETA_WIDEST(detect_isa(), table); }

}  // namespace vieta::root_batches
