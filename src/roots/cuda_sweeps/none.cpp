// Stand-in for builds without CUDA.
#include "cuda/no_cuda.hpp"
#include "roots/cuda_sweeps/device_sweeps.hpp"

namespace vieta::sweeps {

sweep_report sweep_on_cuda(node_set& /*nodes*/, const coefficients& /*a*/, const sweep_options& /*options*/,
                           const target& /*on*/) {
  refuse_cuda();
}

}  // namespace vieta::sweeps
