#pragma once

#include "verify/systems/plain_system.hpp"
#ifdef VIETA_HAVE_ARB

#include <string>

#include "verify/systems/solution_claims.hpp"
#include "vieta/rational_system.hpp"

namespace vieta::verify_newton {

/// What is wrong, at the only zero of the polynomial equations in the box, with what a result says beyond them: that no
/// denominator is 0, that roots are the principal ones, where the angles are. Empty where all holds.
std::string complaint_of_functions(const rational_system& system, const solution_claim& claim, const system_point& x,
                                   const systems::ball_matrix& box, slong precision);

}  // namespace vieta::verify_newton

#endif  // VIETA_HAVE_ARB
