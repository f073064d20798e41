#pragma once

#include <complex>
#include <cstddef>
#include <functional>
#include <vector>

#include "solve/path_tracker.hpp"

namespace vieta::tracking {

/// For a family with parameters: where the path of each number ends, and where all begin, in the space of parameters.
struct parameter_paths {
  std::function<const std::complex<double>*(std::size_t)> target;
  const std::complex<double>* generic = nullptr;
};

/// The ends of the paths `which`, in their order: in double, those that starve there from where they are in two
/// doubles, then in four. On `threads` threads, with the same result for any number of them. `done` counts paths.
std::vector<path_end> track_all(const homotopy_tape& tape, const std::vector<std::size_t>& which,
                                const std::function<projective_point(std::size_t)>& start,
                                const tracking_settings& settings, int threads, const std::function<bool()>& must_stop,
                                const std::function<void(std::size_t)>& done, const parameter_paths* family = nullptr);

}  // namespace vieta::tracking
