#pragma once

#include "newton/cuda/linear/matrix_view.hpp"
#include "newton/cuda/linear/residues/residue_kernels.hpp"

// Kernels of the blocked Householder QR: reflections of a panel, its triangular factor, back substitution in tiles.

namespace vieta::systems {
inline namespace VIETA_RUNS_ON {

/// Columns of a panel, and the side of a tile of the back substitution.
inline constexpr int panel_columns = 64;

/// A matrix whose rows follow one another (rows x columns) becomes columns that do; a block for 32 x 32 entries.
template <int N, bool Complex>
struct transpose {
  static constexpr int threads = 256, side = 32;
  const_planes from;
  matrix_view<N, Complex> to;
  std::size_t rows = 0, columns = 0;

  VT_HD void operator()(const block& where) const {
    auto* const room = reinterpret_cast<double*>(where.shared);
    const std::size_t row0 = static_cast<std::size_t>(where.y) * side,
                      column0 = static_cast<std::size_t>(where.x) * side;
    for (int p = 0; p < to.plane_count; ++p) {
      const double* const plane = p < N ? from.re[p] : from.im[p - N];
      double* const out = to.plane(p);
      where.for_each(side * side, [&](int e) {
        const std::size_t i = row0 + static_cast<std::size_t>(e / side),
                          j = column0 + static_cast<std::size_t>(e % side);
        if (i < rows && j < columns)
          room[e / side * (side + 1) + e % side] = plane == nullptr ? 0 : plane[i * columns + j];
      });
      where.for_each(side * side, [&](int e) {
        const std::size_t i = row0 + static_cast<std::size_t>(e % side),
                          j = column0 + static_cast<std::size_t>(e / side);
        if (i < rows && j < columns) out[to.index(i, j)] = room[e % side * (side + 1) + e / side];
      });
    }
  }
};

/// |a_k|^2 and a_k^H a_j from row `from` on, into norms[0] and dots[0]; both have room for each of 256 threads. Without
/// the second where j = k.
template <int N, bool Complex>
VT_HD void norm_and_dot(const block& where, const matrix_view<N, Complex>& a, std::size_t from, std::size_t rows,
                        std::size_t k, std::size_t j, mf<double, N>* norms, device::number<N, Complex>* dots) {
  using X = device::number<N, Complex>;
  constexpr int threads = 256;
  const bool other = j != k;
  where.for_each(threads, [&](int t) {
    dot_sum<double, N> norm, re, im;
    for (std::size_t i = from + static_cast<std::size_t>(t); i < rows; i += threads) {
      const X x = a.load(i, k);
      norm.add_product(x.re, x.re);
      if constexpr (Complex) norm.add_product(x.im, x.im);
      if (!other) continue;
      const X y = a.load(i, j);
      re.add_product(x.re, y.re);
      if constexpr (Complex) {
        re.add_product(x.im, y.im);
        im.add_product(x.re, y.im);
        im.add_product(-x.im, y.re);
      }
    }
    norms[t] = norm.value();
    dots[t] = X::zero();
    dots[t].re = re.value();
    if constexpr (Complex) dots[t].im = im.value();
  });
  for (int half = threads / 2; half > 0; half /= 2) {
    where.for_each(half, [&](int t) {
      norms[t] = norms[t] + norms[t + half];
      if (other) dots[t] = dots[t] + dots[t + half];
    });
  }
}

/// A step of the Householder QR of a panel. Column k becomes r_kk e_k by the reflection I - beta v v^H (Higham,
/// Accuracy and Stability, section 19.1), which is applied to column j = next + x, next = k + 1, for place x of the
/// grid; and the products of column `next` with column j are begun, with which the next step begins: one launch for
/// each column. Rows go in parts, for place y. What a block reads no other one writes: column `next` goes to `v`, which
/// the vectors of all columns are in, heads apart; the products, and the entry of column j that the next step
/// eliminates around, to sums that two launches use in turn. Columns count from the panel's first one, rows from its
/// diagonal. The first launch of a panel has next = 0 and no reflection, the last one next = width and no columns.
template <int N, bool Complex>
struct reflect_column {
  static constexpr int threads = 256;
  using view = matrix_view<N, Complex>;
  using X = device::number<N, Complex>;
  using real = mf<double, N>;
  view a, v;           ///< from the panel's first row and column on
  view before, after;  ///< column j: its entry at (0, j), sum p at (1 + p, j), p < the number of parts
  std::size_t rows = 0, next = 0, width = 0;
  std::size_t part = 0, parts_before = 0;  ///< rows of a part; parts of the launch before
  std::size_t first = 0;                   ///< where numbers of the panel's columns begin in the following
  planes diagonal, head, beta;

  static constexpr std::size_t shared() { return threads * sizeof(X) + 3 * sizeof(X) + 128; }

  VT_HD void operator()(const block& where) const {
    const std::size_t j = next + static_cast<std::size_t>(where.x);
    shared_arena arena{where.shared};
    X* const dots = arena.array<X>(threads);
    X* const found = arena.array<X>(3);  // multiples of v to add to columns j and `next`, the head of v
    if (next == 0)
      where.for_each(3, [&](int t) { found[t] = X::zero(); });
    else
      where.for_each(2, [&](int t) { reflection(t == 0 ? j : next, where, found, t); });
    if (next == width) return;
    where.for_each(threads, [&](int t) { dots[t] = take_rows(where, static_cast<std::size_t>(t), j, found); });
    for (int half = threads / 2; half > 0; half /= 2)
      where.for_each(half, [&](int t) { dots[t] = dots[t] + dots[t + half]; });
    where.for_each(1, [&](int) { after.store(1 + static_cast<std::size_t>(where.y), j, dots[0]); });
  }

 private:
  [[nodiscard]] VT_HD X sum(std::size_t column) const {
    X total = before.load(1, column);
    for (std::size_t p = 2; p <= parts_before; ++p) total = total + before.load(p, column);
    return total;
  }

  /// Of v and beta, and the multiple of v that a column gets.
  VT_HD void reflection(std::size_t column, const block& where, X* found, int t) const {
    const std::size_t k = next - 1;
    const X top = before.load(0, k);
    const real norm = sqrt(sum(k).re), modulus = sqrt(squared_modulus<N, Complex>(top));
    X alpha = X::zero();
    alpha.re = -norm;
    if (limb<0>(modulus) > 0) {
      const real factor = -norm / modulus;
      alpha.re = top.re * factor;
      if constexpr (Complex) alpha.im = top.im * factor;
    }
    const X start = top + negative(alpha);
    const real scale = real(1.0) / (norm * (norm + modulus));  // 2 / v^H v
    if (t == 0) {
      found[2] = start;
      if (where.x == 0 && where.y == 0) {
        X b = X::zero();
        b.re = scale;
        alpha.store(diagonal, first + k), start.store(head, first + k), b.store(beta, first + k);
      }
    }
    if (next == width) return;
    X w = sum(column) + negative(conjugate(alpha) * before.load(0, column));
    w.re = w.re * scale;
    if constexpr (Complex) w.im = w.im * scale;
    found[t] = negative(w);
  }

  /// Rows of column j that are a thread's; returns their part of the product of columns `next` and j.
  VT_HD X take_rows(const block& where, std::size_t thread, std::size_t j, const X* found) const {
    const X of_j = found[0], of_next = found[1], start = found[2];
    const std::size_t begin = static_cast<std::size_t>(where.y) * part, end = begin + part < rows ? begin + part : rows;
    dot_sum<double, N> re, im;
    for (std::size_t i = begin + thread; i < end; i += threads) {
      if (i + 1 < next) continue;
      const bool is_top = i + 1 == next;
      X y = a.load(i, j), x = y;
      if (next > 0) {
        const X of_v = is_top ? start : v.load(i, next - 1);
        y = plus_product<N, Complex>(y, of_j, of_v);
        x = j == next || is_top ? y : plus_product<N, Complex>(a.load(i, next), of_next, of_v);
      } else if (j != next) {
        x = a.load(i, next);
      }
      if (j != next || is_top)
        a.store(i, j, y);
      else
        v.store(i, j, y);
      if (is_top) continue;
      if (i == next) after.store(0, j, y);
      re.add_product(x.re, y.re);
      if constexpr (Complex) {
        re.add_product(x.im, y.im);
        im.add_product(x.re, y.im);
        im.add_product(-x.im, y.re);
      }
    }
    X dot = X::zero();
    dot.re = re.value();
    if constexpr (Complex) dot.im = im.value();
    return dot;
  }
};

/// A step of modified Gram-Schmidt: r_kj = a_k^H a_j / |a_k| goes to R, and column j = k + x loses its part along
/// column k, for place x of the grid. Place 0 writes r_kk = |a_k|. Columns keep their length: other blocks read column
/// k.
template <int N, bool Complex>
struct orthogonalise_column {
  static constexpr int threads = 256;
  using X = device::number<N, Complex>;
  using real = mf<double, N>;
  matrix_view<N, Complex> a, r;
  std::size_t rows = 0, k = 0;
  planes diagonal;

  static constexpr std::size_t shared() { return threads * (sizeof(real) + sizeof(X)) + 2 * sizeof(X) + 128; }

  VT_HD void operator()(const block& where) const {
    const std::size_t j = k + static_cast<std::size_t>(where.x);
    shared_arena arena{where.shared};
    real* const norms = arena.array<real>(threads);
    X* const dots = arena.array<X>(threads);
    X* const found = arena.array<X>(1);
    norm_and_dot<N, Complex>(where, a, 0, rows, k, j, norms, dots);
    where.for_each(1, [&](int) {
      const real norm = sqrt(norms[0]);
      X x = X::zero();
      if (j == k) {
        x.re = norm;
        x.store(diagonal, k);
        return;
      }
      x.re = dots[0].re / norm;
      if constexpr (Complex) x.im = dots[0].im / norm;
      r.store(k, j, x);
      x.re = x.re / norm;
      if constexpr (Complex) x.im = x.im / norm;
      found[0] = negative(x);
    });
    if (j == k) return;
    where.for_each(threads, [&](int t) {
      const X w = found[0];
      for (std::size_t i = static_cast<std::size_t>(t); i < rows; i += threads)
        a.store(i, j, a.load(i, j) + w * a.load(i, k));
    });
  }
};

/// Vectors v of a panel as `reflect_column` left them get their heads, zeros above these, and the power of two that
/// brings |r_kk| to between 1/2 and 1; so do the multiples of them that belong to one column: products by rows of
/// vectors lose nothing then. Column offset + x for place x of the grid.
template <int N, bool Complex>
struct finish_vectors {
  static constexpr int threads = 256;
  using X = device::number<N, Complex>;
  matrix_view<N, Complex> v;
  std::size_t rows = 0, first = 0, offset = 0;  ///< rows of v; the number of its first column in the following
  std::size_t step = 0;                         ///< rows that all places y of the grid have at a time
  planes diagonal, head, beta;

  VT_HD void operator()(const block& where) const {
    const std::size_t c = offset + static_cast<std::size_t>(where.x), k = first + c;
    double size = fabs(diagonal.re[0][k]);
    if constexpr (Complex) size = larger(size, fabs(diagonal.im[0][k]));
    const int e = exponent_above(size);
    const double factor = e == no_exponent || e < -1000 ? 1.0 : ldexp(1.0, -e);
    where.for_each(threads, [&](int t) {
      for (std::size_t i = static_cast<std::size_t>(t + where.y * threads); i < rows; i += step)
        v.store(i, c, i < c ? X::zero() : (i == c ? X::load(head, k) : v.load(i, c)).times(factor));
    });
    if (where.y == 0)
      where.for_each(1, [&](int) { X::load(beta, k).times(1 / factor).times(1 / factor).store(beta, k); });
  }
};

/// The inverse of upper triangular tiles along the diagonal, one for each place x of the grid, by doubling: of two
/// inverted tiles and the square between them,  T12 = -T11 U12 T22. Diagonal entries are given inverted, in `inverses`.
template <int N, bool Complex>
struct invert_triangles {
  static constexpr int threads = 256;
  using X = device::number<N, Complex>;
  matrix_view<N, Complex> upper;  ///< tile x at (64 x, 64 x)
  planes inverses;
  std::size_t first = 0, size = 0;      ///< tile x has entries from first + 64 x on, of size - 64 x or fewer
  matrix_view<N, Complex> to, between;  ///< tile x in the columns from 64 x on

  VT_HD void operator()(const block& where) const {
    const std::size_t offset = static_cast<std::size_t>(where.x) * panel_columns;
    const std::size_t w = size - offset < panel_columns ? size - offset : panel_columns;
    const auto u = upper.from(offset, offset), t = to.from(0, offset), h = between.from(0, offset);
    where.for_each(static_cast<int>(w * w), [&](int e) {
      const std::size_t i = static_cast<std::size_t>(e) % w, j = static_cast<std::size_t>(e) / w;
      t.store(i, j, i == j ? X::load(inverses, first + offset + i) : X::zero());
    });
    for (std::size_t s = 1; s < w; s *= 2) {
      const std::size_t pairs = (w + 2 * s - 1) / (2 * s);
      const auto for_squares = [&](const auto& body) {
        where.for_each(static_cast<int>(pairs * s * s), [&](int e) {
          const std::size_t begin = static_cast<std::size_t>(e) / (s * s) * 2 * s, middle = begin + s;
          const std::size_t i = begin + static_cast<std::size_t>(e) % s,
                            j = middle + static_cast<std::size_t>(e) / s % s;
          if (j < w) body(i, j, middle);
        });
      };
      for_squares([&](std::size_t i, std::size_t j, std::size_t middle) {
        h.store(i, j,
                sum_of_products<false, N, Complex>(
                    middle, j + 1, 1, [&](std::size_t l) { return u.load(i, l); },
                    [&](std::size_t l) { return t.load(l, j); }));
      });
      for_squares([&](std::size_t i, std::size_t j, std::size_t middle) {
        t.store(i, j,
                negative(sum_of_products<false, N, Complex>(
                    i, middle, 1, [&](std::size_t l) { return t.load(i, l); },
                    [&](std::size_t l) { return h.load(l, j); })));
      });
    }
  }
};

/// W = T^H (sum of `parts` partial products), four columns to a block; T is upper triangular, `size` x `size`.
template <int N, bool Complex>
struct apply_triangle {
  static constexpr int threads = 256, columns = threads / panel_columns;
  using X = device::number<N, Complex>;
  matrix_view<N, Complex> triangle, partial, to;
  std::size_t size = 0, count = 0, parts = 0;

  static constexpr std::size_t shared() { return threads * sizeof(X) + 64; }

  VT_HD void operator()(const block& where) const {
    shared_arena arena{where.shared};
    X* const sums = arena.array<X>(threads);
    const auto column = [&](int t) { return static_cast<std::size_t>(where.x * columns + t / panel_columns); };
    where.for_each(threads, [&](int t) {
      const std::size_t i = static_cast<std::size_t>(t % panel_columns), j = column(t);
      X total = X::zero();
      if (i < size && j < count) {
        total = partial.load(i, j);
        for (std::size_t s = 1; s < parts; ++s)
          total = total + X::load(partial.p, partial.index(i, j) + s * size * count);
      }
      sums[t] = total;
    });
    where.for_each(threads, [&](int t) {
      const std::size_t i = static_cast<std::size_t>(t % panel_columns), j = column(t);
      if (i >= size || j >= count) return;
      const X* const of_column = sums + t / panel_columns * panel_columns;
      to.store(i, j,
               sum_of_products<true, N, Complex>(
                   0, i + 1, 1, [&](std::size_t l) { return triangle.load(l, i); },
                   [&](std::size_t l) { return of_column[l]; }));
    });
  }
};

/// Sums of partial products, each of `rows` rows and entries / rows columns, into `to`; their negatives on request.
template <int N, bool Complex>
struct add_parts {
  static constexpr int threads = 256;
  matrix_view<N, Complex> partial, to;
  std::size_t rows = 0, entries = 0, parts = 0;
  bool negated = false;

  VT_HD void operator()(const block& where) const {
    where.for_each(threads, [&](int t) {
      using X = device::number<N, Complex>;
      const std::size_t e = static_cast<std::size_t>(where.x) * threads + static_cast<std::size_t>(t);
      if (e >= entries) return;
      X total = X::load(partial.p, partial.at + e);
      for (std::size_t s = 1; s < parts; ++s) total = total + X::load(partial.p, partial.at + s * entries + e);
      to.store(e % rows, e / rows, negated ? negative(total) : total);
    });
  }
};

/// 1 / x for each number.
template <int N, bool Complex>
struct invert_numbers {
  static constexpr int threads = 256;
  planes from, to;
  std::size_t count = 0;

  VT_HD void operator()(const block& where) const {
    where.for_each(threads, [&](int t) {
      using X = device::number<N, Complex>;
      const std::size_t k = static_cast<std::size_t>(where.x) * threads + static_cast<std::size_t>(t);
      if (k >= count) return;
      const X x = X::load(from, k);
      X inverse = X::zero();
      if constexpr (Complex) {
        const auto size = squared_modulus<N, Complex>(x);
        inverse.re = x.re / size, inverse.im = -x.im / size;
      } else {
        inverse.re = mf<double, N>(1.0) / x.re;
      }
      inverse.store(to, k);
    });
  }
};

/// One tile of R x = c: x_t = R_tt^-1 c_t into `x`, by place 0 of the grid; c_i -= R_it x_t for the tile of rows x - 1
/// by place x.
template <int N, bool Complex>
struct substitute {
  static constexpr int threads = panel_columns;
  using X = device::number<N, Complex>;
  matrix_view<N, Complex> r, c, inverse;  ///< tile t of `inverse` in the columns from 64 t on
  planes x;
  std::size_t tile = 0, size = 0;

  static constexpr std::size_t shared() { return panel_columns * sizeof(X) + 64; }

  VT_HD void operator()(const block& where) const {
    const std::size_t first = tile * panel_columns, w = size - first < panel_columns ? size - first : panel_columns;
    shared_arena arena{where.shared};
    X* const found = arena.array<X>(panel_columns);
    where.for_each(static_cast<int>(w), [&](int t) {
      const auto i = static_cast<std::size_t>(t);
      found[t] = sum_of_products<false, N, Complex>(
          i, w, 1, [&](std::size_t l) { return inverse.load(i, first + l); },
          [&](std::size_t l) { return c.load(first + l, 0); });
      if (where.x == 0) found[t].store(x, first + i);
    });
    if (where.x == 0) return;
    where.for_each(panel_columns, [&](int t) {
      const std::size_t i = static_cast<std::size_t>(where.x - 1) * panel_columns + static_cast<std::size_t>(t);
      const X sum = sum_of_products<false, N, Complex>(
          0, w, 1, [&](std::size_t l) { return r.load(i, first + l); }, [&](std::size_t l) { return found[l]; });
      c.store(i, 0, c.load(i, 0) + negative(sum));
    });
  }
};

}  // namespace VIETA_RUNS_ON
}  // namespace vieta::systems
