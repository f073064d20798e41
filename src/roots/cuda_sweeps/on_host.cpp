// The sweeps of a GPU on the host, block by block.
#include "cuda/launch_on_host.hpp"
// What the schedule is launched with comes first.
#include "roots/cuda_sweeps/schedule.hpp"

namespace vieta::sweeps {

sweep_report sweep_on_host(node_set& nodes, const coefficients& a, const sweep_options& options) {
  sweeps_meeting alone(1);
  if (options.method == correction::durand_kerner)
    return device_sweeps<correction::durand_kerner, evaluation::exp_log>(nodes, a, options, alone, 0).run();
  return device_sweeps<correction::ehrlich_aberth, evaluation::exp_log>(nodes, a, options, alone, 0).run();
}

}  // namespace vieta::sweeps
