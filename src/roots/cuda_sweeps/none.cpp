// Stand-in for builds without CUDA.
#include "roots/cuda_sweeps/device_sweeps.hpp"
#include "vieta/error.hpp"

namespace vieta::sweeps {

sweep_report sweep_on_cuda(node_set& /*nodes*/, const coefficients& /*a*/, const sweep_options& /*options*/,
                           const target& /*on*/) {
  throw error("target cuda: this build has no CUDA");
}

}  // namespace vieta::sweeps
