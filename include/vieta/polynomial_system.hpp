#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "vieta/core/complex.hpp"
#include "vieta/core/qd.hpp"
#include "vieta/export.hpp"

namespace vieta {

/// One point: a complex number of 63 digits for each variable, in the order of `variables()`.
using system_point = std::vector<complex<qd>>;

/// Polynomial equations f_1 = 0, ..., f_m = 0 in n variables, sparse: only terms with a nonzero coefficient are kept.
/// Coefficients are exact (integers, fractions, decimals of any length), except those of families that say otherwise.
/// Immutable; copies share the data.
class VIETA_API polynomial_system {
 public:
  /// One text for each equation: "x^2 + y^2 - 1", "(1+2*i)*x*y - 2/3". An '=' may stand between two sides. Variables
  /// are numbered in order of first appearance unless `variables` names them all. i and I are the imaginary unit.
  /// Throws vieta::error that names the equation's number.
  static polynomial_system parse(std::span<const std::string> equations, std::span<const std::string> variables = {});

  [[nodiscard]] std::size_t equations() const;
  [[nodiscard]] const std::vector<std::string>& variables() const;
  [[nodiscard]] std::size_t terms() const;  ///< of all equations together
  [[nodiscard]] bool is_real() const;       ///< no coefficient has an imaginary part

  struct representation;  ///< private to the library: src/systems/representation.hpp
  explicit polynomial_system(std::shared_ptr<const representation> data);
  [[nodiscard]] const representation& data() const { return *data_; }

 private:
  std::shared_ptr<const representation> data_;
};

/// Systems that the literature measures itself by, for any number of variables. They throw vieta::error for a number of
/// variables that makes no sense.
namespace families {

/// The cyclic n-roots problem (Björck, Fröberg 1991): sum_j x_j x_{j+1} ... x_{j+i-1} = 0 (indices modulo n) for
/// i = 1 .. n-1, and x_0 ... x_{n-1} = 1. n >= 2.
VIETA_API polynomial_system cyclic(int n);

/// Katsura's system for n + 1 variables u_0 .. u_n: sum_l u_|l| u_|m-l| = u_m for m = 0 .. n-1, l = -n .. n and
/// |m-l| <= n; u_0 + 2 (u_1 + ... + u_n) = 1. n >= 1.
VIETA_API polynomial_system katsura(int n);

/// Noonburg's neural network: x_i sum_{j != i} x_j^2 - 1.1 x_i + 1 = 0. n >= 2.
VIETA_API polynomial_system noon(int n);

/// Morgan's economics problem: (x_k + sum_{i=1}^{n-k-1} x_i x_{i+k}) x_n = k for k = 1 .. n-1, x_1 + ... + x_{n-1} =
/// -1. n >= 2.
VIETA_API polynomial_system eco(int n);

/// The discretised H-equation of Chandrasekhar: 2n H_i - c H_i sum_j i / (i + j) H_j - 2n = 0 with i = 1 .. n,
/// j = 0 .. n-1, where the sum's factor H_j is the variable number j + 1 (Verschelde, Yu 2014, equation 6). n >= 1. The
/// coefficients are quad-doubles, within 2^-205 of the exact ones, relatively.
VIETA_API polynomial_system chandrasekhar(int n, double c = 33.0 / 64);

}  // namespace families
}  // namespace vieta
