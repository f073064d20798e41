#pragma once

#include <span>

#include "vieta/solve.hpp"

namespace vieta {
struct rational_system;
}

namespace vieta::tracking {

/// Throws vieta::error for boxes that are none.
void check_conditions(const solution_conditions& only, std::size_t variables);

/// Leaves the solutions out that are proven not to meet the conditions, or to be zeros of a denominator, marks those of
/// which neither is proven, and counts both. `whole`: where some unknowns stand for functions of others.
void keep_wanted(const polynomial_system& system, std::span<const polynomial_system> denominators,
                 const solve_options& options, solve_result& result, const rational_system* whole = nullptr);

/// Of as many equations as variables: solved, or unproven where a solution in the list has no proof, or is singular and
/// not known to be isolated.
void settle_status(const polynomial_system& system, const solve_options& options, solve_result& result);

}  // namespace vieta::tracking
