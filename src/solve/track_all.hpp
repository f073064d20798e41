#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "solve/path_tracker.hpp"

namespace vieta::tracking {

/// The ends of the paths `which`, in their order: in double, those that starve there from where they are in two
/// doubles, then in four. On `threads` threads, with the same result for any number of them. `done` counts paths.
std::vector<path_end> track_all(const homotopy_tape& tape, const std::vector<std::size_t>& which,
                                const std::function<projective_point(std::size_t)>& start,
                                const tracking_settings& settings, int threads, const std::function<bool()>& must_stop,
                                const std::function<void(std::size_t)>& done);

}  // namespace vieta::tracking
