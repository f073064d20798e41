#pragma once

#include <vector>

#include "vieta/polynomial.hpp"

namespace vieta {

/// A factor without multiple roots, and how often it divides.
struct square_free_factor {
  polynomial factor;
  int multiplicity = 1;
};

/// p as a product of powers of square-free polynomials that share no root, when p has multiple roots; empty when p has
/// none, and also where it is not known: complex coefficients, coefficients of absurdly different size, no arbitrary
/// precision in this build. Exact: gcd of p and p', first modulo a prime (which settles the common case that there is
/// no multiple root), then over the integers (FLINT's modular Yun).
std::vector<square_free_factor> square_free_factors(const polynomial& p);

}  // namespace vieta
