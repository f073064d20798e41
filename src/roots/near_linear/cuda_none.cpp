// Stand-in for builds without CUDA.
#include "roots/near_linear/device_roots.hpp"
#include "vieta/error.hpp"

namespace vieta::near_linear {

device_roots search_on_cuda(const coefficients& /*a*/, const envelope& /*hull*/, const std::vector<ring>& /*rings*/,
                            const device_limits& /*limits*/, const target& /*on*/) {
  throw error("target cuda: this build has no CUDA");
}

}  // namespace vieta::near_linear
