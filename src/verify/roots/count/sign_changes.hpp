#pragma once

#include "exact/arb.hpp"

#ifdef VIETA_HAVE_ARB

#include <span>

#include "verify/roots/count/disc.hpp"
#include "verify/work_limits.hpp"
#include "vieta/polynomial.hpp"

namespace vieta::checking {

/// Whether a polynomial with real coefficients has values of different signs where the rim of each disc, about a real
/// point, meets the real axis, or is exactly 0 at the centre of one of radius 0: then each holds a root. Where there
/// are as many disjoint discs as the degree says, each holds one root. Two values take much less time than the Taylor
/// coefficients of an ill-conditioned polynomial. False where that is not known. Throws `stopped`.
bool change_signs(const polynomial& p, std::span<const disc> discs, const work_limits& limits);

}  // namespace vieta::checking

#endif
