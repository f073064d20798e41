// The near-linear method on a CUDA device.
#include "roots/near_linear/cuda/launch.cuh"
// What the schedule is launched with comes first.
#include "roots/near_linear/cuda/schedule.hpp"

namespace vieta::near_linear {

device_roots search_on_cuda(const coefficients& a, const envelope& hull, const std::vector<ring>& rings,
                            const device_limits& limits, const target& on) {
  const cuda::device_scope scope(on);
  cuda::pool_use use(scope.number());
  device_roots result = device_schedule(a, hull, rings, limits).run();
  result.device = scope.name();
  result.device_bytes = use.most();
  return result;
}

}  // namespace vieta::near_linear
