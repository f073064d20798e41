#include "roots/near_linear/kernels.hpp"

namespace vieta {

namespace baseline::near_linear_kernels {
extern const near_linear::kernel_table table;
}
#if defined(VIETA_HAVE_AVX2)
namespace avx2::near_linear_kernels {
extern const near_linear::kernel_table table;
}
#endif
#if defined(VIETA_HAVE_AVX512)
namespace avx512::near_linear_kernels {
extern const near_linear::kernel_table table;
}
#endif

namespace near_linear {

const kernel_table& cell_kernels(isa level) {
#if defined(VIETA_HAVE_AVX512)
  if (level == isa::avx512) return avx512::near_linear_kernels::table;
#endif
#if defined(VIETA_HAVE_AVX2)
  if (level >= isa::avx2) return avx2::near_linear_kernels::table;
#endif
  static_cast<void>(level);
  return baseline::near_linear_kernels::table;
}

}  // namespace near_linear
}  // namespace vieta
