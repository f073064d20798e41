#include <algorithm>
#include <tuple>
#include <vector>

#include "base/float_environment.hpp"
#include "base/team/call.hpp"
#include "solve/family/embedded.hpp"
#include "solve/shapes/conditions.hpp"
#include "solve/shapes/over_determined.hpp"
#include "solve/slice.hpp"
#include "solve/solver.hpp"
#include "solve/tape/terms.hpp"
#include "solve/validate.hpp"
#include "vieta/error.hpp"
#include "vieta/solve.hpp"

namespace vieta {

namespace {

using namespace tracking;

/// `counts`: solutions may be counted by exact algebra.
solve_result solve_square(const polynomial_system& system, const solve_options& options, bool counts, care how) {
  solve_result result;
  solve_report& report = result.report;
  report.equations = system.equations(), report.variables = system.variables().size(), report.terms = system.terms();
  report.seed = options.seed;
  solver work(system, options, counts, how, report);
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

}  // namespace

solve_result tracking::solve_beside_sets(const polynomial_system& system, const solve_options& options, care how) {
  check_options(options);
  return solve_square(system, options, how == care::isolated, how);
}

solve_result solve(const polynomial_system& system, const solve_options& options) {
  if (shared::has_devices(options.on))
    return shared::over_devices(options, [&](const solve_options& all) { return solve(system, all); });
  const float_environment floats;
  check_options(options);
  check_conditions(options.only, system.variables().size());
  check_shape(system);
  check_track(options, system.variables().size());
  const bool at_points = begins_at_points(options);
  if (at_points && system.equations() != system.variables().size())
    throw error("start: found more equations than variables, expected as many where paths begin at points");
  const auto as_square = [](const polynomial_system& square, const solve_options& given) {
    return solve_square(square, given, false, care::all);
  };
  solve_result result = at_points ? solve_embedded(system, options)
                        : system.equations() == system.variables().size()
                            ? solve_square(system, options, true, care::all)
                            : solve_over_determined(system, options, as_square);
  keep_wanted(system, {}, options, result);
  settle_status(system, options, result);
  return result;
}

}  // namespace vieta
