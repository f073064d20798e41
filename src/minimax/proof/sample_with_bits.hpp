#pragma once

#include "minimax/big.hpp"
#include "minimax/problem.hpp"
#ifdef VIETA_HAVE_ARB
#include "exact/arb.hpp"

namespace vieta::approximation {

/// What `sample` has, in balls.
struct ball_sample {
  exact::real_ball target, factor, argument;
};

/// At x, where the function is f. False when there are no finite numbers.
bool sample_in_balls(const problem& p, const arb_t x, const arb_t f, slong bits, ball_sample& out);

/// With `bits` bits of each value that are right, or down to 2^(-2 bits), however many are computed with. Removable 0/0
/// and infinite weights: from the point that is a step aside. False when there is no finite number.
bool sample_with_bits(const problem& p, const big& x, const big& step, slong bits, sample<big>& out);

/// The same at x itself, or, where values have limits only, from this side of it: false where 0/0 stands there.
bool sample_at_place(const problem& p, const big& x, int side, slong bits, sample<big>& out);

}  // namespace vieta::approximation

#endif  // VIETA_HAVE_ARB
