#include "roots/kernels.hpp"

namespace vieta {

namespace baseline {
extern const kernel_table table;
}
#if defined(VIETA_HAVE_AVX2)
namespace avx2 {
extern const kernel_table table;
}
#endif
#if defined(VIETA_HAVE_AVX512)
namespace avx512 {
extern const kernel_table table;
}
#endif

const kernel_table& kernels(isa level) {
#if defined(VIETA_HAVE_AVX512)
  if (level == isa::avx512) return avx512::table;
#endif
#if defined(VIETA_HAVE_AVX2)
  if (level >= isa::avx2) return avx2::table;
#endif
  static_cast<void>(level);
  return baseline::table;
}

}  // namespace vieta
