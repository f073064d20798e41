#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "exact/limited_arithmetic.hpp"
#include "exact/representation.hpp"

namespace vieta::io {

/// Exact arithmetic with polynomials as lists of terms: exponents ascending and distinct, no zero coefficient. One
/// object reads one expression, and throws vieta::error before its work gets too much.
class term_algebra {
 public:
  using terms = std::vector<term>;

  explicit term_algebra(std::size_t text_size) : arithmetic_(text_size) {}

  /// Brings terms in any order into the form above.
  terms sum(terms summands);
  terms product(const terms& a, const terms& b);
  terms quotient(const terms& a, const term& constant);  ///< constant is not zero
  terms power(const terms& base, std::int64_t n);
  /// Quotient and remainder; the divisor is not zero.
  std::pair<terms, terms> divided(const terms& a, const terms& divisor);
  static terms negated(terms a);

  static constexpr std::int64_t max_degree = 10'000'000;

 private:
  using real = exact::real;

  term multiply(const term& a, const term& b);
  term divide(const term& a, const term& b);
  void accumulate(term& sum, const term& summand);
  term power_of_term(const term& base, std::int64_t n);
  terms power_by_recurrence(const terms& base, std::int64_t n, std::int64_t stride);
  terms power_by_squaring(const terms& base, std::int64_t n);

  exact::limited_arithmetic arithmetic_;
};

}  // namespace vieta::io
