#include "boxes/kernels.hpp"

#include "boxes/examine_kernel.hpp"

namespace vieta::boxes::VIETA_ISA {

namespace {
using lanes = vieta::VIETA_ISA::double_lanes;

template <int N>
void examine(const core::bernstein_shape& shape, const double* roots, lane_block& block, bool clip, double* work) {
  examine_any<N, lanes>(shape, roots, block, clip, work);
}
}  // namespace

constinit const kernel_table table = {isa::VIETA_ISA, lanes::size, {examine<1>, examine<2>, examine<3>, examine<4>}};

}  // namespace vieta::boxes::VIETA_ISA
