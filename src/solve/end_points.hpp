#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "newton/iteration.hpp"
#include "solve/faces/faces.hpp"
#include "solve/track/path_tracker.hpp"
#include "solve/unknowns/followed.hpp"
#include "vieta/solve.hpp"

namespace vieta::tracking {

enum class end_kind { regular, singular, infinite, failed, stopped };

/// What the end of a path is, and the solution there, if any.
struct judged_end {
  end_kind kind = end_kind::failed;
  newton_solution point;
  std::size_t winding = 1;
  double accuracy = 0;
  double larger_than = 0;                ///< of an infinite one: a solution there has a larger coordinate, as measured
  bool undecided = false;                ///< called infinite at first; a second look did not confirm it
  std::shared_ptr<const far_point> far;  ///< of an infinite one: a point of the path, where one is known
  face_verdict face = face_verdict::unknown;
  /// Of one that Newton's method came to and no proof confirmed, far out: powers of two, how large unknowns may be
  /// there.
  std::vector<int> sizes;
  bool path_proven = false;     ///< that the path leads to this regular end (tubes/tube_tracker.hpp)
  bool double_point = false;    ///< proven to be one, to forty digits (clusters/fold.hpp)
  std::size_t known_point = 0;  ///< not 0 where exact algebra says which solution it is, however near others are
  membership lies = membership::unknown;  ///< of a singular one: what exact algebra, or a proof, says
};

/// How an end is looked at.
enum class looks {
  once,
  again,        ///< nothing is infinite that is not shown to be, and what is ill-conditioned is tried to prove harder
  beside_sets,  ///< nothing is tried to prove where the Jacobian looks singular
  beside_sets_at_last,  ///< the same; and a path that crawls towards its end has come to it, more or less
};

/// Refines and proves the finite ends on `threads` threads; `done` counts them. Those that are left when `give_up` says
/// so are `stopped`.
std::vector<judged_end> judge(const systems::session& with, const std::vector<path_end>& ends,
                              const followed_unknowns& unknowns, int threads,
                              const std::function<void(std::size_t)>& done, looks how = looks::once,
                              const std::function<bool()>& give_up = {});

/// A regular end at a solution that is known to some forty digits, if a proof says so.
judged_end regular_end_at(const systems::session& with, const system_point& x);

/// Of points from exact algebra, and what is said at most of singular points that a proof finds.
inline constexpr double accuracy_of_points = 0x1p-150;

/// A singular end at a point that is known to this accuracy.
judged_end singular_end_at(const systems::session& with, const system_point& x, double accuracy);

/// Of paths `which` that were followed again, those at a regular solution that another path has get their end of
/// `before` back: one of both went astray, and this one's own end is not known.
void leave_to_others(std::vector<judged_end>& ends, const std::vector<std::size_t>& which,
                     std::vector<judged_end>& before);

/// Groups of two or more regular ends (as indices) that are the same solution: their boxes meet.
std::vector<std::vector<std::size_t>> equal_ends(const std::vector<judged_end>& ends);

/// How many different solutions are proven.
std::size_t certified_solutions(const std::vector<judged_end>& ends);

/// Takes over the regular ends of another run that `ends` lacks, in the place of paths that got lost.
void adopt(std::vector<judged_end>& ends, const std::vector<judged_end>& from);

/// Paths that failed, or share a regular solution with another one: to be followed again, with more caution.
std::vector<std::size_t> suspicious(const std::vector<judged_end>& ends);

/// The count in an account that a kind of end belongs to.
std::size_t& count_of(end_kind kind, path_account& account);

/// Whether two singular ends are one solution: within the size of clusters or their accuracies, each coordinate by
/// itself.
bool in_one_cluster(const judged_end& a, const judged_end& b);

/// The solutions: each regular end, each cluster of singular ones. Regular ones first, real ones first among them, then
/// by coordinates.
std::vector<solve_solution> solutions_of(std::vector<judged_end>& ends);

}  // namespace vieta::tracking
