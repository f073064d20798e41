// Sweeps of a simultaneous iteration on a CUDA device.
#include "cuda/launch.cuh"
// What the schedule is launched with comes first.
#include "roots/cuda_sweeps/schedule.hpp"

namespace vieta::sweeps {

sweep_report sweep_on_cuda(node_set& nodes, const coefficients& a, const sweep_options& options, const target& on) {
  const cuda::device_scope scope(on);
  sweep_report report = run_sweeps(nodes, a, options);
  report.device = scope.name();
  return report;
}

}  // namespace vieta::sweeps
