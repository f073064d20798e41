#pragma once

#include "newton/cuda/linear/matrix_view.hpp"
#include "newton/cuda/linear/remainders/remainder_kernels.hpp"

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
/// grid; and the products of column `next` with these are begun, with which the next step begins: one launch for
/// each column. Rows go in parts, for place y. What a block reads no other one writes: column `next` goes to `v`, which
/// the vectors of all columns are in, heads apart; the products, and the entry of column j that the next step
/// eliminates around, to sums that two launches use in turn. Columns count from the panel's first one, rows from its
/// diagonal. The first launch of a panel has next = 0 and no reflection, the last one next = width and no columns.
template <int N, bool Complex>
struct reflect_column {
  static constexpr int threads = 256;
  /// Columns of a block, which share what it reads of v and of column `next`; as many as its registers hold.
  static constexpr int columns = N <= 2 ? 2 : 1;
  using view = matrix_view<N, Complex>;
  using X = device::number<N, Complex>;
  using real = mf<double, N>;
  view a, v;           ///< from the panel's first row and column on
  view before, after;  ///< column j: its entry at (0, j), sum p at (1 + p, j), p < the number of parts
  std::size_t rows = 0, next = 0, width = 0;
  std::size_t part = 0, parts_before = 0;  ///< rows of a part; parts of the launch before
  std::size_t first = 0;                   ///< where numbers of the panel's columns begin in the following
  planes diagonal, head, beta;

  static constexpr std::size_t shared() { return columns * threads * sizeof(X) + (columns + 2) * sizeof(X) + 128; }

  VT_HD void operator()(const block& where) const {
    const std::size_t j = next + static_cast<std::size_t>(where.x * columns);
    shared_arena arena{where.shared};
    X* const dots = arena.array<X>(columns * threads);
    X* const found = arena.array<X>(columns + 2);  // multiples of v to add to the columns and to `next`, the head of v
    if (next == 0)
      where.for_each(columns + 2, [&](int t) { found[t] = X::zero(); });
    else
      where.for_each(columns + 1, [&](int t) { reflection(where, j + static_cast<std::size_t>(t), found, t); });
    if (next == width) return;
    where.for_each(threads, [&](int t) { take_rows(where, t, j, found, dots); });
    for (int rest = threads / 8; rest > 0; rest = rest == 4 ? 1 : rest / 8) {  // few barriers: 32, 4, 1
      where.for_each(columns * rest, [&](int t) {
        X* const of_column = dots + t / rest * threads;
        product_sum<N, Complex> total;
        total.begin(of_column[t % rest]);
        for (int other = t % rest + rest; other < (rest == 1 ? 4 : 8 * rest); other += rest)
          total.add(of_column[other]);
        of_column[t % rest] = total.value();
      });
    }
    where.for_each(columns, [&](int t) {
      const std::size_t column = j + static_cast<std::size_t>(t);
      if (column < width) after.store(1 + static_cast<std::size_t>(where.y), column, dots[t * threads]);
    });
  }

 private:
  [[nodiscard]] VT_HD X sum(std::size_t column) const {
    product_sum<N, Complex> total;
    total.begin(before.load(1, column));
    for (std::size_t p = 2; p <= parts_before; ++p) total.add(before.load(p, column));
    return total.value();
  }

  /// Of v and beta, and the multiple of v that a column gets.
  VT_HD void reflection(const block& where, std::size_t column, X* found, int t) const {
    const std::size_t k = next - 1;
    if (t == columns || column >= width) column = next;
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
      found[columns + 1] = start;
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

  /// Rows of columns from j on that are a thread's, and their part of the products with column `next`.
  VT_HD void take_rows(const block& where, int thread, std::size_t j, const X* found, X* dots) const {
    const X of_next = found[columns], start = found[columns + 1];
    const std::size_t begin = static_cast<std::size_t>(where.y) * part, end = begin + part < rows ? begin + part : rows;
    dot_sum<double, N> re[columns], im[columns];
    for (std::size_t i = begin + static_cast<std::size_t>(thread); i < end; i += threads) {
      if (i + 1 < next) continue;
      const bool is_top = i + 1 == next;
      X of_v = X::zero(), x = X::zero();
      if (next > 0) of_v = is_top ? start : v.load(i, next - 1);
      if (!is_top) {
        x = a.load(i, next);
        if (next > 0) x = plus_product<N, Complex>(x, of_next, of_v);
      }
      VT_UNROLL
      for (int c = 0; c < columns; ++c) {
        const std::size_t column = j + static_cast<std::size_t>(c);
        if (column >= width) continue;
        X y = x;
        if (is_top || column != next) {
          y = a.load(i, column);
          if (next > 0) y = plus_product<N, Complex>(y, found[c], of_v);
          a.store(i, column, y);
        } else {
          v.store(i, column, y);
        }
        if (is_top) continue;
        if (i == next) after.store(0, column, y);
        re[c].add_product(x.re, y.re);
        if constexpr (Complex) {
          re[c].add_product(x.im, y.im);
          im[c].add_product(x.re, y.im);
          im[c].add_product(-x.im, y.re);
        }
      }
    }
    VT_UNROLL
    for (int c = 0; c < columns; ++c) {
      X dot = X::zero();
      dot.re = re[c].value();
      if constexpr (Complex) dot.im = im[c].value();
      dots[c * threads + thread] = dot;
    }
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
  static constexpr int threads = 512;
  using X = device::number<N, Complex>;
  matrix_view<N, Complex> upper;  ///< tile x at (64 x, 64 x)
  planes inverses;
  std::size_t first = 0, size = 0;  ///< tile x has entries from first + 64 x on, of size - 64 x or fewer
  matrix_view<N, Complex> to;       ///< tile x in the columns from 64 x on

  /// Whether a tile fits into the shared memory of a block.
  static constexpr std::size_t tile_bytes = sizeof(double) * N * (Complex ? 2 : 1) * panel_columns * panel_columns;
  static constexpr bool in_shared = tile_bytes <= 200 * 1024;
  static constexpr std::size_t shared() { return in_shared ? tile_bytes : 0; }

  VT_HD void operator()(const block& where) const {
    const std::size_t offset = static_cast<std::size_t>(where.x) * panel_columns;
    const std::size_t w = size - offset < panel_columns ? size - offset : panel_columns;
    const auto u = upper.from(offset, offset), out = to.from(0, offset);
    const auto t = tile(where, out);
    where.for_each(static_cast<int>(w * w), [&](int e) {
      const std::size_t i = static_cast<std::size_t>(e) % w, j = static_cast<std::size_t>(e) / w;
      if (i <= j) t.store(i, j, i == j ? X::load(inverses, first + offset + i) : u.load(i, j));
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
      // U12 is still in its place; U12 T22 waits in the other triangle.
      for_squares([&](std::size_t i, std::size_t j, std::size_t middle) {
        t.store(j, i,
                sum_of_products<false, N, Complex>(
                    middle, j + 1, 1, [&](std::size_t l) { return t.load(i, l); },
                    [&](std::size_t l) { return t.load(l, j); }));
      });
      for_squares([&](std::size_t i, std::size_t j, std::size_t middle) {
        t.store(i, j,
                negative(sum_of_products<false, N, Complex>(
                    i, middle, 1, [&](std::size_t l) { return t.load(i, l); },
                    [&](std::size_t l) { return t.load(j, l); })));
      });
    }
    where.for_each(static_cast<int>(w * w), [&](int e) {
      const std::size_t i = static_cast<std::size_t>(e) % w, j = static_cast<std::size_t>(e) / w;
      if (i > j)
        out.store(i, j, X::zero());
      else if (in_shared)
        out.store(i, j, t.load(i, j));
    });
  }

 private:
  static VT_HD matrix_view<N, Complex> tile(const block& where, const matrix_view<N, Complex>& out) {
    if constexpr (!in_shared) return out;
    matrix_view<N, Complex> t;
    auto* const room = reinterpret_cast<double*>(where.shared);
    VT_UNROLL
    for (int k = 0; k < t.plane_count; ++k)
      (k < N ? t.p.re[k] : t.p.im[k - N]) = room + k * panel_columns * panel_columns;
    t.stride = panel_columns;
    return t;
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
  static constexpr int parts = 4, threads = parts * panel_columns;
  using X = device::number<N, Complex>;
  matrix_view<N, Complex> r, c, inverse;  ///< tile t of `inverse` in the columns from 64 t on
  planes x;
  std::size_t tile = 0, size = 0;

  static constexpr std::size_t shared() { return (parts + 1) * panel_columns * sizeof(X) + 64; }

  VT_HD void operator()(const block& where) const {
    const std::size_t first = tile * panel_columns, w = size - first < panel_columns ? size - first : panel_columns;
    shared_arena arena{where.shared};
    X* const found = arena.array<X>(panel_columns);
    X* const sums = arena.array<X>(threads);
    where.for_each(threads, [&](int t) {
      const auto i = static_cast<std::size_t>(t % panel_columns), part = static_cast<std::size_t>(t / panel_columns);
      sums[t] = i < w ? sum_of_products<false, N, Complex>(
                            i + part, w, parts, [&](std::size_t l) { return inverse.load(i, first + l); },
                            [&](std::size_t l) { return c.load(first + l, 0); })
                      : X::zero();
    });
    where.for_each(static_cast<int>(w), [&](int t) {
      found[t] = of_parts(sums, t);
      if (where.x == 0) found[t].store(x, first + static_cast<std::size_t>(t));
    });
    if (where.x == 0) return;
    const std::size_t above = static_cast<std::size_t>(where.x - 1) * panel_columns;
    where.for_each(threads, [&](int t) {
      const std::size_t i = above + static_cast<std::size_t>(t % panel_columns),
                        part = static_cast<std::size_t>(t / panel_columns);
      sums[t] = sum_of_products<false, N, Complex>(
          part, w, parts, [&](std::size_t l) { return r.load(i, first + l); }, [&](std::size_t l) { return found[l]; });
    });
    where.for_each(panel_columns, [&](int t) {
      const std::size_t i = above + static_cast<std::size_t>(t);
      c.store(i, 0, c.load(i, 0) + negative(of_parts(sums, t)));
    });
  }

 private:
  static VT_HD X of_parts(const X* sums, int t) {
    product_sum<N, Complex> total;
    total.begin(sums[t]);
    VT_UNROLL
    for (int p = 1; p < parts; ++p) total.add(sums[p * panel_columns + t]);
    return total.value();
  }
};

}  // namespace VIETA_RUNS_ON
}  // namespace vieta::systems
