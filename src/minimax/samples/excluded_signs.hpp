#pragma once

#include "minimax/fit/exchange_problem.hpp"
#include "minimax/problem.hpp"

namespace vieta::approximation {

/// It is proven, with balls, that no p/q of the type whose q has the signs of `shown` has an error below `shown.error`.
/// With p/q each inequality sign (target q - factor p) < error q (q > 0 after its sign) is one over the coefficients;
/// positive multiples of all of them add up to 0 < 0 (Farkas 1902). There is one more of them than coefficients, so
/// the multipliers are those of a linear system, and that they are positive is all that has to be seen.
bool is_proven(const problem& p, const exclusion_of_signs& shown);

}  // namespace vieta::approximation
