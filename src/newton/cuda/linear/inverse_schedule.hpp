#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "newton/cuda/linear/inverse_kernels.hpp"
#include "systems/largest.hpp"

// The inverse of a matrix in double. Before this file comes what launches: launch.cuh of the near-linear method on a
// device, cuda/launch_on_host.hpp.

namespace vieta::systems {
inline namespace VIETA_RUNS_ON {

using near_linear::launch;
using near_linear::memory;

/// |A| in the maximum norm; NaN where an entry is. `sums` has room for a number of each row.
template <bool Complex>
double largest_row_sum(const double_matrix& a, const memory<double>& sums) {
  using kernel = row_sums<Complex>;
  constexpr std::size_t rows = kernel::threads / kernel::lanes;
  launch(kernel{a, sums.get()}, static_cast<int>((a.n + rows - 1) / rows), 1, kernel::threads, kernel::shared());
  std::vector<double> all(a.n);
  sums.fetch(all.data(), a.n);
  double most = 0;
  for (const double sum : all) keep_largest(most, sum);
  return most;
}

/// A^-1 by Gauss-Jordan elimination in place with partial pivoting (Higham, Accuracy and Stability, section 14.4), in
/// panels of as many columns as the shared memory of one block holds, 16 at most: 2 n^3 operations (8 n^3 for complex
/// matrices), nearly all of them in products, and three launches for each panel. On a GPU the chain of n pivots takes
/// longest, and an inverse is applied by one matrix-vector product, where triangles would take a chain of n steps
/// again. |x - A^-1 b| is about cond(A) u |x| as with LU; the residual may be larger than LU's, which Newton's method
/// does not mind.
template <bool Complex>
class dense_inverse {
 public:
  /// Whether a panel of two columns fits.
  static bool fits(std::size_t n, std::size_t shared_bytes) {
    return n > 0 && eliminate_panel<Complex>::shared(n, 2) <= shared_bytes;
  }

  dense_inverse(std::size_t n, std::size_t shared_bytes) : n_(n) {
    for (width_ = add_panel_product<Complex>::most_width; eliminate_panel<Complex>::shared(n, width_) > shared_bytes;)
      width_ /= 2;
    pivots_.resize(n), moved_.resize(4 * width_), counts_.resize(2);
    top_re_.resize(width_ * n), top_im_.resize(Complex ? width_ * n : 0);
    sums_.resize(n);
  }

  /// The matrix, in the memory of what launches, becomes P-permuted: A^-1 b is the result times `exchanged(b)`. False
  /// at a pivot that is zero or not finite.
  bool invert(double* re, double* im) {
    const double_matrix a{re, im, n_};
    norm_ = largest_row_sum<Complex>(a, sums_);
    counts_.zero();
    int *const count = counts_.get(), *const singular = counts_.get() + 1;
    const int columns = static_cast<int>((n_ + 31) / 32), wide = static_cast<int>((n_ + 63) / 64);
    for (std::size_t first = 0; first < n_; first += width_) {
      const std::size_t w = std::min(width_, n_ - first);
      using panel = eliminate_panel<Complex>;
      launch(panel{a, first, w, pivots_.get(), moved_.get(), count, singular}, 1, 1, panel::threads,
             panel::shared(n_, w));
      using moves = move_rows<Complex>;
      launch(moves{a, first, w, moved_.get(), count, top_re_.get(), top_im_.get()}, columns, 1, moves::threads,
             moves::shared(w));
      using product = add_panel_product<Complex>;
      launch(product{a, first, w, top_re_.get(), top_im_.get()}, wide, columns, product::threads, product::shared());
    }
    int state[2] = {};
    counts_.fetch(state, 2);
    exchanges_.resize(n_);
    pivots_.fetch(exchanges_.data(), n_);
    inverse_norm_ = largest_row_sum<Complex>(a, sums_);
    return state[1] == 0;
  }

  /// The right side with the rows exchanged as those of the matrix were.
  template <class X>
  void exchange(std::vector<X>& b) const {
    for (std::size_t k = 0; k < n_; ++k) std::swap(b[k], b[static_cast<std::size_t>(exchanges_[k])]);
  }

  /// |A| |A^-1| in the maximum norm.
  [[nodiscard]] double condition() const { return norm_ * inverse_norm_; }

 private:
  std::size_t n_, width_ = 0;
  memory<int> pivots_, moved_, counts_;
  memory<double> top_re_, top_im_, sums_;
  std::vector<int> exchanges_;
  double norm_ = 0, inverse_norm_ = 0;
};

}  // namespace VIETA_RUNS_ON
}  // namespace vieta::systems
