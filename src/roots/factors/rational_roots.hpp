#pragma once

#include "exact/arb.hpp"

#ifdef VIETA_HAVE_ARB

#include <vector>

#include "roots/factors/integer_polynomial.hpp"

namespace vieta {

/// All roots of the square-free f, f(0) != 0, where all are fractions with parts below 2^15, or integers below 2^29, as
/// those of Wilkinson's polynomials are, or where coefficients are long for their degree, as those of fractions with
/// long parts are; and where the degree makes that worth a look. Else nothing. Balls of so many bits (192 at least), of
/// which none holds two of them.
std::vector<exact::real_ball> rational_roots_if_all(const fmpz_poly_t f, slong bits = 0);

/// Whether that looks for fractions with long parts or for integers, which takes a small part of the time that a search
/// for all real roots does.
bool may_have_telling_fractions_alone(const fmpz_poly_t f);

/// Cheap conditions that a square-free f meets whose roots are all real: Descartes' rule for f(x) and f(-x), Newton's
/// inequalities, and that neither the roots nor their inverses have a variance of 0 or less, as those near a circle
/// have.
bool may_have_real_roots_alone(const fmpz_poly_t f);

}  // namespace vieta

#endif
