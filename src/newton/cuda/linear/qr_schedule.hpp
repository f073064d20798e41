#pragma once

#include <algorithm>
#include <type_traits>
#include <variant>
#include <vector>

#include "newton/cuda/linear/qr_kernels.hpp"
#include "newton/cuda/linear/remainders/remainder_product.hpp"
#include "newton/cuda/linear/tile_product.hpp"
#include "newton/linear/multiple_qr.hpp"

// Least squares by a blocked Householder QR in multiple doubles. Before this file comes what launches: launch.cuh of
// the near-linear method on a device, cuda/launch_on_host.hpp; and what remainder_product.hpp names.

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
  void zero() {
    for (int p = 0; p < N; ++p) {
      re_[p].zero();
      if (Complex) im_[p].zero();
    }
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

/// How the columns of a QR go together: `block` columns are factored by halves, and what is to the right of them or of
/// a part of them, of `remainders_from` columns at least, is multiplied by remainders. Without these a block is a
/// panel.
struct qr_blocks {
  std::size_t block = panel_columns, remainders_from = std::size_t(-1);
};

/// What pays on a device with tensor cores (docs/benchmarks.md).
inline constexpr qr_blocks blocks_by_remainders{512, 64};

/// x minimises |b - A x|; A has `rows` rows of `columns` numbers, row after row, and rows >= columns. Panels of 64
/// columns become Q = I - V T V^H (Schreiber, Van Loan, SIAM J. Sci. Stat. Comput. 10 (1989)), with
/// T^-1 = the upper triangle of V^H V with 1 / beta on its diagonal (Joffrain et al., ACM TOMS 32 (2006)); what is to
/// the right of a panel gets A - V T^H (V^H A), b as one more column. 4/3 n^3 operations, nearly all of them in
/// `tile_product`; or, for large matrices where a device has tensor cores, in `remainder_product` of blocks of many
/// panels, which are factored recursively (Elmroth, Gustavson, IBM J. Res. Dev. 44 (2000)). Then R x = Q^H b in tiles,
/// whose triangles are inverted beforehand (Verschelde 2021, arXiv:2110.08375). Or by modified Gram-Schmidt, as
/// Verschelde and Yu (2014): 2 m n^2 multiply-adds, a launch for each column, and memory for R beside A.
template <int N, bool Complex>
class blocked_qr {
 public:
  using view = matrix_view<N, Complex>;

  blocked_qr(std::size_t rows, std::size_t columns, const qr_blocks& blocks = {})
      : rows_(rows), columns_(columns), blocks_(blocks) {
    a_.resize(rows * (columns + 1));
    diagonal_.resize(columns), head_.resize(columns), beta_.resize(columns);
    v_.resize(rows * blocks.block);
    sums_.resize(2 * panel_columns * (most_parts + 1));
    w_.resize(panel_columns * (columns + 1));
    const std::size_t tiles = (columns + panel_columns - 1) / panel_columns;
    inverse_.resize(panel_columns * panel_columns * tiles);
    triangle_.resize(blocks.block * blocks.block);
    if (has_remainders()) {
      square_.resize(blocks.block * blocks.block);
      wide_.resize(blocks.block * (columns + 1)), wide_too_.resize(blocks.block * (columns + 1));
    }
    // Partial products: a fixed number of parts for what a panel sees first, fewer numbers later; of halves of a block.
    partial_.resize(std::max({panel_columns * (columns + 1) * most_parts,
                              std::size_t{panel_columns} * panel_columns * gram_parts(rows),
                              has_remainders() ? blocks.block * blocks.block / 4 * most_parts : 0}));
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
    for (std::size_t first = 0; first < columns_; first += blocks_.block) {
      const std::size_t width = std::min(blocks_.block, columns_ - first);
      if (has_remainders()) triangle_.zero();
      first_ = first;
      factor(a, 0, width);
      update(a, 0, width, first + width, columns_ + 1 - first - width);
    }
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

  [[nodiscard]] bool has_remainders() const { return blocks_.block > panel_columns; }
  [[nodiscard]] view v() const { return {v_.view(), 0, rows_}; }
  [[nodiscard]] view triangle() const { return {triangle_.view(), 0, blocks_.block}; }

  /// A^H B in parts of so many rows, one after the other in `partial_`; returns the number of parts.
  std::size_t conjugate_product(const view& v, std::size_t width, const view& b, std::size_t count, std::size_t rows,
                                std::size_t part) {
    using kernel = tile_product<N, Complex, true>;
    const kernel product{v, b, {partial_.view(), 0, width}, width, count, rows, part};
    const std::size_t parts = (rows + part - 1) / part;
    run(product, static_cast<std::size_t>(product.tiles()), parts, kernel::shared());
    return parts;
  }
  /// C -= A B.
  void subtract_product(const view& a, const view& b, const view& c, std::size_t rows, std::size_t count,
                        std::size_t inner) {
    using kernel = tile_product<N, Complex, false>;
    const kernel product{a, b, c, rows, count, inner, 0};
    run(product, static_cast<std::size_t>(product.tiles()), 1, kernel::shared());
  }

  // In what follows a block begins at column `first_`, and `offset` counts columns from there.

  void factor(const view& a, std::size_t offset, std::size_t width) {
    if (width <= panel_columns) return factor_panel(a, offset, width);
    const std::size_t panels = (width + panel_columns - 1) / panel_columns;
    const std::size_t left = (panels + 1) / 2 * panel_columns, right = width - left;
    factor(a, offset, left);
    update(a, offset, left, first_ + offset + left, right);
    factor(a, offset + left, right);
    join(offset, left, right);
  }

  void factor_panel(const view& a, std::size_t offset, std::size_t width) {
    const std::size_t first = first_ + offset, rows = rows_ - first;
    reflect(a, offset, width);
    using finish = finish_vectors<N, Complex>;
    run(finish{v(), rows_ - first_, first_, offset, most_parts * finish::threads, diagonal_.view(), head_.view(),
               beta_.view()},
        width, most_parts, 0);
    const view panel = v().from(offset, offset), gram{partial_.view(), 0, width};
    if (multiplies_by_remainders(width, rows)) {
      if constexpr (N > 1) {
        remainders_.take_left(panel, width, rows, true);
        remainders_.multiply(int8_, panel, width, gram, false);
      }
    } else {
      const std::size_t parts = conjugate_product(panel, width, panel, width, rows, gram_part);
      run(add_parts<N, Complex>{gram, gram, width, width * width, parts}, (width * width + 255) / 256, 1, 0);
    }
    using invert = invert_triangles<N, Complex>;
    run(invert{gram, beta_.view(), first, width, triangle().from(offset, offset)}, 1, 1, invert::shared());
  }

  /// The reflections of a panel, a launch for each column.
  void reflect(const view& a, std::size_t offset, std::size_t width) {
    const std::size_t first = first_ + offset, rows = rows_ - first;
    const view even{sums_.view(), 0, most_parts + 1}, odd = even.from(0, panel_columns);
    using kernel = reflect_column<N, Complex>;
    std::size_t parts_before = 0;
    for (std::size_t next = 0; next <= width; ++next) {
      // As many blocks as a large device runs at once, with at least a row for each thread.
      const std::size_t blocks = next == width ? 1 : (width - next + kernel::columns - 1) / kernel::columns;
      const std::size_t parts = std::min({most_parts, (4 * panel_columns + blocks - 1) / blocks, (rows + 255) / 256});
      const std::size_t part = (rows + parts - 1) / parts;
      const view &before = next % 2 == 0 ? even : odd, &after = next % 2 == 0 ? odd : even;
      run(kernel{a.from(first, first), v().from(offset, offset), before, after, rows, next, width, part, parts_before,
                 first, diagonal_.view(), head_.view(), beta_.view()},
          blocks, next == width ? 1 : parts, kernel::shared());
      parts_before = parts;
    }
  }

  /// T12 = -T11 (V1^H V2) T22.
  void join(std::size_t offset, std::size_t left, std::size_t right) {
    const std::size_t middle = offset + left, rows = rows_ - first_ - middle;
    const view first = v().from(middle, offset), second = v().from(middle, middle);
    square_.zero();
    const view gram{square_.view(), 0, blocks_.block}, half = gram.from(0, right);
    const view t11 = triangle().from(offset, offset), t12 = triangle().from(offset, middle),
               t22 = triangle().from(middle, middle);
    if (multiplies_by_remainders(left, rows)) {
      if constexpr (N > 1) {
        remainders_.take_left(first, left, rows, true);
        remainders_.multiply(int8_, second, right, gram, true);
        remainders_.take_left(t11, left, left, false);
        remainders_.multiply(int8_, gram, right, half, true);
        remainders_.take_left(half, left, right, false);
        remainders_.multiply(int8_, t22, right, t12, true);
      }
      return;
    }
    const std::size_t parts = conjugate_product(first, left, second, right, rows, part_of(rows));
    run(add_parts<N, Complex>{{partial_.view(), 0, left}, gram, left, left * right, parts, true},
        (left * right + 255) / 256, 1, 0);
    subtract_product(t11, gram, half, left, right, left);
    subtract_product(half, t22, t12, left, right, right);
  }

  /// What a part of a block does to `count` columns from column `from` on.
  void update(const view& a, std::size_t offset, std::size_t width, std::size_t from, std::size_t count) {
    const std::size_t rows = rows_ - first_ - offset;
    if constexpr (N > 1) {
      if (multiplies_by_remainders(width, rows)) return update_by_remainders(a, offset, width, from, count);
    }
    for (std::size_t at = offset; at < offset + width; at += panel_columns)
      update_by_panel(a, at, std::min<std::size_t>(panel_columns, offset + width - at), from, count);
  }

  void update_by_panel(const view& a, std::size_t offset, std::size_t width, std::size_t from, std::size_t count) {
    const std::size_t rows = rows_ - first_ - offset;
    const view panel = v().from(offset, offset), rest = a.from(first_ + offset, from), w{w_.view(), 0, width},
               partial{partial_.view(), 0, width};
    const std::size_t parts = conjugate_product(panel, width, rest, count, rows, part_of(rows));
    using apply = apply_triangle<N, Complex>;
    run(apply{triangle().from(offset, offset), partial, w, width, count, parts},
        (count + apply::columns - 1) / apply::columns, 1, apply::shared());
    subtract_product(panel, w, rest, rows, count, width);
  }

  void update_by_remainders(const view& a, std::size_t offset, std::size_t width, std::size_t from, std::size_t count) {
    const std::size_t rows = rows_ - first_ - offset;
    const view part = v().from(offset, offset), rest = a.from(first_ + offset, from), w{wide_.view(), 0, width},
               t_w{wide_too_.view(), 0, width};
    remainders_.take_left(part, width, rows, true);
    remainders_.multiply(int8_, rest, count, w, false);
    remainders_.take_left(triangle().from(offset, offset), width, width, true);
    remainders_.multiply(int8_, w, count, t_w, false);
    remainders_.take_left(part, rows, width, false);
    remainders_.multiply(int8_, t_w, count, rest, true);
  }

  [[nodiscard]] bool multiplies_by_remainders(std::size_t width, std::size_t rows) const {
    if constexpr (N > 1) return width >= blocks_.remainders_from && remainder_product<N, Complex>::fits(rows);
    return false;
  }
  /// As many parts as keep a large device busy, each of 256 rows at least.
  static std::size_t part_of(std::size_t rows) {
    const std::size_t wanted = (rows + most_parts - 1) / most_parts;
    return std::max<std::size_t>(256, (wanted + lazy_chunk - 1) / lazy_chunk * lazy_chunk);
  }

  void substitute_back(const view& a, const planes& x) {
    const std::size_t tiles = (columns_ + panel_columns - 1) / panel_columns;
    run(invert_numbers<N, Complex>{diagonal_.view(), beta_.view(), columns_}, (columns_ + 255) / 256, 1, 0);
    const view inverse{inverse_.view(), 0, panel_columns};
    using invert = invert_triangles<N, Complex>;
    run(invert{a, beta_.view(), 0, columns_, inverse}, tiles, 1, invert::shared());
    using kernel = substitute<N, Complex>;
    for (std::size_t tile = tiles; tile-- > 0;)
      run(kernel{a, a.from(0, columns_), inverse, x, tile, columns_}, tile + 1, 1, kernel::shared());
  }

  std::size_t rows_, columns_;
  qr_blocks blocks_;
  std::size_t first_ = 0;
  plane_memory<N, Complex> a_, upper_, diagonal_, head_, beta_, v_, w_, triangle_, inverse_, partial_, sums_;
  plane_memory<N, Complex> square_, wide_, wide_too_;
  std::conditional_t<(N > 1), remainder_product<(N > 1 ? N : 2), Complex>, std::monostate> remainders_;
  std::conditional_t<(N > 1), int8_product, std::monostate> int8_;
};

}  // namespace VIETA_RUNS_ON
}  // namespace vieta::systems
