#pragma once

#include <vector>

#include "solve/tape/terms.hpp"
#include "vieta/solve.hpp"

namespace vieta::tracking {

/// Whether equations can vanish within `accuracy`, relative to the largest coordinate or to 1, of x in each coordinate:
/// their values, their Jacobian and a bound of the higher derivatives tell. `false` is a proof, but for the rounding of
/// coefficients to 63 digits.
bool permits_zero(const std::vector<plain_term>& equation, const system_point& x, double accuracy);
bool permits_zero(const std::vector<std::vector<plain_term>>& equations, const system_point& x, double accuracy);

/// The limit of a loop about several ends is the mean of them, and may look as if it were known to all digits. Where
/// the equations refute an accuracy of a singular solution, it becomes what is measured: how far Newton's method moves
/// from there until it is at a zero.
void correct_accuracy(const polynomial_system::representation& system,
                      const std::vector<std::vector<plain_term>>& equations, std::vector<solve_solution>& solutions,
                      const std::function<bool()>& must_stop);

/// What was known to a few digits may be known to many by now: what is shown of singular solutions is to be as accurate
/// as is said.
void show_what_is_known(std::vector<solve_solution>& solutions);

/// What circles tell of the error of a singular end is its size, and no bound: of multiple solutions that are known
/// some were off by ten times as much and more. Accuracies that are neither proven nor from algebra are made so much
/// larger, once nothing else depends on them.
void widen_measured(std::vector<solve_solution>& solutions);

/// Sets and multiplicities are told of singular solutions only that are known better than this.
constexpr double told_below = 2e-7;

}  // namespace vieta::tracking
