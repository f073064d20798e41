#pragma once

#include "exact/arb.hpp"

#ifdef VIETA_HAVE_ARB

#include "roots/factors/integer_polynomial.hpp"

namespace vieta::real_line {

/// Of the coefficients, zeros left out.
int sign_changes(const fmpz_poly_t f);

/// Whether Descartes' rule of signs says at once that f has no positive root: in (0, 2^b), which holds all of them, and
/// in some of its halves. Where it does, the search in octaves would need as many bits as f cancels.
bool has_clearly_no_positive_root(const fmpz_poly_t f);

/// The same for 2^(e - 1) < x < 2^e.
bool has_clearly_no_root_in_octave(const fmpz_poly_t f, slong e);

}  // namespace vieta::real_line

#endif
