#include "solve/start/start_choice.hpp"

#include <algorithm>
#include <cmath>

#include "base/number.hpp"
#include "solve/start/supports.hpp"
#include "solve/validate.hpp"
#include "vieta/error.hpp"

namespace vieta::tracking {

namespace {

/// Fewer paths than this are followed at once.
constexpr double few_paths = 8;
/// A polyhedral start follows each path twice: to a generic system, then to the one that is to be solved.
constexpr double polyhedral_stages = 2;
constexpr double most_product_terms = 50000;
/// The search for cells may take about this share of the work on the paths of the best other start; at least so many
/// cells, and at most so many operations (seconds). More cells where they are asked for.
constexpr double search_share = 0.2, steps_per_path = 60, cells_at_least = 1e5, most_operations = 5e9;
constexpr double cells_when_asked = 1e9;
/// Where all other starts are refused: operations after which a search ends early that will find too many paths too.
constexpr double look_ahead_from = 2e7;
/// Operations for a mixed volume that is only to be compared with the number of solutions found.
constexpr double operations_for_a_bound = 2e8;
/// Additions to find groups of variables: milliseconds; and where groups are asked for.
constexpr double short_budget = 3e6, long_budget = 2e9;

std::string text_of(double count) { return count < 1e15 ? report::fixed(count, 0) : report::rounded(count, 3); }

struct polyhedral_plan {
  std::vector<support> supports;
  mixed_cells cells;
};

polyhedral_plan plan_polyhedral(const std::vector<std::vector<plain_term>>& equations, std::size_t variables,
                                std::uint64_t seed, double most_cells, const early_end& early,
                                const std::function<bool()>& must_stop) {
  polyhedral_plan plan;
  plan.supports = supports_of(equations, variables);
  for (const std::size_t e : missing_constants(plan.supports))
    plan.supports[e].push_back(std::vector<std::int32_t>(variables, 0));
  plan.cells = find_mixed_cells(plan.supports, seed, static_cast<std::size_t>(most_cells), must_stop, early);
  return plan;
}

const char* what_it_is(start_kind kind) {
  switch (kind) {
    case start_kind::multi_homogeneous:
      return "the multi-homogeneous Bezout number";
    case start_kind::polyhedral:
      return "the mixed volume";
    case start_kind::automatic:
    case start_kind::total_degree:
    case start_kind::monodromy:
    case start_kind::given:
      break;
  }
  return "the product of the degrees";
}

/// The mixed volume where the choice of the start had no need of it, as a bound for the number of solutions.
void count_for_bound(start_choice& choice, const std::vector<std::vector<plain_term>>& equations, std::size_t variables,
                     double terms, const solve_options& options, const std::function<bool()>& must_stop) {
  if (variables > most_examined || !std::isnan(choice.counts.mixed_volume)) return;
  const auto n = static_cast<double>(variables);
  const double most_cells = std::min(cells_at_least, operations_for_a_bound / (n * n + n * terms));
  const polyhedral_plan plan = plan_polyhedral(equations, variables, options.seed, most_cells, {}, must_stop);
  if (plan.cells.outcome != cell_search::done) return;
  choice.counts.mixed_volume = plan.cells.volume, choice.counts.cells = plan.cells.cells.size();
}

/// The least of the counts.
void set_bound(start_choice& choice) {
  const auto look = [&](double count, bound_theorem kind) {
    if (!(choice.bound <= count) && !std::isnan(count)) choice.bound = count, choice.bound_kind = kind;
  };
  look(choice.counts.total_degree, bound_theorem::total_degree);
  look(choice.counts.multi_homogeneous, bound_theorem::multi_homogeneous);
  look(choice.counts.mixed_volume, bound_theorem::mixed_volume);
}

}  // namespace

start_choice choose_start(const std::vector<std::vector<plain_term>>& equations, std::size_t variables,
                          const solve_options& options, const std::function<bool()>& must_stop) {
  start_choice choice;
  const bool automatic = options.start == start_kind::automatic;
  choice.counts.total_degree = choice.paths = total_degree(equations);
  double work = choice.paths, terms = 0;
  for (const auto& equation : equations) terms += static_cast<double>(equation.size());
  const bool look = !automatic || work > few_paths;
  if (look && (automatic || options.start == start_kind::multi_homogeneous)) {
    choice.groups = best_groups(equations, variables, automatic ? short_budget : long_budget);
    choice.counts.multi_homogeneous = choice.groups.paths;
    const double products = multi_homogeneous_start::terms(equations, choice.groups);
    const double cost =
        choice.groups.paths * std::max(1.0, step_cost(variables, products) / step_cost(variables, terms));
    if (!automatic && products > most_product_terms)
      throw error("start: found multi-homogeneous, whose products of linear forms have " + text_of(products) +
                  " terms, expected at most " + text_of(most_product_terms));
    if (!automatic || (cost < work && products <= most_product_terms)) {
      choice.kind = start_kind::multi_homogeneous;
      choice.paths = choice.groups.paths, work = cost;
    }
  }
  // Where paths are few enough already, they begin, and say what time left of them.
  choice.stopped = must_stop() && choice.paths > options.max_paths;
  if (look && !choice.stopped && (automatic || options.start == start_kind::polyhedral)) {
    const auto n = static_cast<double>(variables);
    const double cell_cost = n * n + n * terms;
    const double share = search_share * steps_per_path * work * step_cost(variables, terms) / cell_cost;
    const double most_cells =
        automatic ? std::clamp(share, cells_at_least, most_operations / cell_cost + cells_at_least) : cells_when_asked;
    early_end early;
    if (automatic && choice.paths > options.max_paths)
      early = {options.max_paths, static_cast<std::size_t>(look_ahead_from / cell_cost)};
    polyhedral_plan plan = plan_polyhedral(equations, variables, options.seed, most_cells, early, must_stop);
    const cell_search outcome = plan.cells.outcome;
    if (outcome == cell_search::done) {
      choice.counts.mixed_volume = plan.cells.volume;
      choice.counts.cells = plan.cells.cells.size();
      if (!automatic || polyhedral_stages * plan.cells.volume < work) {
        choice.kind = start_kind::polyhedral;
        choice.paths = plan.cells.volume;
        if (choice.paths <= options.max_paths)
          choice.generic = std::make_unique<generic_system>(std::move(plan.supports), plan.cells, options.seed);
      }
    } else if (!automatic && outcome != cell_search::stopped) {
      throw error(std::string("start: found polyhedral, where ") +
                  (outcome == cell_search::too_many ? "there are too many mixed cells"
                                                    : "exponents are too large for the search for mixed cells") +
                  ", expected another start");
    }
    choice.stopped = outcome == cell_search::stopped && (!automatic || choice.paths > options.max_paths);
  }
  if (!choice.stopped && choice.paths > options.max_paths) {
    std::string what_to_do = "; raise max_paths to follow them";
    if (automatic && std::isnan(choice.counts.mixed_volume))
      what_to_do += ", or take start = polyhedral to count the mixed volume, which may be less, to the end";
    throw error(std::string("system: found ") + text_of(choice.paths) + " paths (" + what_it_is(choice.kind) +
                "), expected at most max_paths = " + text_of(options.max_paths) + what_to_do);
  }
  if (!choice.stopped && !must_stop()) count_for_bound(choice, equations, variables, terms, options, must_stop);
  set_bound(choice);
  return choice;
}

std::unique_ptr<start_system> make_start(const start_choice& choice,
                                         const std::vector<std::vector<plain_term>>& equations, std::uint64_t seed) {
  switch (choice.kind) {
    case start_kind::polyhedral:
      return std::make_unique<polyhedral_start>(equations, *choice.generic);
    case start_kind::multi_homogeneous:
      return std::make_unique<multi_homogeneous_start>(equations, choice.groups, seed);
    case start_kind::automatic:
    case start_kind::total_degree:
    case start_kind::monodromy:
    case start_kind::given:
      break;
  }
  return std::make_unique<total_degree_start>(equations, seed);
}

}  // namespace vieta::tracking
