#pragma once

#include <random>
#include <string>
#include <utility>
#include <vector>

#include "vieta/newton.hpp"
#include "vieta/polynomial_system.hpp"

// The judge of `newton`: systems as plain lists of terms with double coefficients, evaluated term by term in
// floating-point arithmetic with 700 bits. Nothing is shared with the library: no graph, no groups, no kernels.
namespace vieta::test {

struct plain_term {
  double re = 1, im = 0;
  std::vector<std::pair<int, int>> powers;  ///< variable, exponent
};
struct plain_system {
  int variables = 0;
  std::vector<std::vector<plain_term>> equations;

  [[nodiscard]] std::vector<std::string> texts() const;
  [[nodiscard]] std::vector<std::string> names() const;
  [[nodiscard]] polynomial_system build() const;
};

plain_system plain_cyclic(int n);
plain_system plain_katsura(int n);
/// Random terms: `terms` of them in each equation, of at most `factors` factors with exponents up to `power`.
plain_system random_system(int variables, int equations, int terms, int factors, int power, bool complex,
                           std::mt19937_64& random);

/// Values and derivatives at a point, as quad-doubles rounded from 700 bits.
std::vector<complex<qd>> plain_values(const plain_system& system, const system_point& x);
std::vector<complex<qd>> plain_jacobian(const plain_system& system, const system_point& x);  ///< row after row
/// sum of |c x^a| for each equation, and for each entry of the Jacobian.
std::vector<double> plain_sizes(const plain_system& system, const system_point& x);
std::vector<double> plain_jacobian_sizes(const plain_system& system, const system_point& x);

/// Largest |f_i(x)|.
double plain_residual(const plain_system& system, const system_point& x);
/// Newton's method in 700 bits from x; the distance of its limit from x in the largest coordinate, or infinity when it
/// does not settle.
double distance_to_zero(const plain_system& system, const system_point& x);

/// Largest |a - b| as a double, computed exactly enough.
double difference(const complex<qd>& a, const complex<qd>& b);

}  // namespace vieta::test
