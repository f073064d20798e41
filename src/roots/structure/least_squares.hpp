#pragma once

#include <complex>
#include <cstddef>
#include <vector>

namespace vieta::structure {

using number = std::complex<double>;
using column = std::vector<number>;

double norm_of(const column& v);

/// The columns of a matrix, factored by Householder's reflections as they come. A column may have more rows than those
/// before it, which are 0 there.
class growing_factors {
 public:
  void append(column next);
  [[nodiscard]] std::size_t columns() const { return upper_.size(); }
  /// The shortest solution of least squares for a right-hand side with as many rows as the last column; false where the
  /// columns depend on each other.
  bool solve(column right, column& solution) const;
  /// The smallest singular value, nearly, and its right singular vector.
  double smallest(column& vector) const;
  /// Norms of the rows of the pseudo-inverse: how far each unknown moves when the right-hand side moves by 1.
  [[nodiscard]] std::vector<double> sensitivities() const;

 private:
  void reflect(column& v) const;
  // Numbers on the diagonal below `least` count as that.
  [[nodiscard]] number pivot(std::size_t j, double least) const;
  bool solve_upper(column& x, double least) const;
  void solve_upper_adjoint(column& x, double least) const;

  std::vector<column> upper_;       // column j of R: rows 0 to j
  std::vector<column> reflection_;  // from row j on, of norm 1; empty where there is nothing to reflect
};

}  // namespace vieta::structure
