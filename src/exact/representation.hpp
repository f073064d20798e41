#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "exact/exact_real.hpp"
#include "vieta/polynomial.hpp"

namespace vieta {

/// What a polynomial holds. Coefficients are either all doubles (`re`, `im`) or all exact numbers (`exact_re`,
/// `exact_im`); the imaginary array is empty for a real polynomial. `exponents` is empty for a dense polynomial
/// (term k is x^k, k = 0..degree), else ascending and as long as the value arrays, all values nonzero.
struct polynomial::representation {
  std::int64_t degree = -1;
  std::vector<std::int64_t> exponents;
  std::vector<double> re, im;
  std::vector<exact::real> exact_re, exact_im;
  bool finite = true;

  [[nodiscard]] bool is_exact() const { return !exact_re.empty(); }
  [[nodiscard]] std::size_t size() const { return is_exact() ? exact_re.size() : re.size(); }
  [[nodiscard]] std::int64_t exponent(std::size_t term) const {
    return exponents.empty() ? static_cast<std::int64_t>(term) : exponents[term];
  }
};

/// Builds a polynomial from terms in any order; equal exponents add up, zeros drop out, and values that all fit a
/// double exactly become doubles. Dense storage is chosen when at least a quarter of the coefficients are nonzero.
struct term {
  std::int64_t exponent = 0;
  exact::real re, im;
};
polynomial make_polynomial(std::vector<term> terms);

/// The same from values in ascending order, one per power; `im` is empty or as long as `re`. The doubles may be NaN or
/// infinite.
polynomial make_polynomial(std::vector<double> re, std::vector<double> im);
polynomial make_polynomial(std::vector<exact::real> re, std::vector<exact::real> im);

}  // namespace vieta
