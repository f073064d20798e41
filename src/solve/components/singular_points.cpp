#include "solve/components/singular_points.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "solve/clusters/accuracy.hpp"
#include "solve/components/deflation.hpp"
#include "solve/components/membership.hpp"
#include "solve/witness.hpp"
#include "systems/point_sizes.hpp"

namespace vieta::decomposing {

namespace {

/// The point to many digits, where deflation makes it simple: isolated, or embedded in a set.
std::optional<solve_solution> deflated(const surroundings& by, const solve_solution& s) {
  const double accuracy = std::max(1e-15, s.accuracy);
  for (const deflated_form& form : deflate(by.variables, by.equations, 0, s.point.x, accuracy, by.seed)) {
    const std::vector<newton_solution> refined = form.by->proven({form.completed(s.point.x)}, {}, by.proof);
    const std::vector<scalar> x = in_double(s.point.x);
    std::vector<scalar> y = in_double(refined[0].x);
    y.resize(x.size());
    const double reach = std::max(same_after_deflation, 100 * s.accuracy);
    if (!refined[0].certified || !(distance_of(x, y) <= reach * size_of(x))) continue;
    if (!(by.numeric.relative_residual(y) < holds_at_regular)) continue;  // of combinations of the equations alone
    solve_solution at = s;
    at.point.x.assign(refined[0].x.begin(), refined[0].x.begin() + static_cast<std::ptrdiff_t>(x.size()));
    at.accuracy = std::min(s.accuracy, refined[0].radius / systems::unit_of_accuracy(at.point.x));
    // Near several zeros of f the combinations of f and its derivatives have one of their own, which none of f is.
    if (tracking::permits_zero(by.as_given, at.point.x, at.accuracy)) return at;
  }
  return std::nullopt;
}

/// Whether there may be a set through the point, which is known to many digits now.
bool is_on_a_set(const surroundings& by, const solve_solution& s) {
  std::vector<solve_solution> one(1, s);
  one[0].regular = false, one[0].on_a_set = membership::unknown;
  const std::size_t not_told = tracking::find_sets(by.as_given, by.variables, one, false, false, by.with.must_stop);
  if (not_told > 0 || one[0].on_a_set == membership::on_a_set || by.with.must_stop()) return true;
  const known_point at{in_double(s.point.x), std::max(1e-14, s.accuracy)};
  return std::any_of(by.components.begin(), by.components.end(), [&](const solution_set& set) {
    return lie_on(set, {at}, by.with, by.seed + set.dimension)[0].on != containment::no;
  });
}

}  // namespace

bool make_isolated(const surroundings& by, solve_solution& s) {
  std::optional<solve_solution> at = deflated(by, s);
  if (!at || is_on_a_set(by, *at)) return false;
  s = std::move(*at);
  s.on_a_set = membership::isolated;
  return true;
}

}  // namespace vieta::decomposing
