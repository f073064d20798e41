#include <algorithm>

#include "base/float_environment.hpp"
#include "base/message.hpp"
#include "minimax/code/rates.hpp"
#include "minimax/problem.hpp"
#include "vieta/error.hpp"
#include "vieta/minimax_code.hpp"
#include "vieta/minimax_pareto.hpp"

namespace vieta {
namespace {

std::vector<std::string> constraints_for(const std::string& function) {
  if (function == "acos") return {"", "p(0)=pi/2"};
  if (function == "atan") return {"", "c0=1", "p(1)=pi/4"};
  if (function == "exp" || function == "exp2" || function == "cos") return {"", "p(0)=1"};
  if (function == "asin" || function == "sin" || function == "tan" || function == "tanh") return {"", "c0=1"};
  return {""};
}

int slots_of(const minimax_code& code, const std::string& rates) {
  for (const machine_slots& m : code.slots)
    if (m.machine == rates) return m.slots;
  throw error("rates: found '" + rates + "', expected gcn, rdna or nvidia");
}

/// Where p may stand, and up to which degree; with p/q for small q.
struct shape {
  std::string form;
  int degree, denominator;
};

std::vector<shape> shapes_for(const minimax_problem& usual, int degree) {
  std::vector<shape> all = {{usual.form, degree, 0}};
  if (usual.form == "x*p(x^2)") all.push_back({"x*p(x)", degree, 0});
  if (usual.form == "p(x^2)") all.push_back({"p(x)", degree, 0});
  for (const int of_q : {1, 2}) all.push_back({usual.form, std::min(degree, 4), of_q});
  return all;
}

/// Best coefficients of a variant, its code and what that costs; false where there is none such: a q with a zero, or an
/// error without bound.
bool solve_variant(const minimax_problem& problem, minimax_code& code, minimax_result& result) {
  minimax_options options;
  options.format = coefficient_format::float32;
  code_options wanted;
  wanted.most_floats = 1 << 16;
  wanted.on = {.place = where::cpu};
  try {
    result = minimax(problem, options);
    if (result.status != minimax_status::optimal) return false;
    code = emit_code(result, wanted);
    return true;
  } catch (const error&) {
    return false;
  }
}

/// Before there are coefficients: any will do that are not alike, as equal operations are computed once.
int expected_cost(const minimax_problem& problem, const approximation::rate_model& rates) {
  const approximation::problem p = approximation::read(problem);
  approximation::form_numbers numbers;
  numbers.exponents = p.exponents;
  double next = 1;
  const auto other = [&next] { return next += 0.37; };
  for (std::size_t k = 0; k < p.exponents.size(); ++k) numbers.p.push_back(other());
  for (int k = 0; k <= problem.denominator_degree && problem.denominator_degree > 0; ++k)
    numbers.q.push_back(k == 0 ? 1 : other());
  return slots(form_program(p, numbers, approximation::polynomial_order::horner, false, ""), rates);
}

std::vector<pareto_variant> all_variants(const std::string& function, const std::string& rates,
                                         const std::atomic<bool>* cancel, int highest) {
  std::vector<pareto_variant> all;
  const minimax_problem usual = minimax_short_form(function, 1);
  for (const shape& s : shapes_for(usual, highest))
    for (int degree = 1; degree <= s.degree; ++degree)
      for (const minimax_error kind : {minimax_error::relative, minimax_error::absolute})
        for (const std::string& fixed : constraints_for(function)) {
          if (cancel != nullptr && cancel->load()) return all;
          minimax_problem p = usual;
          p.form = s.form;
          p.degree = degree;
          p.denominator_degree = s.denominator;
          p.error = kind;
          if (!fixed.empty()) p.constraints = {fixed};
          minimax_code code;
          minimax_result r;
          if (!solve_variant(p, code, r)) continue;
          all.push_back({r.problem.form, fixed, degree, s.denominator, kind, slots_of(code, rates), code.full_rate,
                         code.quarter_rate, code.registers, r.proven_bound,
                         std::max(code.error.separate, code.error.fused), false});
        }
  return all;
}

/// Nothing with the same error and constraint, which is a wish of its own, is at most as dear and better.
void mark_efficient(std::vector<pareto_variant>& all) {
  for (pareto_variant& v : all)
    v.efficient = std::none_of(all.begin(), all.end(), [&](const pareto_variant& o) {
      return o.error == v.error && o.constraint == v.constraint && o.cost <= v.cost &&
             (o.float_error < v.float_error || (o.float_error == v.float_error && o.cost < v.cost));
    });
}

}  // namespace

std::vector<minimax_problem> minimax_cheaper_forms(const std::string& function, const minimax_problem& found,
                                                   const std::string& rates) {
  const float_environment floats;
  constexpr int most = 12;  // as in pareto
  const auto& models = approximation::rate_models();
  const auto model = std::find_if(models.begin(), models.end(), [&](const auto& m) { return m.name == rates; });
  if (model == models.end()) throw error("rates: found '" + rates + "', expected gcn, rdna or nvidia");
  const int cost = expected_cost(found, *model);
  std::vector<std::pair<int, minimax_problem>> all;
  for (const shape& s : shapes_for(minimax_short_form(function, 1), most)) {
    for (int degree = 1; degree <= s.degree; ++degree) {
      minimax_problem p = found;
      p.form = s.form;
      p.degree = degree;
      p.denominator_degree = s.denominator;
      const int of_p = expected_cost(p, *model);
      if (of_p >= cost) break;
      // A constraint may meet numbers of the format where the free coefficients do not.
      for (const std::string& fixed : constraints_for(function)) {
        if (fixed.empty() && s.form == found.form && s.denominator == found.denominator_degree) continue;
        p.constraints = fixed.empty() ? std::vector<std::string>() : std::vector<std::string>{fixed};
        all.emplace_back(of_p, p);
      }
    }
  }
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<minimax_problem> sorted;
  for (auto& [of_p, p] : all) sorted.push_back(std::move(p));
  return sorted;
}

pareto_result minimax_pareto(const std::string& function, const std::string& rates, const std::atomic<bool>* cancel,
                             int degree) {
  const float_environment floats;
  constexpr int most = 12;  // floats tell no more from there on
  if (degree < 1 || degree > most)
    throw error("--degree: found " + std::to_string(degree) + ", expected 1 to " + std::to_string(most) + " of pareto");
  try {
    minimax_short_form(function, 1);
  } catch (const error&) {
    throw error("pareto: found " + io::in_quotes(function) + ", which has no short form, expected " +
                approximation::short_forms());
  }
  pareto_result result{function, rates, all_variants(function, rates, cancel, degree)};
  mark_efficient(result.variants);
  std::stable_sort(result.variants.begin(), result.variants.end(),
                   [](const pareto_variant& a, const pareto_variant& b) { return a.cost < b.cost; });
  return result;
}

}  // namespace vieta
