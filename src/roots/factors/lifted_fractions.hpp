#pragma once

#include "exact/arb.hpp"

#ifdef VIETA_HAVE_ARB

#include <vector>

#include "roots/factors/integer_polynomial.hpp"

namespace vieta {

/// All roots of f modulo the prime, where it has as many simple ones there as its degree says; else nothing.
std::vector<ulong> roots_modulo(const fmpz_poly_t f, ulong prime);

/// The factors b x - a of the square-free f, f(0) != 0, where it is a product of such times a number; else nothing. Its
/// roots modulo a prime are lifted to powers of it, each as far as it takes to see a fraction.
std::vector<integer_polynomial> lifted_linear_factors(const fmpz_poly_t f);

/// Whether f is the product of these, up to a number.
bool is_product_of(std::vector<integer_polynomial> factors, const fmpz_poly_t f);

}  // namespace vieta

#endif
