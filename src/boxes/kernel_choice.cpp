#include "base/simd/widest.hpp"
#include "boxes/examine_kernel.hpp"
#include "boxes/kernels.hpp"

namespace vieta::boxes {

namespace {
template <int N>
void examine_one(const core::bernstein_shape& shape, const double* roots, lane_block& block, bool clip, double* work) {
  examine_any<N, double>(shape, roots, block, clip, work);
}
constinit const kernel_table one_at_a_time = {
    isa::baseline, 1, {examine_one<1>, examine_one<2>, examine_one<3>, examine_one<4>}};
}  // namespace

const kernel_table& scalar_kernels() { return one_at_a_time; }

const kernel_table& kernels() { return VIETA_WIDEST(detect_isa(), table); }

}  // namespace vieta::boxes
