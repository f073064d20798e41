#pragma once

#include "vieta/rational_system.hpp"
#include "vieta/solve.hpp"

namespace vieta::tracking {

/// Leaves the solutions out at which an unknown is proven to be another root than the principal one, marks those at
/// which neither is proven, and counts both.
void keep_principal_roots(const rational_system& system, const solve_options& options, solve_result& result);

/// That it is proven of one solution.
bool has_principal_roots(const rational_system& system, const solve_solution& solution);

}  // namespace vieta::tracking
