#pragma once

#include <algorithm>
#include <vector>

#include "newton/cuda/linear/qr_kernels.hpp"
#include "newton/cuda/linear/tile_product.hpp"
#include "newton/linear/multiple_qr.hpp"

// Least squares by a blocked Householder QR in multiple doubles. Before this file comes what launches: launch.cuh of
// the near-linear method on a device, cuda/launch_on_host.hpp.

namespace vieta::systems {
inline namespace VIETA_RUNS_ON {

using near_linear::launch;
using near_linear::memory;

/// Planes of N-fold numbers in the memory of what launches.
template <int N, bool Complex>
class plane_memory {
 public:
  void resize(std::size_t size) {
    for (int p = 0; p < N; ++p) {
      re_[p].resize(size);
      if (Complex) im_[p].resize(size);
    }
  }
  [[nodiscard]] planes view() const {
    planes r;
    for (int p = 0; p < N; ++p) {
      r.re[p] = re_[p].get();
      if (Complex) r.im[p] = im_[p].get();
    }
    return r;
  }
  /// The leading parts of the first `count` numbers: real, then imaginary.
  void fetch_leading(std::vector<double>& re, std::vector<double>& im, std::size_t count) const {
    re.resize(count), im.assign(count, 0.0);
    re_[0].fetch(re.data(), count);
    if (Complex) im_[0].fetch(im.data(), count);
  }

 private:
  memory<double> re_[N], im_[N];
};

/// x minimises |b - A x|; A has `rows` rows of `columns` numbers, row after row, and rows >= columns. Panels of 64
/// columns become Q = I - V T V^H (Schreiber, Van Loan, SIAM J. Sci. Stat. Comput. 10 (1989)), with
/// T^-1 = the upper triangle of V^H V with 1 / beta on its diagonal (Joffrain et al., ACM TOMS 32 (2006)); what is to
/// the right of a panel gets A - V T^H (V^H A), b as one more column. 4/3 n^3 multiply-adds, nearly all of them in
/// `tile_product`. Then R x = Q^H b in tiles, whose triangles are inverted beforehand (Verschelde 2021,
/// arXiv:2110.08375). Or by modified Gram-Schmidt, as Verschelde and Yu (2014): 2 m n^2 multiply-adds, a launch for
/// each column, and memory for R beside A.
template <int N, bool Complex>
class blocked_qr {
 public:
  using view = matrix_view<N, Complex>;

  blocked_qr(std::size_t rows, std::size_t columns) : rows_(rows), columns_(columns) {
    a_.resize(rows * (columns + 1));
    diagonal_.resize(columns), head_.resize(columns), beta_.resize(columns);
    v_.resize(rows * panel_columns);
    w_.resize(panel_columns * (columns + 1));
    const std::size_t tiles = (columns + panel_columns - 1) / panel_columns;
    triangle_.resize(panel_columns * panel_columns * tiles), between_.resize(panel_columns * panel_columns * tiles);
    // Partial products: a fixed number of parts for what a panel sees first, fewer numbers later.
    partial_.resize(panel_columns *
                    std::max((columns + 1) * most_parts, std::size_t{panel_columns} * gram_parts(rows)));
  }

  /// All pointers are to the memory of what launches; x has `columns` numbers.
  void solve(const const_planes& matrix, const const_planes& b, const planes& x,
             qr_method method = qr_method::householder) {
    const view a{a_.view(), 0, rows_};
    transpose_into(matrix, columns_, a);
    transpose_into(b, 1, a.from(0, columns_));
    if (method == qr_method::gram_schmidt) {
      upper_.resize(columns_ * (columns_ + 1));
      const view r{upper_.view(), 0, columns_};
      using kernel = orthogonalise_column<N, Complex>;
      for (std::size_t k = 0; k < columns_; ++k)
        run(kernel{a, r, rows_, k, diagonal_.view()}, columns_ + 1 - k, 1, kernel::shared());
      return substitute_back(r, x);
    }
    for (std::size_t first = 0; first < columns_; first += panel_columns)
      factor_panel(a, first, std::min<std::size_t>(panel_columns, columns_ - first));
    substitute_back(a, x);
  }

  /// Moduli of the diagonal of R after `solve`.
  [[nodiscard]] std::vector<double> diagonal() const {
    std::vector<double> re, im;
    diagonal_.fetch_leading(re, im, columns_);
    for (std::size_t k = 0; k < columns_; ++k) re[k] = std::hypot(re[k], im[k]);
    return re;
  }

 private:
  static constexpr std::size_t most_parts = 8, gram_part = 128;
  static std::size_t gram_parts(std::size_t rows) { return (rows + gram_part - 1) / gram_part; }
  template <class Kernel>
  static void run(const Kernel& kernel, std::size_t x, std::size_t y, std::size_t shared) {
    if (x > 0 && y > 0) launch(kernel, static_cast<int>(x), static_cast<int>(y), Kernel::threads, shared);
  }

  void transpose_into(const const_planes& from, std::size_t columns, const view& to) {
    using kernel = transpose<N, Complex>;
    run(kernel{from, to, rows_, columns}, (columns + kernel::side - 1) / kernel::side,
        (rows_ + kernel::side - 1) / kernel::side, sizeof(double) * kernel::side * (kernel::side + 1));
  }

  /// A^H B in parts, for at least `wanted` blocks where there are rows enough; returns the number of parts.
  std::size_t conjugate_product(const view& v, std::size_t width, const view& b, std::size_t count, std::size_t rows,
                                std::size_t part) {
    using kernel = tile_product<N, Complex, true>;
    const kernel product{v, b, {partial_.view(), 0, width}, width, count, rows, part};
    const std::size_t parts = (rows + part - 1) / part;
    run(product, static_cast<std::size_t>(product.tiles()), parts, kernel::shared());
    return parts;
  }

  void factor_panel(const view& a, std::size_t first, std::size_t width) {
    for (std::size_t k = first; k < first + width; ++k) {
      using kernel = reflect_column<N, Complex>;
      run(kernel{a, rows_, k, diagonal_.view(), head_.view(), beta_.view()}, first + width - k, 1, kernel::shared());
    }
    const std::size_t rows = rows_ - first, after = first + width, count = columns_ + 1 - after;
    const view v{v_.view(), 0, rows_}, triangle{triangle_.view(), 0, panel_columns},
        between{between_.view(), 0, panel_columns}, w{w_.view(), 0, width}, partial{partial_.view(), 0, width};
    run(copy_panel<N, Complex>{a, v, rows_, first, head_.view()}, width, 1, 0);
    const std::size_t gram = conjugate_product(v, width, v, width, rows, gram_part);
    run(add_parts<N, Complex>{partial, width * width, gram}, (width * width + 255) / 256, 1, 0);
    run(invert_triangles<N, Complex>{partial, beta_.view(), first, width, triangle, between}, 1, 1, 0);
    // As many parts as keep a large device busy, each of 256 rows at least.
    const std::size_t wanted = (rows + most_parts - 1) / most_parts;
    const std::size_t part = std::max<std::size_t>(256, (wanted + lazy_chunk - 1) / lazy_chunk * lazy_chunk);
    const view rest = a.from(first, after);
    const std::size_t parts = conjugate_product(v, width, rest, count, rows, part);
    using apply = apply_triangle<N, Complex>;
    run(apply{triangle, partial, w, width, count, parts}, (count + apply::columns - 1) / apply::columns, 1,
        apply::shared());
    using kernel = tile_product<N, Complex, false>;
    const kernel update{v, w, rest, rows, count, width, 0};
    run(update, static_cast<std::size_t>(update.tiles()), 1, kernel::shared());
  }

  void substitute_back(const view& a, const planes& x) {
    const std::size_t tiles = (columns_ + panel_columns - 1) / panel_columns;
    run(invert_numbers<N, Complex>{diagonal_.view(), beta_.view(), columns_}, (columns_ + 255) / 256, 1, 0);
    const view inverse{triangle_.view(), 0, panel_columns}, between{between_.view(), 0, panel_columns};
    run(invert_triangles<N, Complex>{a, beta_.view(), 0, columns_, inverse, between}, tiles, 1, 0);
    using kernel = substitute<N, Complex>;
    for (std::size_t tile = tiles; tile-- > 0;)
      run(kernel{a, a.from(0, columns_), inverse, x, tile, columns_}, tile + 1, 1, kernel::shared());
  }

  std::size_t rows_, columns_;
  plane_memory<N, Complex> a_, upper_, diagonal_, head_, beta_, v_, w_, triangle_, between_, partial_;
};

}  // namespace VIETA_RUNS_ON
}  // namespace vieta::systems
