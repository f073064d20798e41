#include "base/simd/widest.hpp"
#include "roots/sweep/kernels.hpp"

namespace vieta {

VIETA_AT_EACH_LEVEL(extern const kernel_table table)

const kernel_table& kernels(isa level) { return VIETA_WIDEST(level, table); }

}  // namespace vieta
