#pragma once

#include "exact/arb.hpp"

#ifdef VIETA_HAVE_ARB

#include <optional>

#include "exact/representation.hpp"
#include "verify/roots/count/disc.hpp"

namespace vieta::checking {

/// A number b such that an integer of at most b bits makes every Taylor coefficient of p about the disc's centre a
/// Gaussian integer (its unit circle taken): of the denominators of p's coefficients, and the degree's power of the
/// centre's. Empty when b is beyond a billion.
std::optional<slong> denominator_bits(const disc& d, const polynomial::representation& p);

}  // namespace vieta::checking

#endif
