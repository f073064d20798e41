#pragma once

#include <vector>

#include "vieta/polynomial.hpp"

namespace vieta {

/// A factor without multiple roots, and how often it divides.
struct square_free_factor {
  polynomial factor;
  int multiplicity = 1;
};

struct square_free_parts {
  std::vector<square_free_factor> factors;  ///< empty when there are no multiple roots, and where nothing is known
  bool are_known = false;                   ///< without factors: p itself is square-free
};

/// p as a product of powers of square-free polynomials that share no root, when p has multiple roots. Not known for
/// complex coefficients, coefficients of absurdly different size, without arbitrary precision in this build. Exact: gcd
/// of p and p', first modulo a prime (which settles the common case that there is no multiple root), then over the
/// integers (FLINT's modular Yun).
square_free_parts square_free_factors(const polynomial& p);

}  // namespace vieta
