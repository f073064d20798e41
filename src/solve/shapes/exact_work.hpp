#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/run_limits.hpp"
#include "solve/count/exact_terms.hpp"
#include "solve/shapes/over_determined.hpp"
#include "vieta/rational_system.hpp"
#include "vieta/solve.hpp"

// What is shared by all that sorts the solutions of a system by conditions.
namespace vieta::tracking {

enum class truth { no, unknown, yes };

inline truth both(truth a, truth b) { return std::min(a, b); }
inline truth negated(truth a) { return a == truth::no ? truth::yes : a == truth::yes ? truth::no : truth::unknown; }

/// What is left of the time of the call, once `result` has taken its part.
run_limits limits_after(const solve_result& result, const solve_options& options);

/// What the exact work of one call shares.
struct exact_work {
  const solve_options& options;
  run_limits limits;
};

/// Equations and one more, and what exact algebra says of their common zeros.
struct extended_system {
  extended_system(polynomial_system given, const exact_work& work)
      : system(std::move(given)), equations(system, work.options.seed, [&work] { return work.limits.must_stop(); }) {}
  polynomial_system system;
  all_equations equations;
};

polynomial_system built(const std::vector<std::string>& variables,
                        const std::vector<counting::exact_equation>& equations);

/// The solutions at which no denominator is 0, and no others: with a new unknown t and the equation t d = 1 for each
/// denominator d (Rabinowitsch 1929), in their order. Nothing where coefficients are not known exactly.
std::optional<polynomial_system> without_poles(const rational_system& system);
/// The same for coefficients that are known to some digits only, such as those of sin(x + pi/5). Each is taken as it is
/// stored: none is calculated, so that what certificates know of its error stays true.
polynomial_system without_poles_to_stored_digits(const rational_system& system);

/// Null where coefficients are not known exactly.
std::unique_ptr<extended_system> extended_by(const polynomial_system& system, const counting::exact_equation& last,
                                             const exact_work& work);

/// Shown since all equations nearly hold there; it is no solution, so that no count of solutions speaks of it.
bool is_of_least_squares(const newton_solution& s);

/// What the report says of the list, anew.
void count_again(solve_result& result);

/// The same zero to 60 digits, where that can be proven; of square systems.
std::optional<newton_solution> with_all_digits(const polynomial_system& system, const newton_solution& s);

/// A point and a distance within which exactly one zero lies.
struct known_place {
  system_point x;
  double error = 0;
  bool real = false;  ///< proven
};
/// Of a singular solution: the one of exact algebra that is next to it, if there is only one.
std::optional<known_place> place_by_algebra(all_equations& equations, const solve_solution& s);

}  // namespace vieta::tracking
