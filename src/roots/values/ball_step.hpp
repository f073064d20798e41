#pragma once

#include "exact/arb.hpp"

#ifdef VIETA_HAVE_ARB

#include "roots/values/value_source.hpp"

namespace vieta::values {

/// out = z, exactly.
void set_point(acb_t out, const complex<dd>& z);

/// Newton's step of balls that hold p and p' at a point; they are overwritten.
proven_step step_of(acb_t p, acb_t slope, slong precision);

}  // namespace vieta::values

#endif
