#include "boxes/kernels.hpp"

#include "boxes/examine_kernel.hpp"

namespace vieta::boxes::VIETA_ISA {

namespace {
#if defined(__AVX512F__)
using lanes = pack<double, 8>;
#elif defined(__AVX__)
using lanes = pack<double, 4>;
#else
using lanes = pack<double, 2>;
#endif

template <int N>
void examine(const core::bernstein_shape& shape, const double* roots, lane_block& block, bool clip, double* work) {
  examine_any<N, lanes>(shape, roots, block, clip, work);
}
}  // namespace

constinit const kernel_table table = {isa::VIETA_ISA, lanes::size, {examine<1>, examine<2>, examine<3>, examine<4>}};

}  // namespace vieta::boxes::VIETA_ISA
