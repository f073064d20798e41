#pragma once

#include <cstddef>
#include <string>

#include "verify/systems/solution_claims.hpp"
#include "verify/work_limits.hpp"
#include "vieta/polynomial_system.hpp"

namespace vieta::verify_newton {

/// What is wrong with the claim that no solution is missing, of which `proven` different ones are proven: empty where
/// it holds, or claims nothing.
///
/// The product of the degrees is computed anew. Shared with the solver: reading terms, and writing them in isotropic
/// unknowns and combining equations; the search for groups of
/// variables, and their number; the search for mixed cells, with another random lifting, so with other cells; the count
/// modulo a prime, with another prime.
std::string complaint_of(const completeness_claim& claim, const polynomial_system& system, std::size_t proven,
                         const checking::work_limits& limits);

}  // namespace vieta::verify_newton
