#pragma once

#include <optional>
#include <utility>

#include "exact/arb.hpp"
#include "minimax/function/tree.hpp"
#ifdef VIETA_HAVE_ARB

namespace vieta::approximation {

/// The expression is 0 wherever it has a value: a quotient of polynomials with rational coefficients whose numerator,
/// multiplied out, has none that is left. Balls do not cancel to the last bit, and x^3 - x less itself over x^3 - x is
/// 0/0 at 1 for them. False where it is not, or has other functions in it, or would take long.
bool is_zero_by_algebra(const tree& t);

/// Degrees of numerator and denominator in lowest terms of a quotient of polynomials with rational coefficients;
/// nothing where there are other functions or numbers in it, or where it would take long.
std::optional<std::pair<slong, slong>> degrees_by_algebra(const tree& t);

/// How many leading coefficients of the expression's Taylor series are 0, for x as a polynomial in t with rational
/// coefficients (one that is exact in every ball); `most` at most. Elementary functions have rational coefficients
/// where their argument is 0 (exp, sin, atan, ...) or 1 (log, roots): in balls the 1/6 of x - sin(x) - x^3/6 does not
/// cancel. 0 where a coefficient is not rational, or none vanishes.
slong leading_zeros_by_algebra(const tree& t, const arb_poly_t x, slong most);

}  // namespace vieta::approximation

#endif
