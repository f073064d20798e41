#pragma once

#include <span>
#include <vector>

#include "vieta/core/dd.hpp"

// Slow, obvious references for real_roots. The library separates roots by derivatives or by Bernstein coefficients; the
// exact reference does it by Sturm's theorem in integers, so that the two have nothing in common.
namespace vieta::test {

struct exact_root {
  long double value;  ///< right to 64 bits
  int multiplicity;   ///< exact
};

/// The distinct real roots in [lo, hi] of a[0] + a[1] x + ..., ascending, for exactly these doubles. The ends may be
/// infinite. The coefficients are finite and not all zero. Takes milliseconds at degree 10, a tenth of a second at 24.
std::vector<exact_root> exact_real_roots(std::span<const double> a, double lo, double hi);

/// The same for coefficients that are double-doubles.
struct exact_dd_root {
  dd value;  ///< right to 106 bits
  int multiplicity;
};
std::vector<exact_dd_root> exact_real_roots(std::span<const dd> a, dd lo, dd hi);

/// The sign of the same polynomial at x, exactly: -1, 0 or 1.
int exact_sign(std::span<const double> a, double x);
int exact_sign(std::span<const dd> a, dd x);

/// p^(m)(x) / m! for all m, from exact numbers.
std::vector<double> taylor_coefficients(std::span<const dd> a, dd x);

/// Roots in [lo, hi] (finite) at which the polynomial changes sign or is zero at an extremum, by the derivative chain
/// in 64 and 113 bits: for counts over many random polynomials, whose roots are simple. Held against the exact
/// reference.
std::vector<double> quick_real_roots(std::span<const double> a, double lo, double hi);

}  // namespace vieta::test
