#pragma once

#include "exact/arb.hpp"

#ifdef VIETA_HAVE_ARB

#include <cstdint>

#include "roots/sweep/scaled.hpp"
#include "vieta/core/complex.hpp"
#include "vieta/core/qd.hpp"

namespace vieta {

/// out = mantissa * 2^exponent, exactly.
void set_point(acb_t out, const complex<qd>& mantissa, std::int64_t exponent);

/// The middle of a ball in the scale 2^exponent, to 2^-200.
complex<qd> get_point(const acb_t ball, std::int64_t exponent);

}  // namespace vieta

#endif
