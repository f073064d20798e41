#include "base/simd/widest.hpp"
#include "roots/series/kernels.hpp"

namespace vieta {

VIETA_AT_EACH_LEVEL(extern const own_basis::chebyshev_kernel chebyshev)

namespace own_basis {

const chebyshev_kernel& chebyshev_kernels(isa level) { return VIETA_WIDEST(level, chebyshev); }

}  // namespace own_basis
}  // namespace vieta
