#pragma once

#include <complex>
#include <cstddef>
#include <functional>
#include <vector>

#include "solve/end_points.hpp"
#include "solve/track/track_all.hpp"
#include "vieta/solve.hpp"

namespace vieta::tracking {

/// Systems of more unknowns are not followed with proofs.
inline constexpr std::size_t most_unknowns_of_tubes = 10;

/// A box about the end of a path at t = 0, of which it is proven that it holds exactly one solution there, and that
/// this one is the end of the path. Empty where nothing is proven.
struct end_box {
  std::vector<std::complex<double>> centre;
  std::vector<double> radius;
};

/// As track_all, with proofs as far as they go: for each s of a step Krawczyk's test shows that exactly one zero lies
/// in a tube about a cubic (after van der Hoeven, "Reliable homotopy continuation", 2015; Guillemot, Lairez, "Validated
/// numerics for algebraic path tracking", ISSAC 2024), and where steps join that it is the same zero. Paths to
/// infinity, or to singular ends, have no such end: they are followed by track_all.
std::vector<path_end> track_with_proofs(const homotopy_tape& tape, const std::vector<std::size_t>& which,
                                        const std::function<projective_point(std::size_t)>& start,
                                        const tracking_settings& settings, const workers& by,
                                        const std::function<bool()>& must_stop,
                                        const std::function<void(std::size_t)>& done, const parameter_paths* family,
                                        std::vector<end_box>& boxes);

/// Marks the regular ends whose certified solution is the one in the box of their path; none without boxes. `scale`: a
/// coordinate is 2^scale times the one that was followed.
void mark_proven(const std::vector<end_box>& boxes, const std::vector<int>& scale, std::vector<judged_end>& judged);

/// Throws vieta::error for more unknowns than these, where proofs are asked for.
void check_track(const solve_options& options, std::size_t unknowns);

}  // namespace vieta::tracking
