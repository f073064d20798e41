// Sweeps of a simultaneous iteration on a CUDA device.
#include <exception>
#include <thread>
#include <vector>

#include "base/float_environment.hpp"
#include "cuda/launch.cuh"
// What the schedule is launched with comes first.
#include "roots/cuda_sweeps/schedule.hpp"

namespace vieta::sweeps {
namespace {

// Several devices, a thread each. Errors: the first one's own.
sweep_report sweep_together(node_set& nodes, const coefficients& a, const sweep_options& options, const target& on) {
  sweeps_meeting others(on.devices.size());
  std::vector<sweep_report> reports(on.devices.size());
  std::vector<std::exception_ptr> failures(on.devices.size());
  const auto sweep = [&](std::size_t member) {
    try {
      target own = on;
      own.device = on.devices[member];
      own.devices.clear();
      const cuda::device_scope scope(own);
      others.of[member].device = scope.number();
      reports[member] = run_sweeps(nodes, a, options, others, member);
      reports[member].device = scope.name();
    } catch (const left_alone&) {  // its error is another one's
    } catch (...) {
      failures[member] = std::current_exception();
      others.leave();
    }
  };
  {
    std::vector<std::jthread> threads;
    for (std::size_t member = 1; member < on.devices.size(); ++member)
      threads.emplace_back([&sweep, member] {
        const float_environment floats;
        sweep(member);
      });
    sweep(0);
  }
  for (const std::exception_ptr& failure : failures)
    if (failure) std::rethrow_exception(failure);
  sweep_report report = reports[0];
  for (std::size_t member = 1; member < reports.size(); ++member) report.device += ", " + reports[member].device;
  return report;
}

}  // namespace

sweep_report sweep_on_cuda(node_set& nodes, const coefficients& a, const sweep_options& options, const target& on) {
  if (on.devices.size() > 1) return sweep_together(nodes, a, options, on);
  const cuda::device_scope scope(on);
  sweep_report report = run_sweeps(nodes, a, options);
  report.device = scope.name();
  return report;
}

}  // namespace vieta::sweeps
