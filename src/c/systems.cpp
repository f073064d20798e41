#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "c/common.hpp"
#include "c/point.hpp"
#include "vieta/json.hpp"
#include "vieta/newton.hpp"
#include "vieta/rational_system.hpp"
#include "vieta/solve.hpp"
#include "vieta/system_io.hpp"

struct vieta_points {
  explicit vieta_points(vieta::rational_system s) : whole(std::move(s)), unknowns(asked_unknowns(whole)) {}

  vieta::rational_system whole;
  std::vector<std::string> unknowns;         ///< of the points: those that were typed
  std::optional<vieta::newton_result> near;  ///< of `newton`
  std::optional<vieta::solve_result> all;    ///< of `solve`
  std::vector<vieta::c::point> points;
};

namespace vieta::c {
namespace {

std::unique_ptr<vieta_points> read(const char* text) {
  return std::make_unique<vieta_points>(
      read_rational_system(std::string_view(required(text, "system")), "system", system_format::automatic).system);
}

/// In the unknowns that were typed.
newton_solution in_unknowns(const vieta_points& of, const solve_solution& s) {
  newton_solution point = s.point;
  if (of.whole.is_polynomial()) return point;
  point.x.clear();
  const std::vector<std::string>& all = of.whole.equations.variables();
  for (std::size_t v = 0; v < all.size(); ++v)
    if (std::find(of.unknowns.begin(), of.unknowns.end(), all[v]) != of.unknowns.end()) point.x.push_back(s.point.x[v]);
  for (const angle_value& angle : s.angles) {
    point.x.push_back(angle.value);
    point.radius = std::max(point.radius, angle.radius);
  }
  return point;
}

template <class Options>
void apply(const vieta_system_options* given, Options& options) {
  if (given == nullptr) return;
  options.digits = given->digits;
  options.precision = given->precision;
  options.prove = given->no_proof == 0;
}

}  // namespace
}  // namespace vieta::c

extern "C" {

using vieta::c::guarded;
using vieta::c::required;

vieta_code vieta_newton_of(const char* system, size_t starts, const double* re, const double* im,
                           const vieta_system_options* options, const vieta_run* run, vieta_points** result) {
  return guarded([&] {
    *required(result, "result") = nullptr;
    auto answer = vieta::c::read(system);
    const std::size_t variables = answer->unknowns.size();
    if (starts > 0) required(re, "re");
    std::vector<vieta::system_point> points;
    for (std::size_t k = 0; k < starts; ++k)
      points.push_back(vieta::c::read_point(variables, re + k * variables, im == nullptr ? im : im + k * variables));
    vieta::c::running work(run);
    vieta::newton_options how;
    how.on = work.on();
    vieta::c::apply(options, how);
    if (options != nullptr && options->max_iterations != 0) how.max_iterations = options->max_iterations;
    work.apply(how, [](const vieta::newton_progress& told) {
      return std::pair(static_cast<double>(told.solved), static_cast<double>(told.total));
    });
    const vieta::rational_system& whole = answer->whole;
    answer->near = whole.is_polynomial() ? newton(whole.equations, points, how) : newton(whole, points, how);
    for (const vieta::newton_solution& s : answer->near->solutions)
      answer->points.emplace_back(s, s.status == vieta::newton_status::converged, 1);
    const vieta::newton_report& report = answer->near->report;
    const bool solved = report.converged == starts && report.stopped_by.empty();
    *result = answer.release();
    return solved ? VIETA_SOLVED : VIETA_PARTIAL;
  });
}

vieta_code vieta_solve_of(const char* system, const vieta_system_options* options, const vieta_run* run,
                          vieta_points** result) {
  return guarded([&] {
    *required(result, "result") = nullptr;
    auto answer = vieta::c::read(system);
    vieta::c::running work(run);
    vieta::solve_options how;
    how.on = work.on();
    vieta::c::apply(options, how);
    if (options != nullptr && options->seed != 0) how.seed = options->seed;
    if (options != nullptr && options->max_paths != 0) how.max_paths = options->max_paths;
    work.apply(how, [](const vieta::solve_progress& told) {
      return std::pair(static_cast<double>(told.done), static_cast<double>(told.total));
    });
    const vieta::rational_system& whole = answer->whole;
    answer->all = whole.is_polynomial() ? solve(whole.equations, how) : solve(whole, how);
    for (const vieta::solve_solution& s : answer->all->solutions)
      answer->points.emplace_back(vieta::c::in_unknowns(*answer, s), s.regular, s.multiplicity);
    const vieta::solve_report& r = answer->all->report;
    const bool complete = r.status == vieta::solve_status::solved || r.status == vieta::solve_status::inconsistent;
    const bool solved = complete && !found_only_sets(r) && r.stopped_by.empty();
    *result = answer.release();
    return solved ? VIETA_SOLVED : VIETA_PARTIAL;
  });
}

size_t vieta_points_variables(const vieta_points* result) { return result == nullptr ? 0 : result->unknowns.size(); }

const char* vieta_points_variable(const vieta_points* result, size_t v) {
  return v < vieta_points_variables(result) ? result->unknowns[v].c_str() : nullptr;
}

size_t vieta_points_count(const vieta_points* result) { return result == nullptr ? 0 : result->points.size(); }

vieta_point vieta_points_at(const vieta_points* result, size_t k) {
  return vieta::c::plain_point(result == nullptr ? nullptr : &result->points, k);
}

int vieta_points_complete(const vieta_points* result) {
  return result != nullptr && result->all && result->all->report.complete == vieta::completeness::proven ? 1 : 0;
}

char* vieta_points_json(const vieta_points* result) {
  return vieta::c::text_for_c([&] {
    const vieta_points& solved = *required(result, "result");
    if (solved.all) return to_json(solved.whole.equations, *solved.all);
    const vieta::rational_system& whole = solved.whole;
    return to_json(whole.is_polynomial() ? whole.equations : names_of_unknowns(whole), *solved.near);
  });
}

void vieta_points_free(vieta_points* result) { delete result; }

}  // extern "C"
