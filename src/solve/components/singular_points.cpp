#include "solve/components/singular_points.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <random>
#include <utility>

#include "base/parallel_for.hpp"
#include "solve/clusters/accuracy.hpp"
#include "solve/clusters/local_multiplicity.hpp"
#include "solve/components/deflation.hpp"
#include "solve/components/membership.hpp"
#include "solve/start/start_system.hpp"
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

/// Of points `which`, those at which `simple_there` has a simple zero for a start completed by `form`, or for the point
/// itself: their places in `which`, and what they are to many digits. Of points of `combinations` those that are no
/// zeros of all equations are among them.
std::vector<std::pair<std::size_t, solve_solution>> made_simple(const surroundings& by, const carrier& simple_there,
                                                                const deflated_form* form, bool of_combinations,
                                                                const std::vector<solve_solution>& points,
                                                                const std::vector<std::size_t>& which) {
  newton_options sharp = by.proof;
  sharp.digits = digits_of_parts[4];
  std::vector<system_point> starts;
  for (const std::size_t k : which) {
    const system_point& x = points[k].point.x;
    starts.push_back(form != nullptr ? form->completed(x) : x);
  }
  const std::vector<newton_solution> refined = simple_there.proven(starts, {}, sharp);
  std::vector<std::vector<tracking::plain_term>> combined;
  if (of_combinations) combined = tracking::terms_of(by.combinations->at({}).data());
  std::vector<std::pair<std::size_t, solve_solution>> result;
  for (std::size_t i = 0; i < which.size(); ++i) {
    const solve_solution& s = points[which[i]];
    const std::vector<scalar> x = in_double(s.point.x);
    std::vector<scalar> y = in_double(refined[i].x);
    y.resize(x.size());
    const double reach = of_combinations ? 30 * s.accuracy : std::max(same_after_deflation, 100 * s.accuracy);
    if (!refined[i].certified || !(distance_of(x, y) <= reach * size_of(x))) continue;
    if (!of_combinations && !(by.numeric.relative_residual(y) < holds_at_regular)) continue;
    solve_solution at = s;
    at.point.x.assign(refined[i].x.begin(), refined[i].x.begin() + static_cast<std::ptrdiff_t>(x.size()));
    at.accuracy = std::min(s.accuracy, refined[i].radius / systems::unit_of_accuracy(at.point.x));
    // Near several zeros of f the combinations of f and its derivatives have one of their own, which none of f is.
    if (!tracking::permits_zero(of_combinations ? combined : by.as_given, at.point.x, at.accuracy)) continue;
    if (of_combinations && !tracking::permits_zero(by.as_given, at.point.x, at.accuracy))
      at.point.proof = newton_proof::no_solution;
    result.emplace_back(i, std::move(at));
  }
  return result;
}

/// The same of whichever form makes the first one simple; nothing where none does.
std::vector<std::pair<std::size_t, solve_solution>> made_simple(const surroundings& by,
                                                                const std::vector<solve_solution>& points,
                                                                const std::vector<std::size_t>& which) {
  const solve_solution& first = points[which[0]];
  const double accuracy = std::max(1e-15, first.accuracy);
  const auto has_first = [](const auto& simple) { return !simple.empty() && simple[0].first == 0; };
  for (const deflated_form& form : deflate(by.variables, by.equations, 0, first.point.x, accuracy, by.seed)) {
    if (by.with.must_stop()) return {};
    auto simple = made_simple(by, *form.by, &form, false, points, which);
    if (has_first(simple)) return simple;
  }
  if (by.combinations == nullptr) return {};
  // Where they have a zero of their own next to a set, it is simple, or made so by the combinations' own derivatives.
  if (first.multiplicity <= 1) {
    auto simple = made_simple(by, *by.combinations, nullptr, true, points, {which[0]});
    if (has_first(simple)) return simple;
  }
  for (const deflated_form& form :
       deflate(by.variables, by.combinations->equations(), 0, first.point.x, accuracy, by.seed)) {
    if (by.with.must_stop()) return {};
    auto simple = made_simple(by, *form.by, &form, true, points, {which[0]});
    if (has_first(simple)) return simple;
  }
  return {};
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

/// The end of one path that is so near to a component, relatively, lies on it; and a point where several paths end
/// together that is so near and so well known. Farther away it may be another point beside the component.
constexpr double on_it = 1e-9, multiple_on_it = 4e-11;
/// So many ends at smooth points are looked at in full; where these lie on components that are known, the others do.
constexpr std::size_t most_in_full = 8;
/// Slices pass an end at this distance, relatively; the set is met within so much.
constexpr double beside_the_end = 1e-8, meets_within = 1e-6;

/// Whether all zeros about the end are smooth points of a set of this dimension, on slices of which by this carrier the
/// equations vanish: a point beside the end is one where slices through a place near it meet the combinations.
bool is_smooth_point(const surroundings& by, const solution_set& set, const solve_solution& s, std::uint64_t seed) {
  std::vector<scalar> x = in_double(s.point.x);
  const double size = size_of(x), within = meets_within * size;
  if (!(30 * s.accuracy * size <= within)) return false;
  if (!by.numeric.has_rank(x, x.size() - set.dimension, within)) return false;
  std::mt19937_64 random(seed);
  const carrier& carried = *set.carried_by->by;
  if (carried.unknowns() != x.size()) return false;
  for (scalar& z : x) z += beside_the_end * size * tracking::on_circle(random);
  newton_options rough;
  rough.prove = false, rough.precision = 2, rough.on.threads = 1, rough.on.place = where::cpu;
  const newton_solution y = carried.proven({s.point.x}, carried.random_slices_through(x, random), rough)[0];
  constexpr double in_two_doubles = 1e-24;
  return y.status == newton_status::converged && distance_of(in_double(y.x), x) <= within &&
         tracking::permits_zero(by.as_given, y.x, in_two_doubles);
}

/// Whether each end is a smooth point of a set of one of the higher dimensions that are known.
std::vector<char> smooth_points(const surroundings& by, const std::vector<solve_solution>& singular,
                                std::size_t dimension) {
  std::vector<char> smooth(singular.size(), 0);
  std::vector<const solution_set*> sets;  // one of each dimension
  for (const solution_set& set : by.components)
    if (set.dimension > dimension && set.reduced && (sets.empty() || sets.back()->dimension != set.dimension))
      sets.push_back(&set);
  parallel_for(singular.size(), 1, by.with.by.threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end && !by.with.must_stop(); ++k)
      for (const solution_set* set : sets)
        if (smooth[k] == 0) smooth[k] = is_smooth_point(by, *set, singular[k], by.seed + 7919 * k);
  });
  return smooth;
}

/// Each is looked at in full.
std::vector<bool> leave_out_all(const surroundings& by, std::vector<solve_solution>& singular,
                                dimension_account& account) {
  std::vector<bool> near(singular.size(), false);
  for (const solution_set& set : by.components) {
    if (singular.empty() || by.with.must_stop()) break;
    if (set.dimension <= account.dimension) continue;
    std::vector<known_point> points;
    for (const solve_solution& s : singular) points.push_back({in_double(s.point.x), std::max(1e-8, s.accuracy)});
    const std::vector<found_place> lies = lie_on(set, points, by.with, by.seed + set.dimension);
    std::vector<solve_solution> rest;
    std::vector<bool> rest_near;
    for (std::size_t k = 0; k < singular.size(); ++k) {
      const bool is_near = lies[k].on == containment::yes;
      // Where the component has a multiplicity all its ends are of several paths, and known to few digits.
      const bool is_one_path = singular[k].multiplicity <= 1 || account.dimension == 0;
      const double reach = is_one_path ? on_it : singular[k].accuracy <= multiple_on_it ? multiple_on_it : 0;
      // An isolated point may be nearer than any reach, but not where fewer equations leave a smooth set alone.
      const double size = size_of(points[k].x), within = std::max(lies[k].distance, 30 * singular[k].accuracy * size);
      const bool is_on_it =
          lies[k].distance <= reach * size &&
          (account.dimension > 0 || by.numeric.has_rank(points[k].x, by.variables.size() - set.dimension, within));
      if (is_near && (!set.reduced || is_on_it))
        ++account.on_larger;
      else
        rest_near.push_back(near[k] || is_near), rest.push_back(std::move(singular[k]));
    }
    singular = std::move(rest), near = std::move(rest_near);
  }
  return near;
}

}  // namespace

void find_places(const surroundings& by, std::vector<solve_solution>& points) {
  std::vector<std::size_t> open;
  for (std::size_t k = 0; k < points.size(); ++k)
    if (points[k].on_a_set == membership::unknown) open.push_back(k);
  std::vector<std::size_t> known;
  // Points of one kind have a form in common.
  while (!open.empty() && !by.with.must_stop()) {
    auto simple = made_simple(by, points, open);
    if (simple.empty())
      simple.emplace_back(0, points[open[0]]);  // nothing tells
    else
      for (const auto& [i, s] : simple)
        if (s.point.proof != newton_proof::no_solution) known.push_back(open[i]);
    std::vector<bool> taken(open.size(), false);
    for (auto& [i, s] : simple) points[open[i]] = std::move(s), taken[i] = true;
    std::size_t i = 0;
    std::erase_if(open, [&](std::size_t) { return taken[i++]; });
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

std::vector<bool> leave_out_larger(const surroundings& by, std::vector<solve_solution>& singular,
                                   dimension_account& account) {
  std::vector<solve_solution> few, more, others;
  if (singular.size() > most_in_full) {
    const std::vector<char> smooth = smooth_points(by, singular, account.dimension);
    for (std::size_t k = 0; k < singular.size(); ++k)
      (smooth[k] == 0 ? others : few.size() < most_in_full ? few : more).push_back(std::move(singular[k]));
    singular = std::move(others);
    leave_out_all(by, few, account);
    // Else a component may be missing, on which they lie.
    if (few.empty() && !by.with.must_stop()) account.on_larger += more.size(), more.clear();
    for (auto* const points : {&few, &more}) std::move(points->begin(), points->end(), std::back_inserter(singular));
  }
  return leave_out_all(by, singular, account);
}

}  // namespace vieta::decomposing
