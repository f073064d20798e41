#pragma once

#include <optional>

#include "roots/answer/certificate.hpp"
#include "roots/coefficients.hpp"

namespace vieta {

/// A disc that holds all roots of q~(x^stride) for every q~ whose coefficients differ from those of q by at most
/// `uncertainty` (below 1/2) times their modulus. About 0 by Cauchy's bound (1829), or, when that is smaller, the
/// degree at most 500 and the stride 1, about the mean of the roots by the same bound for the Taylor coefficients
/// there:
///   |c_n| r^n > sum_{k < n} |c_k| r^k for all of them.
/// Real coefficients give a real centre. Rounding is allowed for. O(terms), and O(n^2) quad-double operations for the
/// mean. Proof: docs/method/roots.md, "Uncertain coefficients". Nothing when a number leaves the range of doubles.
std::optional<proven_disc> enclose_all_roots(const coefficients& q, std::int64_t stride, double uncertainty);

}  // namespace vieta
