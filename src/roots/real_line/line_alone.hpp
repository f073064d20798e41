#pragma once

#include <functional>
#include <vector>

#include "roots/answer/certificate.hpp"
#include "roots/factors/integer_polynomial.hpp"

#ifdef VIETA_HAVE_ARB

namespace vieta::real_line {

/// Whether discs of all real roots of f, each of which is a simple one, hold no complex ones either, as large as
/// decimals of so many digits make them. By Pellet's test about each centre, with the real roots near it. False where
/// that finds no proof; true where it would take longer than to find the roots did.
bool hold_real_roots_alone(const fmpz_poly_t f, const std::vector<proven_disc>& discs, int digits,
                           const std::function<bool()>& must_stop);

}  // namespace vieta::real_line

#endif
