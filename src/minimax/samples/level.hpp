#pragma once

#include <string>
#include <vector>

#include "minimax/big.hpp"
#include "minimax/problem.hpp"

namespace vieta::approximation {

/// A largest error at the samples that no p is below (de la Vallee-Poussin), proven with balls and rounded down. The
/// exchange has left errors of one size at a `reference` of one more points than there are free coefficients: one sum
/// of these errors, times weights, is the same for all p, and the largest error is at least that over the sum of the
/// weights' sizes. 0 where the points show nothing. `wanted`: what it is about to be; far below that nobody minds.
double proven_level(const problem& p, const std::vector<long double>& reference, double wanted);

/// The same of a sample's error that no p changes, since p's factor is 0 there.
double proven_fixed_error(const problem& p);

/// Of p/q: the errors of this one (coefficients as decimals) alternate at these places as often as shows that none
/// whose q has one sign at all samples errs less than the least of these errors; 0 where they do not. Constraints p(A)
/// = B on the value of p/q are met by all, and take one alternation each.
double proven_level_of_quotient(const problem& p, const std::vector<std::string>& of_p,
                                const std::vector<std::string>& of_q, const std::vector<minimax_point>& places);

#ifdef VIETA_HAVE_ARB
/// What an error is made of at a sample, with the current big::precision; false where that is not finite.
bool given_sample(const problem& p, const big& x, sample<big>& out);
#endif

}  // namespace vieta::approximation
