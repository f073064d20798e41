#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "base/float_environment.hpp"
#include "solve/shapes/conditions.hpp"
#include "solve/shapes/over_determined.hpp"
#include "vieta/components.hpp"
#include "vieta/error.hpp"
#include "vieta/rational_system.hpp"

namespace vieta {
namespace {

/// Points that are known this well tell a denominator that vanishes on their whole component from one that does not.
constexpr double well_known = 1e-9;

/// Whether a denominator is 0 all over a component: it is not where its ball at one point excludes 0, which is a proof.
enum class zeros { none_proven, everywhere_measured, unknown };

zeros zeros_on(const solution_set& set, const polynomial_system& denominator) {
  const tracking::all_equations alone(denominator, 1, {});
  bool are_known = !set.points.empty();
  for (const newton_solution& s : set.points) {
    // A zero of combinations of more equations is where the point of the component is.
    const bool is_proven = s.certified || s.proof == newton_proof::of_combinations;
    if (is_proven && alone.exclude(s.x, s.radius)) return zeros::none_proven;
    double size = 1;
    for (const complex<qd>& z : s.x) size = std::max(size, std::hypot(z.re.x0, z.im.x0));
    are_known = are_known && is_proven && s.radius <= well_known * size;
  }
  return are_known ? zeros::everywhere_measured : zeros::unknown;
}

}  // namespace

decomposition decompose(const rational_system& system, const components_options& options) {
  const float_environment floats;
  if (!system.roots.empty())
    throw error(
        "system: found a root of an unknown, expected none: a component holds the zeros on all branches of a root. "
        "With "
        "a variable r and the equation r^2 - ... = 0 in its place all of them are found");
  decomposition result = decompose(system.equations, options);
  if (system.denominators.empty()) return result;
  components_report& report = result.report;
  // A component on which no denominator is 0 everywhere is the closure of solutions; on others there are none.
  std::vector<solution_set> kept;
  for (solution_set& set : result.components) {
    zeros worst = zeros::none_proven;
    for (const polynomial_system& d : system.denominators) {
      const zeros found = zeros_on(set, d);
      if (found == zeros::none_proven) continue;
      worst = found;
      if (found == zeros::everywhere_measured) break;
    }
    if (worst == zeros::everywhere_measured) {
      report.points -= set.points.size(), report.certified -= set.certified, ++report.left_out;
      continue;
    }
    if (worst == zeros::unknown && report.status == components_status::solved)
      report.status = components_status::incomplete;
    kept.push_back(std::move(set));
  }
  result.components = std::move(kept);
  // What is left out is measured, and cannot be counted again.
  if (report.left_out > 0 && report.complete == completeness::proven) report.complete = completeness::paths;

  solve_options how;
  how.seed = options.seed, how.cancel = options.cancel, how.max_seconds = options.max_seconds;
  for (std::vector<solve_solution>* const list : {&result.isolated, &result.undecided}) {
    const bool is_isolated = list == &result.isolated;
    solve_result points;
    points.solutions = std::move(*list);
    const std::size_t before = points.solutions.size();
    const auto certified = [&] {
      return std::count_if(points.solutions.begin(), points.solutions.end(),
                           [](const solve_solution& s) { return s.point.certified; });
    };
    if (is_isolated) report.certified -= static_cast<std::size_t>(certified());
    tracking::keep_wanted(system.equations, system.denominators, how, points);
    if (is_isolated) report.certified += static_cast<std::size_t>(certified());
    if (is_isolated) report.points -= before - points.solutions.size();
    report.left_out += before - points.solutions.size();
    for (const solve_solution& s : points.solutions)
      if (s.undecided && report.status == components_status::solved) report.status = components_status::incomplete;
    *list = std::move(points.solutions);
  }
  return result;
}

}  // namespace vieta
