#pragma once

#include <optional>
#include <vector>

#include "roots/factors/square_free.hpp"
#include "vieta/polynomial.hpp"

namespace vieta {

/// square_free_factors for complex coefficients, over the rational numbers and i: greatest common divisors modulo
/// primes of the form 4 k + 1, where i is a number, joined and proven by exact division. Not known where that would
/// take too long, or for coefficients of absurdly different size.
square_free_parts complex_square_free_factors(const polynomial& p);

}  // namespace vieta
