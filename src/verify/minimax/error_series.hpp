#pragma once

#include "exact/arb.hpp"

#ifdef VIETA_HAVE_ARB

#include <vector>

#include "minimax/function/tree.hpp"

namespace vieta::checking {

/// The Taylor coefficients 0 .. length - 1 of an expression at a point, or at all points of a ball: power series of
/// Arb's own functions, put together operation by operation. None of the solver's models of functions has a part in it.
/// False where a function has no series there, and for those that Arb has none of (Bessel's: values alone).
bool series_at(std::vector<exact::real_ball>& out, const approximation::tree& t, const arb_t x, slong length,
               slong precision);

}  // namespace vieta::checking

#endif
