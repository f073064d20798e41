#include <algorithm>
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "base/float_environment.hpp"
#include "base/team/call.hpp"
#include "base/threads/refused.hpp"
#include "solve/family/embedded.hpp"
#include "solve/shapes/conditions.hpp"
#include "solve/shapes/over_determined.hpp"
#include "solve/slice.hpp"
#include "solve/solver.hpp"
#include "solve/tape/terms.hpp"
#include "solve/unknowns/exact_scale.hpp"
#include "solve/validate.hpp"
#include "vieta/error.hpp"
#include "vieta/solve.hpp"

namespace vieta {

namespace {

using namespace tracking;

/// `counts`: solutions may be counted by exact algebra. `units` as in `solver`.
solve_result solve_in_units(const polynomial_system& system, const solve_options& options, bool counts, care how,
                            const std::vector<std::int64_t>& units) {
  solve_result result;
  solve_report& report = result.report;
  report.equations = system.equations(), report.variables = system.variables().size(), report.terms = system.terms();
  report.seed = options.seed;
  solver work(system, options, counts, how, units, report);
  const std::vector<std::vector<plain_term>> equations = terms_of(system.data(), [&] { return work.must_stop(); });
  const bool late = equations.size() < system.equations();
  report.status = late ? solve_status::incomplete : look_at(equations, system.variables().size());
  if (late) report.stopped_by = work.stopped_by();
  if (report.status == solve_status::solved) {
    result.solutions = work.run(equations);
    for (const solve_solution& s : result.solutions) {
      ++(s.regular ? report.regular : report.singular);
      report.certified += s.point.certified;
      report.real += s.regular && s.point.real == realness::real;
      report.on_a_set += s.on_a_set == membership::on_a_set;
    }
    const bool in_full = report.status == solve_status::solved || report.status == solve_status::unproven;
    const bool open = report.paths.failed + report.paths.stopped > 0 || !in_full;
    if (open && report.complete != completeness::proven && report.complete != completeness::counted)
      report.status = solve_status::incomplete, report.complete = completeness::no;
    if (report.paths.stopped > 0 || !report.stopped_by.empty() || (open && work.must_stop()))
      report.stopped_by = work.stopped_by();
  }
  if (report.status == solve_status::inconsistent) report.complete = completeness::proven;
  report.seconds = work.seconds();
  return result;
}

bool is_in_full(const solve_report& r) {
  return r.status != solve_status::incomplete && r.status != solve_status::unproven;
}

/// Where coefficients are far from 1, in units in which they are not; where that does not find all, as given, too.
solve_result solve_square(const polynomial_system& system, const solve_options& options, bool counts) {
  const std::vector<std::int64_t> none;
  const auto as_given = [&](const solve_options& own) { return solve_in_units(system, own, counts, care::all, none); };
  const std::optional<scaled_system> scaled = in_own_units(system);
  if (!scaled) return as_given(options);
  const run_limits limits(options);
  solve_result result = solve_in_units(scaled->system, options, counts, care::all, scaled->units);
  bring_back(system, scaled->units, options, result);
  if (is_in_full(result.report) || limits.must_stop()) return result;
  solve_options rest = options;
  if (options.max_seconds > 0) rest.max_seconds = limits.seconds_left();
  solve_result given = as_given(rest);
  const auto better = [](const solve_report& a, const solve_report& b) {
    return std::tuple(is_in_full(a), a.certified, a.regular) > std::tuple(is_in_full(b), b.certified, b.regular);
  };
  if (better(given.report, result.report)) std::swap(given, result);
  result.report.seconds = limits.seconds();
  return result;
}

}  // namespace

solve_result tracking::solve_beside_sets(const polynomial_system& system, const solve_options& options, care how) {
  check_options(options);
  return solve_in_units(system, options, how == care::isolated, how, {});
}

solve_result solve(const polynomial_system& system, const solve_options& options) {
  if (!options.checkpoint.file.empty())
    throw error("checkpoint: found one beside a single system, expected instances of parameters: paths are not kept");
  if (shared::has_devices(options.on))
    return shared::over_devices(options, [&](const solve_options& all) { return solve(system, all); });
  const float_environment floats;
  check_options(options);
  check_conditions(options.only, system.variables().size());
  check_shape(system);
  check_track(options, system.variables().size());
  const bool at_points = begins_at_points(options);
  const refused_threads refused;
  if (at_points && system.equations() != system.variables().size())
    throw error("start: found more equations than variables, expected as many where paths begin at points");
  const auto as_square = [](const polynomial_system& square, const solve_options& given) {
    return solve_square(square, given, false);
  };
  solve_result result = at_points ? solve_embedded(system, options)
                        : system.equations() == system.variables().size()
                            ? solve_square(system, options, true)
                            : solve_over_determined(system, options, as_square);
  keep_wanted(system, {}, options, result);
  settle_status(system, options, result);
  refused.tell(result.report.target);
  return result;
}

}  // namespace vieta
