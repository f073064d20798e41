#include "roots/batch/kernels.hpp"

namespace vieta::root_batches {

const kernel_table& kernels() {
  const isa level = detect_isa();
  (void)level;
#ifdef VIETA_HAVE_AVX512
  if (level == isa::avx512) return avx512::table;
#endif
#ifdef VIETA_HAVE_AVX2
  if (level >= isa::avx2) return avx2::table;
#endif
  return baseline::table;
}

}  // namespace vieta::root_batches
