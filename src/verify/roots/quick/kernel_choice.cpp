#include "base/simd/widest.hpp"
#include "verify/roots/quick/kernels.hpp"

namespace vieta::checking {

VIETA_AT_EACH_LEVEL(extern const quick_kernel quick)

const quick_kernel& quick_kernels(isa level) { return VIETA_WIDEST(level, quick); }

}  // namespace vieta::checking
