#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "solve/count/exact_terms.hpp"
#include "vieta/polynomial_system.hpp"

namespace vieta::decomposing {

using scalar = std::complex<double>;
using counting::exact_equation;
using counting::exact_term;

scalar in_double(const complex<qd>& z);
std::vector<scalar> in_double(const system_point& x);
/// The largest modulus of a coordinate, and no less than 1.
double size_of(const std::vector<scalar>& x);
/// Of the first `most` equations: sums of the degrees of all components are no larger where these have the largest
/// degrees (Fulton 1984, example 8.4.6).
double product_of_degrees(const std::vector<exact_equation>& equations, std::size_t most);
double distance_of(const std::vector<scalar>& x, const std::vector<scalar>& y);

/// Equations in double, for measurements.
class numeric_equations {
 public:
  explicit numeric_equations(const std::vector<exact_equation>& equations);

  /// |f_e(x)| relative to the sum of the moduli of its terms, the largest of all e; 0 where there are no equations.
  [[nodiscard]] double relative_residual(const std::vector<scalar>& x) const;
  /// The Jacobian with rows divided by the size that their terms have at x, and times that of x, row after row.
  [[nodiscard]] std::vector<scalar> jacobian(const std::vector<scalar>& x) const;
  /// Whether zeros of so many equations clearly form a smooth set, within this distance of x: it has one sheet there.
  [[nodiscard]] bool has_rank(const std::vector<scalar>& x, std::size_t rank, double distance) const;
  [[nodiscard]] std::size_t count() const { return equations_.size(); }

 private:
  struct term {
    scalar coefficient;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> powers;
  };
  std::vector<std::vector<term>> equations_;
};

/// A dense matrix, factored by Householder's method with columns exchanged.
class pivoted_qr {
 public:
  pivoted_qr(std::vector<scalar> matrix, std::size_t rows, std::size_t columns);

  /// Diagonal entries of R that are larger than `tolerance` times the first one, which counts where it is larger than
  /// `tolerance` itself.
  [[nodiscard]] std::size_t rank(double tolerance) const;
  /// The least-squares solution, of a matrix of full column rank.
  [[nodiscard]] std::vector<scalar> solve(std::vector<scalar> right) const;

 private:
  std::size_t rows_, columns_;
  std::vector<scalar> a_;  // row after row: R above, Householder's vectors apart
  std::vector<std::vector<scalar>> reflectors_;
  std::vector<std::size_t> order_;
};

}  // namespace vieta::decomposing
