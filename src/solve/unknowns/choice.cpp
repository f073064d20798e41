#include "solve/unknowns/choice.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "solve/start/supports.hpp"
#include "vieta/error.hpp"

namespace vieta::tracking {

namespace {

/// Larger systems are not looked at for better unknowns.
constexpr std::size_t most_terms_to_change = 2000;
/// Another form has more terms, and limits at singular ends cost more in it: it has to save so many of the paths.
constexpr double worth_changing = 0.75;
/// No further forms are looked at.
constexpr double few_enough = 2;
/// In more unknowns than these so many groupings are tried where none has helped.
constexpr std::size_t few_unknowns = 4, most_tried_in_vain = 1;

/// The form with the least bound, if that is well below `bound`; nothing where there is none.
std::optional<unknowns_choice> in_better_form(double bound, const polynomial_system::representation& system,
                                              const solve_options& options, const std::function<bool()>& must_stop) {
  std::optional<unknowns_choice> best;
  const std::size_t n = system.variables.size();
  const bool as_given = options.start != start_kind::automatic || options.track == track_kind::certified;
  if (as_given || system.terms() > most_terms_to_change || n > most_examined || bound <= 1) return best;
  const auto exact = counting::exact_equations_of(system);
  if (!exact) return best;
  std::size_t tried = 0;
  for (const followed_form& form : other_forms(system, *exact, options.seed)) {
    if (must_stop() || (best && best->start.bound <= few_enough)) break;
    if (!best && tried == most_tried_in_vain && n > few_unknowns) break;
    tried += form.pairs.empty() ? 0 : 1;
    const auto changed = in_form(system.variables, *exact, form);
    if (!changed) continue;
    unknowns_choice other{{}, form, terms_of(changed->data()), false};
    other.inconsistent = std::any_of(other.in_form.begin(), other.in_form.end(), [](const auto& equation) {
      return equation.size() == 1 && equation[0].degree() == 0;
    });
    if (other.inconsistent) return other;
    try {
      other.start = choose_start(other.in_form, n, options, must_stop);
    } catch (const error&) {  // more paths than permitted
      continue;
    }
    if (other.start.stopped || other.start.bound > worth_changing * bound ||
        (best && other.start.bound >= best->start.bound))
      continue;
    best = std::move(other);
  }
  return best;
}

}  // namespace

unknowns_choice choose_unknowns(const std::vector<std::vector<plain_term>>& equations,
                                const polynomial_system::representation& system, const solve_options& options,
                                const std::function<bool()>& must_stop) {
  unknowns_choice choice;
  try {
    choice.start = choose_start(equations, system.variables.size(), options, must_stop);
  } catch (const error&) {  // more paths than permitted
    auto better = in_better_form(choice.start.bound, system, options, must_stop);
    if (!better) throw;
    return std::move(*better);
  }
  if (choice.start.stopped) return choice;
  auto better = in_better_form(choice.start.bound, system, options, must_stop);
  return better ? std::move(*better) : std::move(choice);
}

}  // namespace vieta::tracking
