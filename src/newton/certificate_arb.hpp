#pragma once

#include "newton/iteration.hpp"

#ifdef VIETA_HAVE_ARB
namespace vieta::systems {

/// Krawczyk's test in ball arithmetic, for systems of a few hundred variables. True with x, radius, certified, real and
/// digits of `solution` set; else nothing is changed.
bool certify_by_arb(const session& session, newton_solution& solution);

/// Largest |f_i(x)|, an upper bound, computed with 512 bits.
double residual_by_arb(const polynomial_system::representation& system, const system_point& x);

}  // namespace vieta::systems
#endif
