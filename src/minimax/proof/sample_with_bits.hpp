#pragma once

#include "minimax/big.hpp"
#include "minimax/problem.hpp"
#ifdef VIETA_HAVE_ARB

namespace vieta::approximation {

/// With `bits` bits of each value that are right, or down to 2^(-2 bits), however many are computed with. Removable 0/0
/// and infinite weights: from the point that is a step aside. False when there is no finite number.
bool sample_with_bits(const problem& p, const big& x, const big& step, slong bits, sample<big>& out);

}  // namespace vieta::approximation

#endif  // VIETA_HAVE_ARB
