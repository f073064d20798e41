#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "exact/representation.hpp"

namespace vieta::io {

/// Exact arithmetic with polynomials as lists of terms: exponents ascending and distinct, no zero coefficient. One
/// object counts the work of one expression and throws vieta::error before it gets too much, so that a short hostile
/// text such as ((x+1)^99999)^99999 ends at once.
class term_algebra {
 public:
  using terms = std::vector<term>;

  /// `text_size` is the length of the whole expression: a longer one may take longer.
  explicit term_algebra(std::size_t text_size);

  /// Brings terms in any order into the form above.
  terms sum(terms summands);
  terms product(const terms& a, const terms& b);
  terms quotient(const terms& a, const term& constant);  ///< constant is not zero
  terms power(const terms& base, std::int64_t n);
  static terms negated(terms a);

  static constexpr std::int64_t max_degree = 10'000'000;

 private:
  using real = exact::real;

  void charge(std::int64_t words);
  void charge_product(const real& a, const real& b);
  void charge_sum(const real& a, const real& b);
  real add(const real& a, const real& b);
  real multiply(const real& a, const real& b);
  real divide(const real& a, const real& b);
  term multiply(const term& a, const term& b);
  term divide(const term& a, const term& b);
  void accumulate(term& sum, const term& summand);
  term power_of_term(const term& base, std::int64_t n);
  terms power_by_recurrence(const terms& base, std::int64_t n, std::int64_t stride);
  terms power_by_squaring(const terms& base, std::int64_t n);

  std::int64_t work_left_;
};

}  // namespace vieta::io
