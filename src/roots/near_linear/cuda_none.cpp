// Stand-in for builds without CUDA.
#include "roots/near_linear/device_roots.hpp"
#include "vieta/error.hpp"

namespace vieta::near_linear {

bool device_is_awake() { return false; }

struct device_search::state {};

device_search::device_search(const coefficients& /*a*/, const target& /*on*/) {
  throw error("target cuda: this build has no CUDA");
}
device_search::~device_search() = default;

device_roots device_search::run(const envelope& /*hull*/, const std::vector<ring>& /*rings*/,
                                const device_limits& /*limits*/) {
  return {};
}

}  // namespace vieta::near_linear
