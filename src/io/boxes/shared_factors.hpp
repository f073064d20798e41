#pragma once

#include <cstddef>

#include "io/system/system_expression.hpp"

namespace vieta::io {

/// A polynomial with the zeros of `numerator` at all places where `divisor` is not 0, and without factors that the two
/// share, as far as these are found: variables, the whole divisor, and factors of polynomials in one variable. So a
/// zero that is one of the divisor alone is none of the quotient: x^2/x = 1/2 has the solution 1/2 only.
///
/// `text_size` is the length of the whole text: it bounds what is tried.
system_polynomial without_shared_factors(system_polynomial numerator, const system_polynomial& divisor,
                                         std::size_t text_size);

}  // namespace vieta::io
