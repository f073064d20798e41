#include "base/simd/widest.hpp"
#include "real_roots/block.hpp"

namespace vieta {

VIETA_AT_EACH_LEVEL(extern const block_kernels<float> float_real_roots)
VIETA_AT_EACH_LEVEL(extern const block_kernels<double> double_real_roots)

template <>
const block_kernels<float>& real_roots_kernels<float>(isa level) {
  return VIETA_WIDEST(level, float_real_roots);
}

template <>
const block_kernels<double>& real_roots_kernels<double>(isa level) {
  return VIETA_WIDEST(level, double_real_roots);
}

}  // namespace vieta
