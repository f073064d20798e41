#include "solve/shapes/exact_work.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "solve/tape/terms.hpp"
#include "systems/point_sizes.hpp"
#include "systems/representation.hpp"
#include "vieta/newton.hpp"

namespace vieta::tracking {

namespace {

/// The zero of b is the only one about a.
bool are_one(const newton_solution& a, const newton_solution& b) {
  for (std::size_t v = 0; v < a.x.size(); ++v) {
    if (!(systems::modulus(a.x[v] - b.x[v]) + b.radius < 5 * a.radius)) return false;
  }
  return true;
}

}  // namespace

run_limits limits_after(const solve_result& result, const solve_options& options) {
  constexpr double hardly_any = 1e-9;  // 0 would mean that there is no limit
  const double left = options.max_seconds - result.report.seconds;
  return {options.max_seconds > 0 ? std::max(left, hardly_any) : 0, options.cancel};
}

polynomial_system built(const std::vector<std::string>& variables,
                        const std::vector<counting::exact_equation>& equations) {
  systems::system_builder builder(variables);
  for (const counting::exact_equation& equation : equations) {
    std::vector<systems::system_builder::term> terms;
    for (const counting::exact_term& t : equation) {
      systems::system_builder::term& to = terms.emplace_back();
      to.factors.assign(t.powers.begin(), t.powers.end());
      to.exact_re = t.re, to.exact_im = t.im;
    }
    builder.add_exact(std::move(terms));
  }
  return builder.finish();
}

std::optional<polynomial_system> without_poles(const rational_system& system) {
  auto equations = counting::exact_equations_of(system.equations.data());
  if (!equations) return std::nullopt;
  std::vector<std::string> variables = system.equations.variables();
  for (const polynomial_system& d : system.denominators) {
    auto divisor = counting::exact_equations_of(d.data());
    if (!divisor) return std::nullopt;
    const auto t = static_cast<std::uint32_t>(variables.size());
    variables.push_back("1 over denominator " + std::to_string(t));
    for (counting::exact_term& term : (*divisor)[0]) term.powers.emplace_back(t, 1);
    (*divisor)[0].emplace_back().re.numerator = -1;
    equations->push_back(std::move((*divisor)[0]));
  }
  return built(variables, *equations);
}

polynomial_system without_poles_to_stored_digits(const rational_system& system) {
  std::vector<std::string> variables = system.equations.variables();
  std::vector<std::vector<plain_term>> equations = terms_of(system.equations.data());
  double error = system.equations.data().coefficient_error;
  for (const polynomial_system& d : system.denominators) {
    std::vector<plain_term> divisor = std::move(terms_of(d.data())[0]);
    error = std::max(error, d.data().coefficient_error);
    const auto t = static_cast<std::uint32_t>(variables.size());
    variables.push_back("1 over denominator " + std::to_string(t));
    for (plain_term& term : divisor) term.exponents.emplace_back(t, 1);
    divisor.push_back({{}, {qd(-1.0), qd(0.0)}});
    equations.push_back(std::move(divisor));
  }
  systems::system_builder builder(variables);
  for (const std::vector<plain_term>& equation : equations) {
    std::vector<systems::system_builder::term> terms;
    for (const plain_term& t : equation) {
      const qd &re = t.coefficient.re, &im = t.coefficient.im;
      systems::system_builder::term& to = terms.emplace_back();
      to.factors.assign(t.exponents.begin(), t.exponents.end());
      to.re = {re.x0, re.x1, re.x2, re.x3}, to.im = {im.x0, im.x1, im.x2, im.x3};
    }
    builder.add(terms);
  }
  builder.set_coefficient_error(error);
  return builder.finish();
}

std::unique_ptr<extended_system> extended_by(const polynomial_system& system, const counting::exact_equation& last,
                                             const exact_work& work) {
  auto equations = counting::exact_equations_of(system.data());
  if (!equations) return nullptr;
  equations->push_back(last);
  return std::make_unique<extended_system>(built(system.variables(), *equations), work);
}

bool is_of_least_squares(const newton_solution& s) {
  return s.proof == newton_proof::no_solution || s.proof == newton_proof::stationary_point;
}

void count_again(solve_result& result) {
  solve_report& r = result.report;
  r.regular = r.singular = r.certified = r.real = r.on_a_set = r.of_combinations = r.approximate = r.undecided = 0;
  for (const solve_solution& s : result.solutions) {
    ++(s.regular ? r.regular : r.singular);
    r.certified += s.point.certified;
    r.real += s.regular && s.point.certified && s.point.real == realness::real;
    r.on_a_set += s.on_a_set == membership::on_a_set;
    r.of_combinations += s.point.proof == newton_proof::of_combinations;
    r.approximate += is_of_least_squares(s.point);
    r.undecided += s.undecided;
  }
}

std::optional<newton_solution> with_all_digits(const polynomial_system& system, const newton_solution& s) {
  if (system.equations() != system.variables().size()) return std::nullopt;
  newton_options options;
  options.digits = 60, options.on.threads = 1, options.on.place = where::cpu;
  newton_result sharp = newton(system, std::span(&s.x, 1), options);
  newton_solution& t = sharp.solutions[0];
  if (!t.certified || !are_one(s, t)) return std::nullopt;
  return std::move(t);
}

std::optional<known_place> place_by_algebra(all_equations& equations, const solve_solution& s) {
  const double size = systems::unit_of_accuracy(s.point.x);
  const counting::known_point* found = nullptr;
  for (const counting::known_point& p : equations.points()) {
    const double away = systems::distance(s.point.x, p.x);
    if (away > 1e-3 * size) continue;
    if (found != nullptr || !p.proven || p.multiplicity != s.multiplicity) return std::nullopt;
    if (away <= std::max(1e-9, 100 * s.accuracy) * size) found = &p;
  }
  if (found == nullptr) return std::nullopt;
  return known_place{found->x, found->error * 1.01 + size * 0x1p-200, found->real};
}

}  // namespace vieta::tracking
