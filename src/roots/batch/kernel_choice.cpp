#include "base/simd/widest.hpp"
#include "roots/batch/kernels.hpp"

namespace vieta::root_batches {

const batch_kernels& kernels() { return VIETA_WIDEST(detect_isa(), table); }

}  // namespace vieta::root_batches
