#pragma once

#include <cstddef>
#include <cstdint>

// How much work `solve` spends on what is not clear: operations as step_cost() and counting::work_budget count them.

namespace vieta::tracking {

/// A second look takes about as long as so many steps in double, for each path. It is left out where that is more than
/// some tenths of a second: operations as step_cost() counts them.
inline constexpr double steps_of_second_look = 5000, most_of_second_look = 1e8;
inline constexpr int most_steps_of_second_look = 700;
/// Beside sets so many paths are followed a third time.
inline constexpr std::size_t few_failed = 16;
/// Where solutions are known to be missing.
inline constexpr double most_where_missing = 3e8;
/// Other starts are tried then, so many times, where they have no more paths than this.
inline constexpr std::uint64_t attempts_elsewhere = 2;
inline constexpr double most_paths_elsewhere = 100;
/// Exact algebra may take so many operations to find the solutions that it has counted.
inline constexpr double operations_for_points = 2e8;
/// The exact count may take so many operations, or this share of those of all steps, up to a limit of memory; and so
/// many between attempts to follow paths that failed.
inline constexpr double operations_of_count = 5e7, share_of_count = 0.2, most_operations_of_count = 3e8,
                        operations_between_attempts = 5e6;
/// Paths whose end at infinity is refuted are followed once more, so many at a time; fewer where there may be sets of
/// solutions, whose points look like that as well.
inline constexpr std::size_t followed_at_once = 16, followed_at_once_beside_sets = 8;
/// All paths are followed once more, in unknowns of other sizes, where all steps so far were not more operations (or
/// `most_where_missing`).
inline constexpr double most_in_measured_sizes = 3e7;
/// The equations of faces are solved for so many ends at infinity.
inline constexpr std::size_t most_faces = 512;
/// Paths to infinity of which nothing else is known have to have been followed beyond this size of the unknowns: the
/// answer is incomplete otherwise.
inline constexpr double far_enough = 1e8;
/// Or beyond so many times the size that large coefficients may give to solutions, where that is more.
inline constexpr double times_the_natural_size = 100;

/// When time is up, ends that are there are proven for so long, or this share of the time that the paths had: less than
/// the program waits for an answer (work_watch.cpp).
inline constexpr double seconds_of_last_proofs = 0.3, share_of_last_proofs = 0.01;

}  // namespace vieta::tracking
