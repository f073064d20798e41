#pragma once

#include <complex>
#include <cstddef>
#include <functional>
#include <vector>

#include "newton/evaluator.hpp"
#include "vieta/core/dd.hpp"

namespace vieta::systems {

/// A square matrix in double, scaled, factored into L U with partial pivoting: by LAPACK where it is there, else by our
/// own loops.
class lu_factors {
 public:
  using scalar = std::complex<double>;

  /// `matrix` holds n * n numbers of one part, row after row. False when a pivot is zero or not finite.
  bool factor(const multi_array& matrix, std::size_t n, int threads);
  /// x = A^-1 x, or A^-H x.
  void solve(std::vector<scalar>& x, bool conjugate_transposed = false) const;
  /// x = A^-1 x in double-double: the factors are doubles, the substitutions are not.
  void solve(std::vector<vieta::complex<dd>>& x) const;
  /// An estimate of the condition number in the 1-norm, seldom off by more than a factor of 3: Hager 1984, Higham 1988.
  [[nodiscard]] double condition() const;
  /// The inverse, row after row, in O(n^3).
  [[nodiscard]] std::vector<scalar> inverse(int threads) const;

 private:
  std::size_t n_ = 0;
  bool complex_ = false;
  double norm_ = 0;  // of the matrix, largest column sum
  // Column-major factors of the transposed matrix: row after row of the matrix is column after column of that.
  std::vector<double> real_;
  std::vector<scalar> complex_factors_;
  std::vector<int> pivots_;
};

/// A B for square matrices, row after row, in plain floating-point sums in some order: each entry errs by at most
/// sqrt(2) gamma_2n (|A| |B|), gamma_k = k u / (1 - k u), u = 2^-53 (Higham, Accuracy and Stability, section 3.5
/// and 3.6).
std::vector<std::complex<double>> multiply(const std::vector<std::complex<double>>& a,
                                           const std::vector<std::complex<double>>& b, std::size_t n, int threads);

/// Powers of two that bring the largest entry of each row to [1, 2): rows scaled in place. Returns the factors.
std::vector<double> scale_rows(multi_array& matrix, std::size_t rows, std::size_t columns);

/// GMRES (Saad, Schultz 1986) without restart for the matrix that `apply(v, w)` multiplies v by; x is the right side,
/// then the solution.
using linear_map = std::function<void(const std::vector<std::complex<double>>&, std::vector<std::complex<double>>&)>;
gmres_outcome gmres(const linear_map& apply, std::vector<std::complex<double>>& x, double tolerance, int max_steps);

/// GMRES preconditioned by factors of the matrix in double, for condition numbers beyond 1e16: M^-1 (A v) is formed in
/// double-double from A's first two parts, all else in double (Carson, Higham, SIAM J. Sci. Comput. 39 (2017), A2834).
/// Steps cost O(n^2). What it solves is right to about `tolerance`, for M^-1 A is far better conditioned than A.
gmres_outcome gmres_with_factors(const multi_array& matrix, std::size_t n, const lu_factors& factors,
                                 const multi_array& right, std::vector<std::complex<double>>& x, double tolerance,
                                 int max_steps, int threads);

/// GMRES preconditioned from the right by the matrix's diagonal.
gmres_outcome gmres(const multi_array& matrix, std::size_t n, std::vector<std::complex<double>>& x, double tolerance,
                    int max_steps, int threads);

}  // namespace vieta::systems
