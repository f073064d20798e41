#include "solve/family/embedded.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/run_limits.hpp"
#include "solve/count/exact_terms.hpp"
#include "solve/share/share.hpp"
#include "solve/start/start_choice.hpp"
#include "solve/start/supports.hpp"
#include "solve/tape/terms.hpp"
#include "solve/validate.hpp"
#include "vieta/error.hpp"
#include "vieta/solve_parameters.hpp"

namespace vieta::tracking {

namespace {

using builder_term = systems::system_builder::term;
using counting::exact_equation;
using counting::exact_term;

/// A name with a blank is none that a system has.
std::string coefficient_name(std::size_t equation, std::size_t term) {
  return "coefficient " + std::to_string(equation) + ' ' + std::to_string(term);
}

std::vector<exact_equation> exact_equations(const polynomial_system& system, const char* which) {
  std::optional<std::vector<exact_equation>> equations = counting::exact_equations_of(system.data());
  if (!equations)
    throw error(std::string("start: found coefficients of the ") + which +
                " that are not known exactly, expected exact ones where paths begin at points");
  return std::move(*equations);
}

/// The term times a parameter.
builder_term times(const exact_term& t, std::uint32_t parameter) {
  builder_term out;
  out.factors.assign(t.powers.begin(), t.powers.end());
  out.factors.emplace_back(parameter, 1);
  out.exact_re = t.re, out.exact_im = t.im;
  return out;
}

/// A power of two of about the size of the coefficient.
exact::real power_of_two_near(const exact_term& t) {
  const auto bits = [](const exact::real& x) {
    if (x.is_zero()) return std::int64_t{-1'000'000};
    const exact::expansion e = exact::to_expansion(x);
    return e.exponent;
  };
  exact::real size;
  size.numerator = 1;
  size.binary_exponent = std::max(bits(t.re), bits(t.im));
  return size;
}

/// The system as one instance of a family.
struct embedded_system {
  polynomial_system family;
  parameter_values instance;
  bool one_family = false;
};

/// a f + b g: f at a = 1, b = 0.
embedded_system joined(const polynomial_system& system, const polynomial_system& start) {
  const std::vector<std::string>& names = system.variables();
  if (start.variables().size() != names.size() || start.equations() != system.equations())
    throw error("start: found a start system of " + std::to_string(start.equations()) + " equations in " +
                std::to_string(start.variables().size()) + " variables, expected as many of both as the system has");
  std::vector<std::uint32_t> place;
  for (const std::string& name : start.variables()) {
    const auto at = std::find(names.begin(), names.end(), name);
    if (at == names.end())
      throw error("start: found the variable '" + name + "' in the start system, expected those of the system");
    place.push_back(static_cast<std::uint32_t>(at - names.begin()));
  }
  const std::vector<exact_equation> f = exact_equations(system, "system"), g = exact_equations(start, "start system");
  std::vector<std::string> all = names;
  all.emplace_back("share of the system"), all.emplace_back("share of the start system");
  systems::system_builder builder(all);
  for (std::size_t e = 0; e < f.size(); ++e) {
    std::vector<builder_term> terms;
    for (const exact_term& t : f[e]) terms.push_back(times(t, static_cast<std::uint32_t>(names.size())));
    for (exact_term t : g[e]) {
      for (auto& [v, power] : t.powers) v = place[v];
      std::sort(t.powers.begin(), t.powers.end());
      terms.push_back(times(t, static_cast<std::uint32_t>(names.size() + 1)));
    }
    builder.add_exact(std::move(terms));
  }
  return {builder.finish(), {{all[names.size()], all[names.size() + 1]}, {1, 0}}};
}

/// a f + sum of c x^e over all its monomials: f at a = 1, c = 0. Constants are added where isolated solutions with
/// coordinates 0 need them (Li, Wang 1996). With each coefficient a parameter, the solutions with no coordinate 0 of
/// all systems of the family are one irreducible set, a bundle of linear spaces over the torus.
embedded_system among_its_monomials(const polynomial_system& system, const std::function<bool()>& must_stop) {
  const std::size_t n = system.variables().size();
  const std::vector<exact_equation> f = exact_equations(system, "system");
  std::vector<std::string> all = system.variables();
  all.emplace_back("share of the system");
  std::vector<bool> constants(f.size(), false);
  for (const std::size_t e : missing_constants(supports_of(terms_of(system.data(), must_stop), n))) constants[e] = true;
  std::vector<std::vector<builder_term>> equations;
  for (std::size_t e = 0; e < f.size(); ++e) {
    std::vector<builder_term>& terms = equations.emplace_back();
    for (const exact_term& t : f[e]) terms.push_back(times(t, static_cast<std::uint32_t>(n)));
    exact_equation monomials = f[e];
    if (constants[e]) monomials.emplace_back().re.numerator = 1;
    for (exact_term t : monomials) {
      t.re = power_of_two_near(t), t.im = {};
      const auto parameter = static_cast<std::uint32_t>(all.size());
      all.push_back(coefficient_name(e, terms.size()));
      terms.push_back(times(t, parameter));
    }
  }
  systems::system_builder builder(all);
  for (auto& terms : equations) builder.add_exact(std::move(terms));
  embedded_system result{builder.finish(), {{all.begin() + static_cast<std::ptrdiff_t>(n), all.end()}, {}}, true};
  result.instance.values.assign(result.instance.names.size(), 0);
  result.instance.values[0] = 1;
  return result;
}

/// Whether as many solutions are proven as there can be.
void look_at_bound(const std::vector<std::vector<plain_term>>& equations, solve_options options,
                   const std::function<bool()>& must_stop, solve_result& result) {
  solve_report& r = result.report;
  options.start = start_kind::automatic, options.max_paths = 1e12;
  try {
    const start_choice choice = choose_start(equations, r.variables, options, must_stop);
    r.counts = choice.counts, r.bound = choice.bound, r.bound_kind = choice.bound_kind;
  } catch (const error&) {  // more paths than can be counted
  }
  if (static_cast<double>(r.certified) != r.bound) return;
  r.complete = completeness::proven;
  if (r.status == solve_status::incomplete) r.status = solve_status::solved;
}

}  // namespace

solve_result solve_embedded(const polynomial_system& system, const solve_options& options) {
  solve_result result;
  solve_report& r = result.report;
  const run_limits limits(options);
  const bool given = !options.from.points.empty();
  if (given && options.start == start_kind::monodromy)
    throw error("monodromy: found points and a system without parameters, expected parameters, or no points");
  if (given && !options.from.names.empty()) throw error("start: found values of parameters, expected a start system");
  if (given && !options.from.system) throw error("start: found points alone, expected their start system as well");
  const std::vector<std::vector<plain_term>> equations = terms_of(system.data(), [&] { return limits.must_stop(); });
  const bool late = equations.size() < system.equations();
  r.status = late ? solve_status::incomplete : look_at(equations, system.variables().size());
  r.equations = system.equations(), r.variables = system.variables().size(), r.terms = system.terms();
  r.seed = options.seed;
  if (r.status != solve_status::solved) {
    std::tie(r.precision, r.digits) = precision_of(options);
    r.target = target_name(1);
    if (r.status == solve_status::inconsistent) r.complete = completeness::proven;
    if (late) r.stopped_by = limits.stopped_by();
    return result;
  }
  const embedded_system in =
      given ? joined(system, *options.from.system) : among_its_monomials(system, [&] { return limits.must_stop(); });
  solve_options own = options;
  own.only = {};
  const start_manner manner{.one_family = in.one_family, .direct = given};
  const parameters_report all = parameters_of_rows(
      in.family, in.instance, own, {0, 1},
      [&](solved_instance&& s) {
        result.solutions = std::move(s.solutions);
        r.status = s.status, r.paths = s.paths, r.complete = s.complete, r.infinite_beyond = s.infinite_beyond;
        r.regular = s.regular, r.certified = s.certified, r.singular = s.singular;
        r.on_a_set = s.on_a_set, r.real = s.real;
        return true;
      },
      manner);
  const solve_report& g = all.generic;
  r.start = g.start, r.from = g.from, r.counts = g.counts, r.bound = g.bound, r.bound_kind = g.bound_kind;
  r.precision = all.precision, r.digits = all.digits, r.proven_paths = all.proven_paths;
  r.steps = all.steps, r.rejected = all.rejected, r.higher_precision = all.higher_precision;
  r.tracked_again = all.tracked_again, r.target = all.target, r.seconds_start = all.seconds_generic;
  r.seconds_tracking = all.seconds_tracking, r.seconds = limits.seconds(), r.stopped_by = all.stopped_by;
  if (given)
    look_at_bound(
        equations, options, [&] { return limits.must_stop(); }, result);
  if (r.complete == completeness::counted) {
    r.counted = {true, true, r.regular, r.singular, r.regular};
    for (const solve_solution& s : result.solutions)
      if (!s.regular) r.counted.with_multiplicity += s.multiplicity;
  }
  if (all.instances == 0) r.status = solve_status::incomplete, r.complete = completeness::no;
  return result;
}

}  // namespace vieta::tracking
