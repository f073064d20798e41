#include "base/simd/widest.hpp"
#include "roots/fixed_point/kernels.hpp"

namespace vieta {

VIETA_AT_EACH_LEVEL(extern const fixed_point_kernel fixed_point)

const fixed_point_kernel& fixed_point_kernels(isa level) { return VIETA_WIDEST(level, fixed_point); }

}  // namespace vieta
