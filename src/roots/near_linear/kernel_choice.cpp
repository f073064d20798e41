#include "base/simd/widest.hpp"
#include "roots/near_linear/kernels.hpp"

namespace vieta {

VIETA_AT_EACH_LEVEL(namespace near_linear_kernels { extern const near_linear::kernel_table table; })

namespace near_linear {

const kernel_table& cell_kernels(isa level) { return VIETA_WIDEST(level, near_linear_kernels::table); }

}  // namespace near_linear
}  // namespace vieta
