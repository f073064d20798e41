#pragma once

#include <cstddef>
#include <functional>

#include "solve/track/path_tracker.hpp"
#include "vieta/target.hpp"

namespace vieta::tracking {

/// Follows jobs [0, count) in double precision on a CUDA device, as path_tracker::follow does on the CPU; ends at
/// t = 0, at infinity, where double does not do, or with path_status::left where the CPU has to go on. `job` and `done`
/// are called from `threads` threads, for each number once. All jobs are toric or none, and alike in `rough` and
/// `without_circles`. Paths travel in parts of at most 2^18, and 256 MiB of points and parameters on the device; a
/// path's work takes path_memory() doubles there, for as many as run at a time.
void follow_on_cuda(const homotopy_tape& tape, const tracking_settings& settings, const target& on, std::size_t count,
                    int threads, const std::function<path_job(std::size_t)>& job,
                    const std::function<void(std::size_t, path_end&&)>& done, const std::function<bool()>& must_stop);

/// "cuda:0 NAME"; throws vieta::error where there is no such device.
std::string device_name(const target& on);

}  // namespace vieta::tracking
