#include "real_roots/block.hpp"

namespace vieta {

namespace baseline {
extern const block_kernels<float> float_real_roots;
extern const block_kernels<double> double_real_roots;
}  // namespace baseline
#if defined(VIETA_HAVE_AVX2)
namespace avx2 {
extern const block_kernels<float> float_real_roots;
extern const block_kernels<double> double_real_roots;
}  // namespace avx2
#endif
#if defined(VIETA_HAVE_AVX512)
namespace avx512 {
extern const block_kernels<float> float_real_roots;
extern const block_kernels<double> double_real_roots;
}  // namespace avx512
#endif

template <>
const block_kernels<float>& real_roots_kernels<float>(isa level) {
#if defined(VIETA_HAVE_AVX512)
  if (level == isa::avx512) return avx512::float_real_roots;
#endif
#if defined(VIETA_HAVE_AVX2)
  if (level >= isa::avx2) return avx2::float_real_roots;
#endif
  static_cast<void>(level);
  return baseline::float_real_roots;
}

template <>
const block_kernels<double>& real_roots_kernels<double>(isa level) {
#if defined(VIETA_HAVE_AVX512)
  if (level == isa::avx512) return avx512::double_real_roots;
#endif
#if defined(VIETA_HAVE_AVX2)
  if (level >= isa::avx2) return avx2::double_real_roots;
#endif
  static_cast<void>(level);
  return baseline::double_real_roots;
}

}  // namespace vieta
