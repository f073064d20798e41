#include "solve/kernels.hpp"

#include "solve/tracking_kernel.hpp"

namespace vieta::tracking::VIETA_ISA {

namespace {
#if defined(__AVX512F__)
using lanes = pack<double, 8>;
#elif defined(__AVX__)
using lanes = pack<double, 4>;
#else
using lanes = pack<double, 2>;
#endif
}  // namespace

constinit const kernel_table table = {
    isa::VIETA_ISA,
    lane_count<lanes>,
    {expand<lanes, 1>, expand<lanes, 2>, expand<lanes, 4>},
    {advance<lanes, 1>, advance<lanes, 2>, advance<lanes, 4>},
};

}  // namespace vieta::tracking::VIETA_ISA
