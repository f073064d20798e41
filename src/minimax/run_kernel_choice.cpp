#include "minimax/run_kernel.hpp"

namespace vieta::approximation {

const run_kernels& find_run_kernels() {
  const isa level = detect_isa();
  (void)level;
#ifdef VIETA_HAVE_AVX512
  if (level == isa::avx512) return avx512::run_table;
#endif
#ifdef VIETA_HAVE_AVX2
  if (level >= isa::avx2) return avx2::run_table;
#endif
  return baseline::run_table;
}

}  // namespace vieta::approximation
