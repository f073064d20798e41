#pragma once

#include "newton/iteration.hpp"

#ifdef VIETA_HAVE_ARB
namespace vieta::systems {

/// Krawczyk's test in ball arithmetic, for systems of a few hundred variables. True with x, radius, certified, proof,
/// real and digits of `solution` set; else nothing is changed.
bool certify_by_arb(const session& session, newton_solution& solution);

/// The same for more equations than variables, and a point where sum |f_i|^2 is stationary: J^H f = 0
/// (docs/method/newton.md). `certified` stays false.
bool certify_stationary_by_arb(const session& session, newton_solution& solution);

/// Largest |f_i(x)|, an upper bound, computed with 512 bits.
double residual_by_arb(const polynomial_system::representation& system, const system_point& x);

}  // namespace vieta::systems
#endif
