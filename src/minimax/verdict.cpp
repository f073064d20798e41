#include "minimax/verdict.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/number.hpp"
#include "minimax/big.hpp"
#include "minimax/fit/coefficients.hpp"
#include "minimax/fit/exchange.hpp"
#include "minimax/fit/sampling.hpp"
#include "vieta/error.hpp"

namespace vieta::approximation {
namespace {

constexpr double agreement = 2e-6;          // the exchange ends at 1e-10, and proofs at 5e-7
constexpr double negligible_level = 1e-30;  // what cancels to the last bit has levels of rounding errors
constexpr double undercut = 1e-9;           // lower bounds hold to nine digits, as `verify` proves them

double unit_of(coefficient_format format) {
  switch (format) {
    case coefficient_format::float64:
      return 0x1p-53;
    case coefficient_format::float32:
      return 0x1p-24;
    case coefficient_format::float16:
      return 0x1p-11;
    case coefficient_format::bfloat16:
      return 0x1p-8;
    case coefficient_format::decimals:
      return 0x1p-63;  // they are looked for in long double; their own steps are absolute
    case coefficient_format::double_double:
      return 0x1p-104;  // where long double costs more than that, all bits are looked for
  }
  return 0;
}

/// How large the weighted function is, and what the form adds to p.
double size_of_values(const problem& p, const std::vector<long double>& places) {
  if (p.relative) return 1;
  long double size = 0;
  for (const long double x : places) {
    const long double weight = p.weight ? std::fabs(evaluate(p.weight, x)) : 1;
    const long double f = p.callable ? p.callable(x) : evaluate(p.f, x);
    const long double without = p.without_p ? evaluate(p.without_p, x) : 0;
    for (const long double value : {weight * f, weight * without})
      if (std::isfinite(value)) size = std::max(size, std::fabs(value));
  }
  return static_cast<double>(size);
}

/// Not the figure that the exchange has seen at points is the optimum, but what is proven on the whole interval.
bool is_tied(const minimax_result& result, const end_of_exchange& end) {
  return end.best_bound == 0 || end.best_bound <= result.lower_bound * (1 + agreement);
}

tree with_argument(const tree& t, const tree& argument) {
  if (!t) return t;
  if (t->kind == operation::polynomial || t->kind == operation::denominator) return make(t->kind, argument);
  if (!contains(t, operation::polynomial) && !contains(t, operation::denominator)) return t;
  return make(t->kind, with_argument(t->a, argument), with_argument(t->b, argument));
}

tree number_tree(double value) {
  const tree size = constant(report::shortest(std::fabs(value)));
  return value < 0 ? make(operation::negate, size) : size;
}

}  // namespace

double unit_of(const minimax_options& options) {
  double unit = unit_of(options.format);
  for (const coefficient_format format : options.formats) unit = std::max(unit, unit_of(format));
  return unit;
}

double rounding_allowance(const problem& p, const exchange_problem<long double>& e, const minimax_options& options) {
  const number_format format(options);
  const exchange<long double> rounds(e);
  const std::size_t others = e.free.offset.size() - e.free.exponents.size() + p.denominator.size();
  double units = static_cast<double>(others) * unit_of(options.format);
  for (std::size_t k = 0; k < p.exponents.size(); ++k) units += unit_of(format[k].kind());
  const double size = size_of_values(p, rounds.places());
  double allowance = 4 * units * size;
  for (std::size_t k = 0; k < p.exponents.size(); ++k) {
    // Next to 0, formats have steps that do not shrink: of subnormal numbers, or of decimals.
    const double least_step = format[k].step(std::numeric_limits<double>::min());
    long double column = 0;
    for (const sample<long double>& s : rounds.samples())
      column = std::max(column, std::fabs(s.factor * power(s.argument, p.exponents[k])));
    // A coefficient whose least step is a good part of all values is lost, not rounded.
    const double step = least_step * static_cast<double>(column);
    if (step <= size / 16) allowance += step;
  }
  return std::min(allowance, size / 16);
}

bool is_contradicted(const minimax_result& result) {
  const bool is_of_all_coefficients = result.problem.constraints.empty() && result.problem.samples.empty();
  return is_of_all_coefficients && std::isfinite(result.proven_bound) && result.lower_bound > negligible_level &&
         result.proven_bound < result.lower_bound * (1 - agreement);
}

minimax_status verdict(const minimax_result& result, const end_of_exchange& end, double allowance, bool provable) {
  if (!end.converged) return minimax_status::stalled;
  // An error that constraints fix can be the largest one: then no p is below it, however few points alternate.
  const bool is_fixed = !result.problem.constraints.empty() && result.lower_bound >= result.optimum * (1 - agreement) &&
                        result.optimum > 0;
  if (end.alternates && !end.of_noise && !is_fixed && result.alternation.size() < end.unknowns + 1)
    return minimax_status::stalled;
  if (!provable) return minimax_status::optimal;  // of the best p; nobody asked what holds of the rounded one
  if (!std::isfinite(result.proven_bound)) return minimax_status::not_proven;
  const double error = std::max(result.proven_bound, result.max_error);
  // Rounded coefficients that miss a constraint may err less than all that meet it: this says nothing of the best ones.
  if (!result.problem.constraints.empty() && error < result.lower_bound * (1 - undercut))
    return minimax_status::not_proven;
  if (!(error <= result.optimum * (1 + agreement) + allowance)) return minimax_status::not_optimal;
  return is_tied(result, end) ? minimax_status::optimal : minimax_status::stalled;
}

std::string why_not_optimal(const minimax_result& result, const end_of_exchange& end, double allowance) {
  const auto shown = [](double value) { return report::rounded(value, 7); };
  switch (result.status) {
    case minimax_status::optimal:
      return "";
    case minimax_status::stalled:
      if (!end.converged)
        return "the exchange did not end: the least largest error is between " + shown(result.lower_bound) + " and " +
               shown(result.optimum);
      if (!is_tied(result, end))
        return std::isfinite(end.best_bound)
                   ? "the best p found has errors of " + shown(end.best_bound) +
                         ", proven, where no p is known to be below " + shown(result.lower_bound)
                   : "before rounding, no bound of the error of the best p on the whole interval was proven" +
                         (end.no_bound.empty() ? "" : " (" + end.no_bound + ")");
      return "the errors alternate " + std::to_string(result.alternation.size()) + " times, where the best p has " +
             std::to_string(end.unknowns + 1);
    case minimax_status::not_proven:
      if (std::isfinite(result.proven_bound))
        return "rounded coefficients miss a constraint, and err less than all that meet it: no bound for them is known";
      return result.report.note.empty() ? "no bound of the error on the whole interval was proven" : "";
    case minimax_status::not_optimal: {
      if (!result.report.note.empty()) return "";
      const double error = std::max(result.proven_bound, result.max_error);
      return "the error, " + shown(error) + ", exceeds the optimum by " + shown(error - result.optimum) +
             ", where rounding of values to " + format_text(result) + " explains " + shown(allowance);
    }
  }
  return "";
}

template <class R>
void look_closer(const exchange_problem<R>& e, const std::vector<R>& coefficients, minimax_result& result) {
  using std::abs;
  const auto error_at = [&](const R& x) {
    const sample<R> s = e.at(x);
    R sum = 0;
    for (std::size_t k = 0; k < coefficients.size(); ++k)
      sum = sum + coefficients[k] * power(s.argument, result.exponents[k]);
    return R(abs(s.target - s.factor * sum));
  };
  const auto seen = exchange<R>(e).measure(coefficients);
  R largest = seen.largest, worst = seen.worst_at;
  // Upwards from there, by steps that are halved where none leads on.
  for (const auto& [lo, hi] : e.intervals) {
    if (worst < lo || worst > hi) continue;
    constexpr double part = 1e-12;
    const R length = hi - lo;
    for (R step = length * R(1.0 / 64); step > length * R(part); step = step * R(0.5))
      for (const R& x : {R(worst - step), R(worst + step)})
        if (!(x < lo) && !(x > hi))
          if (const R error = error_at(x); error > largest) largest = error, worst = x;
  }
  // Above the bound there are rounding errors alone.
  const double found = static_cast<double>(largest);
  if (found > result.max_error && found <= result.proven_bound)
    result.max_error = found, result.worst_at = static_cast<double>(worst);
}

template void look_closer(const exchange_problem<long double>&, const std::vector<long double>&, minimax_result&);
#ifdef VIETA_HAVE_ARB
template void look_closer(const exchange_problem<big>&, const std::vector<big>&, minimax_result&);
#endif

std::string form_of_scaled_argument(const problem& p, int k) {
  const double factor_value = std::ldexp(1.0, k);
  const tree factor = constant(k >= 0 ? report::fixed(factor_value, 0)
                                      : number_format(coefficient_format::float64, 0).exact_text(factor_value));
  return to_text(with_argument(p.form, make(operation::multiply, p.argument, factor)));
}

std::vector<std::string> shifted_forms(const problem& p) {
  if (p.argument->kind != operation::variable || !p.constraints.empty()) return {};
  for (std::size_t k = 0; k < p.exponents.size(); ++k)
    if (p.exponents[k] != static_cast<int>(k)) return {};  // not all of these powers again
  const double lo = static_cast<double>(evaluate(p.intervals.front().first, 0)),
               hi = static_cast<double>(evaluate(p.intervals.back().second, 0)), half = hi / 2 - lo / 2;
  if (!(half > 0) || !std::isfinite(half)) return {};
  std::vector<std::string> forms;
  const auto add = [&](double centre, double unit) {
    if (centre == 0 && unit == 1) return;
    tree argument = make(operation::variable);
    if (centre != 0)
      argument = centre < 0 ? make(operation::add, argument, number_tree(-centre))
                            : make(operation::subtract, argument, number_tree(centre));
    if (unit != 1) argument = make(operation::divide, argument, number_tree(unit));
    forms.push_back(to_text(with_argument(p.form, argument)));
  };
  add(lo / 2 + hi / 2, half);
  if (p.denominator_degree > 0)  // p and q may vanish together at an end, as those of exp((x-1)/(x+1)) do
    for (const double end : {lo, hi}) add(end, 1);
  return forms;
}

std::string advice(const minimax_problem& given, const minimax_result& result,
                   const std::function<minimax_result(const minimax_problem&)>& solved) {
  const auto shown = [](double value) { return report::rounded(value, 4); };
  constexpr double infinite = std::numeric_limits<double>::infinity(), held = 1.05;
  const auto error_of = [&](const minimax_problem& other) {
    try {
      return solved(other).max_error;
    } catch (const error&) {
      return infinite;  // none of this kind, then
    }
  };
  std::string found = format_text(result) + " does not hold the best coefficients: an error of " +
                      shown(result.max_error) + " where " + shown(result.optimum) + " is the best";
  const problem p = read(given);
  for (const std::string& form : shifted_forms(p)) {
    minimax_problem shifted = given;
    shifted.form = form;
    const double reached = error_of(shifted);
    if (reached < result.max_error / 2 || reached < std::min(held * result.optimum, result.max_error))
      return found + "; --form '" + form + "' reaches " + shown(reached);
  }
  if (!p.constraints.empty() || !given.exponents.empty() || given.denominator_degree > 0)
    return found + "; a lower degree, a shorter interval or a format of more digits may serve";

  // The degree is halved until the format holds it; then the middle between that and the one before is tried.
  minimax_problem lower = given, best = given;
  double least = result.max_error;
  const auto try_degree = [&](int degree) {
    lower.degree = degree;
    const double reached = error_of(lower);
    const bool is_better = reached < least;
    if (is_better) least = reached, best = lower;
    return is_better;
  };
  int degree = given.degree / 2;
  for (bool improves = true; improves && degree > 0; degree /= 2) improves = try_degree(degree);
  if (best.degree < given.degree)
    for (int below = best.degree, step = below / 2, k = 0; k < 2 && step > 0; ++k, step /= 2)
      if (below + step < given.degree && try_degree(below + step)) below += step;
  if (best.degree < given.degree) found += "; --degree " + std::to_string(best.degree) + " reaches " + shown(least);
  // Of most functions that need high degrees quotients of low ones serve, and formats hold those.
  constexpr int highest = 12;
  minimax_problem quotient = given, of_least = given;
  for (int n = 2; n <= highest && 2 * n < given.degree && least > result.optimum; n += 2) {
    quotient.degree = quotient.denominator_degree = n;
    if (const double reached = error_of(quotient); reached < least) least = reached, of_least = quotient;
  }
  if (of_least.denominator_degree > 0)
    found += "; --degree " + std::to_string(of_least.degree) + " --denominator-degree " +
             std::to_string(of_least.denominator_degree) + " reaches " + shown(least);
  else if (best.degree == given.degree)
    found += "; a lower degree, a shorter interval or a format of more digits may serve";
  return found;
}

}  // namespace vieta::approximation
