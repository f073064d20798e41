#pragma once

#include "minimax/proof/ball.hpp"
#ifdef VIETA_HAVE_ARB

namespace vieta::approximation {

/// The values of an expression at all x of a ball where it is defined: every operation as one of intervals. Wide where
/// numbers cancel, but it does not mind kinks and ends of domains, about which Taylor's theorem says nothing:
/// |x|^(1/5) around 0. Not finite where nothing is known.
void enclose(arb_t out, const tree& t, const arb_t x, slong precision);

}  // namespace vieta::approximation

#endif  // VIETA_HAVE_ARB
