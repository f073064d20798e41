#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "solve/count/all_points.hpp"
#include "solve/end_points.hpp"
#include "solve/sets/common_factors.hpp"
#include "vieta/solve.hpp"

namespace vieta::tracking {

/// What exact algebra knows of the isolated solutions of a system, beside sets that its factors tell, or that their
/// projections do.
class points_beside_sets {
 public:
  points_beside_sets(const systems::session& with, std::uint64_t seed, std::function<bool()> must_stop)
      : with_(with), seed_(seed), must_stop_(std::move(must_stop)) {}

  /// Counts them modulo a prime, where there are no other sets; that is not known before. With `dependent_ones` factors
  /// that are dependent are looked for as well, which takes longer.
  void count(double most_operations, bool dependent_ones);
  [[nodiscard]] bool are_counted() const { return isolated_.counted; }
  /// As a count of all solutions, of which there are infinitely many: those that are simple.
  [[nodiscard]] solution_count of_simple_ones() const { return {isolated_.counted, false, isolated_.simple}; }

  /// With multiplicities; `finite` where there are any.
  [[nodiscard]] const solution_count& isolated() const { return isolated_; }
  /// These by algebra, in the unknowns that were given; none where that takes too long. With `prove` as `all_points`.
  [[nodiscard]] std::vector<counting::known_point> points(bool prove) const;

  /// The isolated solutions take the place of the ends that are nearest to them, as many as each has paths; a singular
  /// end that is left goes to the zero next to it on a set, where a proof finds one there. What is left of the other
  /// paths has not come to an isolated solution: they count as infinite. False where not all simple solutions are
  /// certified: then those that are are added to the ends.
  bool take(std::vector<judged_end>& ends) const;
  /// The isolated solutions alone; nothing where they are not all known.
  [[nodiscard]] std::optional<std::vector<solve_solution>> alone() const;

 private:
  void count_others(double most_operations);
  void count_apart_from_cones(double most_operations);
  /// All simple isolated solutions, as many as were counted, each certified; `ends` are those of all paths.
  [[nodiscard]] bool are_all_simple(const std::vector<judged_end>& found, const std::vector<judged_end>& ends) const;

  const systems::session& with_;
  std::uint64_t seed_;
  std::function<bool()> must_stop_;
  bool common_ones_ = false;
  bool by_cones_ = false;  ///< `others` leaves sets out by their projections
  bool has_unit_ = false;  ///< `others` has the imaginary unit as one more unknown, behind those of the system
  std::optional<counting::apart_from_sets> apart_;
  solution_count isolated_;  ///< finite: with multiplicities
};

}  // namespace vieta::tracking
