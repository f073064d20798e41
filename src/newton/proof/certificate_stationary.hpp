#pragma once

#include "newton/iteration.hpp"

#ifdef VIETA_HAVE_ARB
namespace vieta::systems {

/// Whether `certify_stationary_in_double` takes seconds at most: up to 1000 variables, and a bounded number of
/// products of pairs of variables.
bool stationary_in_double_serves(const polynomial_system::representation& system);

/// As `certify_stationary_by_arb`, for systems of up to a thousand variables: values and derivatives in ball
/// arithmetic, all that takes O(n^3) in double, with proven bounds of its rounding. x is moved on by Newton's method
/// with a fixed inverse. False, and nothing changed, also where J^H J is too badly conditioned for a double.
bool certify_stationary_in_double(const session& session, newton_solution& solution);

}  // namespace vieta::systems
#endif
