#pragma once

#include <complex>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "base/run_limits.hpp"
#include "solve/track/path_tracker.hpp"
#include "vieta/target.hpp"

namespace vieta::tracking {

/// For a family with parameters: where the path of each number ends, and where all begin, in the space of parameters.
struct parameter_paths {
  std::function<const std::complex<double>*(std::size_t)> target;
  const std::complex<double>* generic = nullptr;
};

/// Who follows paths: threads, and with `device` a CUDA device what double precision does for.
struct workers {
  int threads = 1;
  bool device = false;
  target on{};
  std::string note{};                  ///< on a GPU that cannot be used
  const run_limits* limits = nullptr;  ///< of the whole call, for other members of a team

  /// The same without the device.
  [[nodiscard]] workers on_cpu() const {
    return {threads, false, {.threads = on.threads, .ranks = on.ranks}, {}, limits};
  }
};

/// Follows jobs [0, count) in the precision of `rung`: in pieces on threads, or on the device in double. Paths that the
/// device leaves to the CPU end with path_status::left. `job` and `done` are called from any thread.
void follow_jobs(const homotopy_tape& tape, const tracking_settings& settings, std::size_t count, int rung,
                 const workers& by, const std::function<path_job(std::size_t)>& job,
                 const std::function<void(std::size_t, path_end&&)>& done, const std::function<bool()>& must_stop);

/// The ends of the paths `which`, in their order: in double, those that starve there from where they are in two
/// doubles, then in four. The result is the same for any number of threads. `done` counts paths. `enough` looks at the
/// ends when all paths were followed in double, if some are to be followed on: where it says true, they are left.
std::vector<path_end> track_all(const homotopy_tape& tape, const std::vector<std::size_t>& which,
                                const std::function<projective_point(std::size_t)>& start,
                                const tracking_settings& settings, const workers& given,
                                const std::function<bool()>& must_stop, const std::function<void(std::size_t)>& done,
                                const parameter_paths* family = nullptr,
                                const std::function<bool(const std::vector<path_end>&)>& enough = {});

}  // namespace vieta::tracking
