#pragma once

#include <cstddef>
#include <cstdint>

#include "exact/constants.hpp"
#include "io/polynomial/term_algebra.hpp"

namespace vieta::io {

/// A polynomial whose coefficients may be known in part: each is the one in `value` up to the one in `error` (real, not
/// negative; empty where all is exact).
struct known_terms {
  term_algebra::terms value, error;
};

/// A quotient of polynomials; an empty denominator is 1.
struct fraction {
  known_terms above, below;
};

/// Arithmetic with such quotients. Exact polynomials go through it as through term_algebra, whose work it is.
class fraction_algebra {
 public:
  using terms = term_algebra::terms;

  explicit fraction_algebra(std::size_t text_size) : algebra_(text_size) {}

  static fraction constant(const exact::approximation& number, bool imaginary);
  static fraction negated(fraction a);
  static bool is_polynomial(const fraction& a) { return a.below.value.empty(); }
  static bool is_exact(const fraction& a) { return a.above.error.empty() && a.below.error.empty(); }

  fraction sum(fraction a, fraction b);
  /// Brings terms of a long sum, collected in any order, into the form of a polynomial.
  terms sum(terms summands) { return algebra_.sum(std::move(summands)); }
  fraction product(const fraction& a, const fraction& b);
  /// `b` is not zero.
  fraction quotient(const fraction& a, const fraction& b);
  fraction power(const fraction& base, std::int64_t n);
  /// Divides what both have in common out of an exact fraction, by Euclid's algorithm.
  fraction lowest_terms(fraction a);

 private:
  known_terms add(known_terms a, known_terms b);
  known_terms multiply(const known_terms& a, const known_terms& b);
  known_terms inverse(const known_terms& number);
  known_terms raise(const known_terms& base, std::int64_t n);

  term_algebra algebra_;
};

}  // namespace vieta::io
