#include "solve/components/singular_points.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "base/parallel_for.hpp"
#include "solve/clusters/accuracy.hpp"
#include "solve/clusters/local_multiplicity.hpp"
#include "solve/components/deflation.hpp"
#include "solve/components/membership.hpp"
#include "solve/witness.hpp"
#include "systems/point_sizes.hpp"
#include "systems/precision.hpp"

namespace vieta::decomposing {

namespace {

/// Points are the same where they are so near, relatively, and known to many digits.
constexpr double same_known_point = 1e-30;
/// A point lies on a set where its dual space is larger than the paths that end at it, by more than so many: a path
/// that was lost, or ended elsewhere, is no evidence.
constexpr std::size_t more_than_paths = 2;

/// Of points `which`, those that this form makes simple: their places in `which`, and what they are to many digits.
std::vector<std::pair<std::size_t, solve_solution>> made_simple(const surroundings& by, const deflated_form& form,
                                                                const std::vector<solve_solution>& points,
                                                                const std::vector<std::size_t>& which) {
  newton_options sharp = by.proof;
  sharp.digits = digits_of_parts[4];
  std::vector<system_point> starts;
  for (const std::size_t k : which) starts.push_back(form.completed(points[k].point.x));
  const std::vector<newton_solution> refined = form.by->proven(starts, {}, sharp);
  std::vector<std::pair<std::size_t, solve_solution>> result;
  for (std::size_t i = 0; i < which.size(); ++i) {
    const solve_solution& s = points[which[i]];
    const std::vector<scalar> x = in_double(s.point.x);
    std::vector<scalar> y = in_double(refined[i].x);
    y.resize(x.size());
    const double reach = std::max(same_after_deflation, 100 * s.accuracy);
    if (!refined[i].certified || !(distance_of(x, y) <= reach * size_of(x))) continue;
    if (!(by.numeric.relative_residual(y) < holds_at_regular)) continue;  // of combinations of the equations alone
    solve_solution at = s;
    at.point.x.assign(refined[i].x.begin(), refined[i].x.begin() + static_cast<std::ptrdiff_t>(x.size()));
    at.accuracy = std::min(s.accuracy, refined[i].radius / systems::unit_of_accuracy(at.point.x));
    // Near several zeros of f the combinations of f and its derivatives have one of their own, which none of f is.
    if (tracking::permits_zero(by.as_given, at.point.x, at.accuracy)) result.emplace_back(i, std::move(at));
  }
  return result;
}

/// Whether there may be a set through the point, which is known to many digits now: where its dual space does not tell.
bool may_be_on_a_set(const surroundings& by, const solve_solution& s) {
  std::vector<solve_solution> one(1, s);
  one[0].regular = false, one[0].on_a_set = membership::unknown;
  const std::size_t not_told = tracking::find_sets(by.as_given, by.variables, one, false, false, by.with.must_stop);
  if (not_told > 0 || one[0].on_a_set == membership::on_a_set || by.with.must_stop()) return true;
  const known_point at{in_double(s.point.x), std::max(1e-14, s.accuracy)};
  return std::any_of(by.components.begin(), by.components.end(), [&](const solution_set& set) {
    return lie_on(set, {at}, by.with, by.seed + set.dimension)[0].on != containment::no;
  });
}

/// Places of points that are one as far as is known, the first of which stands for all; `paths` is how many end there.
struct same_points {
  std::vector<std::size_t> members;
  std::size_t paths = 0;
  tracking::local_multiplicity found;
};

std::vector<same_points> grouped(const std::vector<solve_solution>& points, const std::vector<std::size_t>& known) {
  std::vector<same_points> groups;
  for (const std::size_t k : known) {
    const auto is_same = [&](const same_points& g) {
      const system_point& x = points[g.members[0]].point.x;
      return systems::distance(points[k].point.x, x) <= same_known_point * systems::unit_of_accuracy(x);
    };
    auto at = std::find_if(groups.begin(), groups.end(), is_same);
    if (at == groups.end()) at = groups.insert(at, same_points{});
    at->members.push_back(k), at->paths += std::max<std::size_t>(1, points[k].multiplicity);
  }
  return groups;
}

}  // namespace

void find_places(const surroundings& by, std::vector<solve_solution>& points) {
  std::vector<std::size_t> open;
  for (std::size_t k = 0; k < points.size(); ++k)
    if (points[k].on_a_set == membership::unknown) open.push_back(k);
  std::vector<std::size_t> known;
  // Points of one kind have a form in common.
  while (!open.empty() && !by.with.must_stop()) {
    const solve_solution& first = points[open[0]];
    const double accuracy = std::max(1e-15, first.accuracy);
    bool is_told = false;
    for (const deflated_form& form : deflate(by.variables, by.equations, 0, first.point.x, accuracy, by.seed)) {
      if (by.with.must_stop()) return;
      auto simple = made_simple(by, form, points, open);
      if (simple.empty() || simple[0].first != 0) continue;
      is_told = true;
      std::vector<bool> taken(open.size(), false);
      for (auto& [i, s] : simple) points[open[i]] = std::move(s), known.push_back(open[i]), taken[i] = true;
      std::size_t i = 0;
      std::erase_if(open, [&](std::size_t) { return taken[i++]; });
      break;
    }
    if (!is_told) open.erase(open.begin());
  }
  std::vector<same_points> groups = grouped(points, known);
  parallel_for(groups.size(), 1, by.with.by.threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t g = begin; g < end && !by.with.must_stop(); ++g) {
      const solve_solution& s = points[groups[g].members[0]];
      groups[g].found =
          tracking::multiplicity_at(by.as_given, s.point.x, s.accuracy, groups[g].paths + more_than_paths);
    }
  });
  for (const same_points& g : groups) {
    if (by.with.must_stop()) return;
    const bool is_isolated = g.found.clear ? g.found.ended : !may_be_on_a_set(by, points[g.members[0]]);
    const membership otherwise = g.found.clear ? membership::on_a_set : membership::unknown;
    for (const std::size_t k : g.members) points[k].on_a_set = is_isolated ? membership::isolated : otherwise;
  }
}

bool make_isolated(const surroundings& by, solve_solution& s) {
  std::vector<solve_solution> one(1, s);
  find_places(by, one);
  if (one[0].on_a_set != membership::isolated) return false;
  s = std::move(one[0]);
  return true;
}

}  // namespace vieta::decomposing
