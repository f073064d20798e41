#pragma once

#include "newton/iteration.hpp"

#ifdef VIETA_HAVE_ARB
namespace vieta::systems {

/// Whether `certify_stationary_in_double` takes seconds at most: up to 500 variables, and a bounded number of products
/// of pairs of variables.
bool stationary_in_double_serves(const polynomial_system::representation& system);

/// As `certify_stationary_by_arb`, for systems of hundreds of variables: values and derivatives in ball arithmetic, all
/// that takes O(n^3) in double. x is moved on by Newton's method with a fixed inverse.
bool certify_stationary_in_double(const session& session, newton_solution& solution);

}  // namespace vieta::systems
#endif
