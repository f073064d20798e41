#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "exact/exact_real.hpp"
#include "solve/count/exact_terms.hpp"
#include "solve/count/prime_field.hpp"

namespace vieta::tracking {

/// Two unknowns x, y, in whose place stand the linear factors of x^2 + c x y + d y^2. With m = c / 2, r = d - m^2 and
/// w^2 = -1 / r these are x = p + q - m y, y = w (q - p), so that the quadratic form is 4 p q: conics that meet the
/// line at infinity in the same two points have fewer monomials in p and q, and a smaller mixed volume. c = 0, d = 1:
/// the isotropic coordinates x + i y = 2 p and x - i y = 2 q of circles, with w = i.
struct isotropic_pair {
  std::uint32_t x = 0, y = 0;
  exact::real c = {}, d = one();

  [[nodiscard]] bool is_of_circles() const;
  /// c / 2 and d - c^2 / 4.
  [[nodiscard]] exact::real shear() const;
  [[nodiscard]] exact::real square() const;
  /// In x' and y', where x = 2^k x' and y = 2^l y' with k - l = `difference`, of a pair of x', y': the form in x and y.
  [[nodiscard]] isotropic_pair in_units(std::int64_t difference) const;
  /// "x^2+2*y^2".
  [[nodiscard]] std::string form(const std::vector<std::string>& variables) const;

 private:
  static exact::real one() {
    exact::real x;
    x.numerator = 1;
    return x;
  }
};

/// A pair and how many forms of highest degree in its unknowns, each the factor of a monomial in the others, are
/// divisible by one of its two linear factors, by each of them counted.
struct counted_pair {
  std::size_t forms = 0;
  isotropic_pair pair;
};

/// Pairs that make forms of highest degree divisible, those with most first; of circles before others. The count is
/// made modulo the field's prime.
std::vector<counted_pair> pairs_worth_trying(const counting::prime_field& field,
                                             const std::vector<counting::exact_equation>& equations,
                                             std::size_t variables, std::uint64_t seed);

}  // namespace vieta::tracking
