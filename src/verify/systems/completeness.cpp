#include "verify/systems/completeness.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/message.hpp"
#include "base/number.hpp"
#include "exact/arithmetic.hpp"
#include "solve/count/modular_count.hpp"
#include "solve/start/mixed_cells.hpp"
#include "solve/start/multihomogeneous.hpp"
#include "solve/start/supports.hpp"
#include "solve/tape/terms.hpp"
#include "solve/unknowns/followed.hpp"
#include "vieta/error.hpp"

namespace vieta::verify_newton {

namespace {

/// Another one than the solver is given, as far as people choose theirs.
constexpr std::uint64_t own_seed = 0x5851f42d4c957f2d;
constexpr std::size_t most_cells = 1'000'000'000;
constexpr double most_additions = 2e9, most_operations_of_recount = 1e11;

using term_list = std::vector<std::vector<tracking::plain_term>>;

double product_of_degrees(const term_list& equations) {
  double product = 1;
  for (const auto& equation : equations) {
    unsigned degree = 0;
    for (const tracking::plain_term& t : equation) degree = std::max(degree, t.degree());
    product *= degree;
  }
  return product;
}

/// NaN where it cannot be counted.
double mixed_volume(const term_list& equations, std::size_t variables, const checking::work_limits& limits) {
  std::vector<tracking::support> supports = tracking::supports_of(equations, variables);
  for (const std::size_t e : tracking::missing_constants(supports))
    supports[e].push_back(std::vector<std::int32_t>(variables, 0));
  const tracking::mixed_cells cells =
      tracking::find_mixed_cells(supports, own_seed, most_cells, [&] { return limits.must_stop(); });
  return cells.outcome == tracking::cell_search::done ? cells.volume : std::numeric_limits<double>::quiet_NaN();
}

bool has_number_alone(const term_list& equations) {
  return std::any_of(equations.begin(), equations.end(),
                     [](const auto& equation) { return equation.size() == 1 && equation[0].degree() == 0; });
}

struct isotropic_pair_of {
  tracking::isotropic_pair pair;

  /// x^2 + c x y + d y^2, with real c and d, no square of a linear form; false where the text is something else.
  bool read(const std::string& form, const std::string& x, const std::string& y) {
    std::optional<std::vector<counting::exact_equation>> exact;
    try {
      const std::vector<std::string> equations{form}, names{x, y};
      exact = counting::exact_equations_of(polynomial_system::parse(equations, names).data());
    } catch (const error&) {
      return false;
    }
    if (!exact) return false;
    exact::real of_square;
    pair.c = pair.d = {};
    for (const counting::exact_term& t : (*exact)[0]) {
      const auto is = [&](std::vector<std::pair<std::uint32_t, std::uint32_t>> powers) { return t.powers == powers; };
      if (!t.im.is_zero()) return false;
      if (is({{0, 2}}))
        of_square = t.re;
      else if (is({{0, 1}, {1, 1}}))
        pair.c = t.re;
      else if (is({{1, 2}}))
        pair.d = t.re;
      else
        return false;
    }
    exact::real one;
    one.numerator = 1;
    return exact::compare(of_square, one) == 0 && !pair.square().is_zero();
  }
};

/// The equations in the form that the bound is for; none where there is no such form.
term_list in_form_of(const completeness_claim& claim, const polynomial_system& system) {
  if (claim.isotropic.empty() && !claim.combined) return tracking::terms_of(system.data());
  const std::vector<std::string>& names = system.variables();
  std::vector<tracking::isotropic_pair> pairs;
  std::vector<bool> taken(names.size(), false);
  const bool have_forms = !claim.isotropic_forms.empty();
  if (have_forms && claim.isotropic_forms.size() != claim.isotropic.size()) return {};
  for (std::size_t k = 0; k < claim.isotropic.size(); ++k) {
    const auto& [x, y] = claim.isotropic[k];
    const auto at_x = static_cast<std::uint32_t>(std::find(names.begin(), names.end(), x) - names.begin());
    const auto at_y = static_cast<std::uint32_t>(std::find(names.begin(), names.end(), y) - names.begin());
    if (at_x == names.size() || at_y == names.size() || at_x == at_y || taken[at_x] || taken[at_y]) return {};
    taken[at_x] = taken[at_y] = true;
    isotropic_pair_of pair{{at_x, at_y}};
    if (have_forms && !pair.read(claim.isotropic_forms[k], x, y)) return {};
    pairs.push_back(pair.pair);
  }
  const auto exact = counting::exact_equations_of(system.data());
  if (!exact) return {};
  const auto changed = tracking::in_form(names, *exact, {pairs, claim.combined});
  return changed ? tracking::terms_of(changed->data()) : term_list{};
}

std::string complaint_of_proof(const completeness_claim& claim, const polynomial_system& system, std::size_t proven,
                               const checking::work_limits& limits) {
  const term_list equations = in_form_of(claim, system);
  if (equations.empty()) return "isotropic: found pairs that are not different variables of exactly known equations";
  const std::size_t n = system.variables().size();
  if (claim.status == name(solve_status::inconsistent))
    return has_number_alone(equations) ? "" : "inconsistent, but no equation is a number that is not 0";
  double bound = std::numeric_limits<double>::quiet_NaN();
  if (claim.bound_kind == name(bound_theorem::total_degree)) bound = product_of_degrees(equations);
  if (claim.bound_kind == name(bound_theorem::multi_homogeneous))
    bound = tracking::best_groups(equations, n, most_additions).paths;
  if (claim.bound_kind == name(bound_theorem::mixed_volume)) bound = mixed_volume(equations, n, limits);
  limits.check();
  if (!(bound == static_cast<double>(proven)))
    return "complete: found proven by " + claim.bound_kind + ", which is " + report::shortest(bound) +
           " when counted again, expected " + std::to_string(proven) + ": so many different solutions are proven";
  return "";
}

std::string complaint_of_count(const completeness_claim& claim, const polynomial_system& system, std::size_t proven,
                               const checking::work_limits& limits) {
  using counting::modular_count;
  const modular_count count = counting::count_solutions(system.data(), own_seed, most_operations_of_recount,
                                                        [&] { return limits.must_stop(); });
  limits.check();
  if (count.what != modular_count::outcome::finite || !count.has_simple)
    return "complete: found counted, which could not be done again";
  const auto differs = [&](const char* what, std::size_t counted, std::size_t said) {
    return "complete: found counted, " + std::to_string(said) + ' ' + what + ", expected " + std::to_string(counted) +
           " as counted with another prime";
  };
  if (count.simple != proven) return differs("proven solutions", count.simple, proven);
  if (count.multiple != claim.singular) return differs("singular solutions", count.multiple, claim.singular);
  if (count.with_multiplicity != claim.with_multiplicity)
    return differs("solutions with multiplicity", count.with_multiplicity, claim.with_multiplicity);
  return "";
}

}  // namespace

std::string complaint_of(const completeness_claim& claim, const polynomial_system& system, std::size_t proven,
                         const checking::work_limits& limits) {
  if (claim.complete == name(completeness::proven)) return complaint_of_proof(claim, system, proven, limits);
  if (claim.complete == name(completeness::counted)) return complaint_of_count(claim, system, proven, limits);
  if (!claim.complete.empty() && !value_named<completeness>(claim.complete))
    return "complete: found " + io::in_quotes(claim.complete) + ", expected a word that solve prints";
  return "";
}

}  // namespace vieta::verify_newton
