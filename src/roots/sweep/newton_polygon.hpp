#pragma once

#include <cstdint>
#include <vector>

#include "roots/coefficients.hpp"

namespace vieta {

/// One edge of the upper convex hull of the points (k, log2|a_k|): `count` roots have moduli around 2^log2_modulus.
struct polygon_edge {
  std::int64_t count = 0;
  double log2_modulus = 0;
  /// Of the binomial a_k + a_l x^(l-k) that the ends of the edge make: the roots' arguments are this one plus multiples
  /// of 2 pi / count.
  double argument = 0;
};

/// Edges in ascending order of modulus. O(terms). Source: Bini, "Numerical computation of polynomial zeros by means of
/// Aberth's method", Numer. Algorithms 13 (1996) 179-200.
std::vector<polygon_edge> newton_polygon(const coefficients& a, int threads = 1);

}  // namespace vieta
