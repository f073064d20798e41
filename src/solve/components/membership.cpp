#include "solve/components/membership.hpp"

#include <algorithm>
#include <random>

namespace vieta::decomposing {

namespace {

/// Ends of paths are this much farther from a point of the set than the point itself is.
constexpr double doubtful_accuracy = 100;

}  // namespace

std::vector<found_place> lie_on(const solution_set& set, const std::vector<known_point>& points, const followers& with,
                                std::uint64_t seed) {
  const carrier& by = *set.carried_by->by;
  const std::size_t degree = set.carried_points.size(), own = by.own();
  std::vector<found_place> result(points.size());
  std::vector<std::size_t> open(points.size());
  for (std::size_t k = 0; k < open.size(); ++k) open[k] = k;
  std::mt19937_64 random(seed ^ 0x3c6ef372fe94f82b);
  // Once more, with other slices and more caution, where a path was lost.
  for (const bool careful : {false, true}) {
    if (open.empty() || with.must_stop()) break;
    std::vector<hyperplanes> targets;
    for (const std::size_t k : open) targets.push_back(by.random_slices_through(points[k].x, random));
    const std::vector<moved_point> ends = by.move(
        set.carried_points, set.carried_by->slices, open.size() * degree, [&](std::size_t k) { return k % degree; },
        [&](std::size_t k) -> const hyperplanes& { return targets[k / degree]; }, with, careful);
    std::vector<std::size_t> still;
    for (std::size_t i = 0; i < open.size(); ++i) {
      const known_point& p = points[open[i]];
      const double reach = std::max(1e-13, doubtful_accuracy * p.accuracy) * size_of(p.x);
      bool all_there = true, near = false;
      for (std::size_t k = 0; k < degree; ++k) {
        const moved_point& end = ends[i * degree + k];
        all_there = all_there && end.there;
        if (!end.there) continue;
        std::vector<scalar> x = in_double(end.x);
        x.resize(own);
        const double distance = distance_of(x, p.x);
        near = near || distance <= (end.regular ? reach : std::max(reach, 1e-5 * size_of(p.x)));
        result[open[i]].distance = std::min(result[open[i]].distance, distance);
      }
      if (near)
        result[open[i]].on = containment::yes;
      else if (all_there)
        result[open[i]].on = containment::no;
      else
        still.push_back(open[i]);
    }
    open = std::move(still);
  }
  return result;
}

}  // namespace vieta::decomposing
