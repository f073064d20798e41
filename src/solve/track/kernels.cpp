#include "solve/track/kernels.hpp"

#include "solve/track/tracking_kernel.hpp"

namespace vieta::tracking::VIETA_ISA {

namespace {
using lanes = vieta::VIETA_ISA::double_lanes;
}  // namespace

constinit const kernel_table table = {
    isa::VIETA_ISA,
    lane_count<lanes>,
    {expand<lanes, 1>, expand<lanes, 2>, expand<lanes, 4>},
    {advance<lanes, 1>, advance<lanes, 2>, advance<lanes, 4>},
};

}  // namespace vieta::tracking::VIETA_ISA
