#pragma once

#include "exact/arb.hpp"

#ifdef VIETA_HAVE_ARB

#include <cstdint>

#include "roots/answer/certificate.hpp"
#include "roots/sweep/scaled.hpp"
#include "vieta/core/complex.hpp"
#include "vieta/core/qd.hpp"

namespace vieta {

/// out = mantissa * 2^exponent, exactly.
void set_point(acb_t out, const complex<qd>& mantissa, std::int64_t exponent);

/// The middle of a ball in the scale 2^exponent, to 2^-200.
complex<qd> get_point(const acb_t ball, std::int64_t exponent);

/// The disc, exactly; the smaller one where it has been sharpened.
void set_disc(acb_t centre, arb_t radius, const proven_disc& disc);

/// r becomes an exact number of 30 bits that is not below it.
void round_up(arb_t r);

/// The disc about the exact point z of the exact radius r takes the place of what was there; r is at most 10^-digits
/// |z|.
void shrink_to(proven_disc& disc, const acb_t z, const arb_t r, int digits);

}  // namespace vieta

#endif
