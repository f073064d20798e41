#pragma once

#include "vieta/polynomial.hpp"
#include "vieta/roots.hpp"

namespace vieta::checking {

/// Whether each claim of the result follows from multiplying out: p has whole coefficients, all roots are listed as
/// whole numbers in discs that hold no other one, real, with their multiplicities, and the product of their linear
/// factors and the leading coefficient is p, in integers of 128 bits. For degrees to 64; false says nothing.
/// O(degree^2).
bool is_whole_product(const polynomial::representation& p, const roots_result& result);

}  // namespace vieta::checking
