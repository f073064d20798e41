// Stand-in for builds without CUDA.
#include "cuda/no_cuda.hpp"
#include "roots/near_linear/device_roots.hpp"

namespace vieta::near_linear {

bool device_is_awake() { return false; }

struct device_search::state {};

device_search::device_search(const coefficients& /*a*/, const target& /*on*/, meeting* /*others*/,
                             std::size_t /*member*/) {
  refuse_cuda();
}
device_search::~device_search() = default;

int device_search::most_cells_log2() const { return 0; }

device_roots device_search::run(const envelope& /*hull*/, const std::vector<ring>& /*rings*/,
                                const device_limits& /*limits*/) {
  return {};
}

}  // namespace vieta::near_linear
