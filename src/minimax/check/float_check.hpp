#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "minimax/check/float_device.hpp"
#include "minimax/code/machine.hpp"
#include "minimax/code/program.hpp"
#include "vieta/target.hpp"

namespace vieta::approximation {

/// What a program stands for, and where.
struct float_domain {
  tree function, weight;  ///< weight: null, or that of an error which is neither absolute nor relative
  bool relative = false;
  std::vector<std::pair<double, double>> intervals;  ///< ends are taken in
};

/// The largest error over floats of the domain: all of them when `most` is 0 or large enough, else about `most`, evenly
/// spread over the representable numbers.
struct float_check {
  double error = 0;
  double worst_at = 0, worst_second = 0;  ///< the second argument, where there are two
  std::uint64_t inputs = 0;               ///< that were checked
  std::uint64_t left_out = 0;             ///< besides: no finite true value
  bool exhaustive = false;
};

struct float_checks {
  std::vector<float_check> machines;
  std::string target;      ///< "cpu avx512, 2 threads" or "cuda:0 NVIDIA H200"
  std::string note;        ///< why not all was done on the device that was asked for; empty when it was
  std::string stopped_by;  ///< empty, "time" or "cancelled"
};

/// Ends a check early, and hears how far it is: how many inputs, of how many. Called from the caller's thread.
struct check_control {
  const std::atomic<bool>* cancel = nullptr;
  /// When it ends anyway; the clock's epoch: never.
  std::chrono::steady_clock::time_point deadline = {};
  std::function<void(std::uint64_t done, std::uint64_t all)> progress;

  [[nodiscard]] bool is_cancelled() const { return cancel != nullptr && cancel->load(); }
  [[nodiscard]] bool must_stop() const {
    return is_cancelled() ||
           (deadline != std::chrono::steady_clock::time_point() && std::chrono::steady_clock::now() > deadline);
  }
};

/// The C library's double functions serve as truth where rounding errors do not grow: they are off by a few 1e-16,
/// below every digit that is shown. Elsewhere it is Arb (true_values). Inputs without a finite true value are left out.
/// All machines have to agree about `half`. A machine's inexact steps err to either side by their full amount: see
/// error_directions. A GPU gives the very answer of the processor; functions of the C library and true values near
/// zeros and poles stay there.
float_checks check_floats(const program& p, const std::vector<machine>& machines, const float_domain& domain,
                          std::uint64_t most, const target& on, const check_control& control = {});

/// Stretches of a task's inputs, by number.
struct stretch_range {
  std::uint64_t begin = 0, end = 0;
};
std::uint64_t stretches_of(const check_task& task);

/// The same on processor and device together; `device` null: on the processor alone. `done`, if given: how many inputs
/// were looked at; `left_out`, if given: how many of them have no finite true value.
/// `range`, if given: only these stretches.
std::vector<worst_input> check_all(const check_task& task, float_device* device, int threads,
                                   const check_control& control = {}, std::uint64_t* done = nullptr,
                                   std::uint64_t* left_out = nullptr, const stretch_range* range = nullptr);

/// What check_floats does on one interval.
check_task make_task(const program& p, const std::vector<machine>& machines, const float_domain& domain, double lo,
                     double hi, std::uint64_t most);

}  // namespace vieta::approximation
