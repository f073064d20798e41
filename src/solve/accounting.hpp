#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "solve/count/all_points.hpp"
#include "solve/end_points.hpp"
#include "solve/tape/terms.hpp"
#include "solve/tubes/tube_tracker.hpp"
#include "systems/representation.hpp"
#include "vieta/solve.hpp"

namespace vieta::tracking {

/// What the exact count of a system's solutions says of the ends that were found.
enum class accounting {
  unknown,     ///< there is no count, or it says neither
  missing,     ///< solutions are missing, or paths to multiple ones
  all_simple,  ///< all simple solutions are there; others lie on sets, or are not told apart from such
  all,         ///< all solutions are there, with their multiplicities
};

/// `rounded`: coefficients are, and a system nearby was counted. It has near each isolated solution as many as the
/// multiplicity says (where equations are as many as unknowns), so where as many are proven as were counted with their
/// multiplicities, these are all; and where it has more simple ones than paths ended in points, some are missing.
/// Nothing else follows: double solutions part, and sets become points.
accounting compare(const solution_count& count, const std::vector<judged_end>& ends, bool rounded);

/// Coefficients are known to some digits only, as pi and roots of numbers are: another system is counted, close by.
bool is_rounded(const polynomial_system::representation& system);

/// Counts modulo a prime, in at most about so many operations.
solution_count count_exactly(const polynomial_system::representation& system, std::uint64_t seed,
                             double most_operations, const std::function<bool()>& must_stop);

/// Solutions that hide among ends at infinity have a coordinate that is larger than this, as measured; NaN where there
/// are no such ends.
double size_beyond(const std::vector<judged_end>& ends);

/// Paths to infinity have to have been followed beyond this size, for nothing to hide there: `far_enough`, or so many
/// times the largest size at which a term of an equation is as large as one of the highest degree. Large coefficients
/// may have large solutions.
double size_to_follow_to(const std::vector<std::vector<plain_term>>& equations);

/// Ends at the solutions that exact algebra has found: where all simple ones are certified, they take the place of all
/// ends, and what paths are left have gone to infinity; else those that are certified are added to the others.
void take_points(const systems::session& with, const std::vector<counting::known_point>& points,
                 const solution_count& count, std::vector<judged_end>& ends);

/// How many ends are of this kind; and how many paths seem to have no solution at their end, or none that was found.
std::size_t number_of(const std::vector<judged_end>& ends, end_kind kind);
std::size_t lost(const std::vector<judged_end>& ends);

/// Paths that time has ended need no judge, and there may be a million of them: what is done for each path would take
/// longer than is left. `tracked` and `boxes`, where there are any, are of the paths `which`, and stay so.
void leave_stopped(std::vector<std::size_t>& which, std::vector<path_end>& tracked, std::vector<end_box>& boxes,
                   std::vector<judged_end>& ends);

/// The same for their ends: all that are missing in `ends` then are counted as stopped.
void take_out_stopped(std::vector<judged_end>& ends, path_account& account);

}  // namespace vieta::tracking
