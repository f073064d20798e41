#pragma once

#include "exact/arb.hpp"
#include "minimax/function/tree.hpp"
#ifdef VIETA_HAVE_ARB

namespace vieta::approximation {

/// The expression is 0 wherever it has a value: a quotient of polynomials with rational coefficients whose numerator,
/// multiplied out, has none that is left. Balls do not cancel to the last bit, and x^3 - x less itself over x^3 - x is
/// 0/0 at 1 for them. False where it is not, or has other functions in it, or would take long.
bool is_zero_by_algebra(const tree& t);

}  // namespace vieta::approximation

#endif
