#pragma once

#include "newton/cuda/linear/matrix_view.hpp"

// Kernels for the inverse of a matrix in double, complex numbers as two planes, row after row. Loops of a `block`.

namespace vieta::systems {
inline namespace VIETA_RUNS_ON {

/// A square matrix in double: entry (i, j) at i * n + j. `im` is null for real ones.
struct double_matrix {
  double *re = nullptr, *im = nullptr;
  std::size_t n = 0;
};

/// Gauss-Jordan elimination with partial pivoting in columns first .. first + width - 1: they become the columns G of
/// the transformation that brings them to those of the unit matrix. One block; the columns lie in its shared memory.
/// `pivots`: the row that row k was exchanged with; `moved`: pairs of a row and the row that its new content comes
/// from, `move_count` of them; `singular` is set at a pivot that is zero or not finite.
template <bool Complex>
struct eliminate_panel {
  static constexpr int threads = 512;
  double_matrix a;
  std::size_t first = 0, width = 0;
  int *pivots = nullptr, *moved = nullptr, *move_count = nullptr, *singular = nullptr;

  static std::size_t shared(std::size_t n, std::size_t width) {
    return (Complex ? 2 : 1) * n * width * sizeof(double) + threads * (sizeof(double) + sizeof(int)) + 256;
  }

  VT_HD void operator()(const block& where) const {
    const int n = static_cast<int>(a.n), w = static_cast<int>(width), k0 = static_cast<int>(first);
    shared_arena arena{where.shared};
    double* const re = arena.array<double>(a.n * width);
    double* const im = Complex ? arena.array<double>(a.n * width) : nullptr;
    double* const largest = arena.array<double>(threads);
    int* const place = arena.array<int>(threads);
    where.for_each(n * w, [&](int e) {
      const int i = e / w, c = e % w;
      re[c * n + i] = a.re[static_cast<std::size_t>(i) * a.n + first + static_cast<std::size_t>(c)];
      if (Complex) im[c * n + i] = a.im[static_cast<std::size_t>(i) * a.n + first + static_cast<std::size_t>(c)];
    });
    for (int c = 0; c < w; ++c) {
      const int k = k0 + c;
      double* const column = re + c * n;
      double* const column_im = Complex ? im + c * n : nullptr;
      where.for_each(threads, [&](int t) {
        double most = -1;
        int at = k;
        for (int i = k + (t - k % threads + threads) % threads; i < n; i += threads) {
          const double size = magnitude(column[i]) + (Complex ? magnitude(column_im[i]) : 0.0);
          if (size > most) most = size, at = i;
        }
        largest[t] = most, place[t] = at;
      });
      for (int rest = threads / 8; rest > 0; rest /= 8)  // few barriers
        where.for_each(rest, [&](int t) {
          double most = largest[t];
          int at = place[t];
          VT_UNROLL
          for (int other = 1; other < 8; ++other) {
            const double size = largest[t + other * rest];
            if (size > most) most = size, at = place[t + other * rest];
          }
          largest[t] = most, place[t] = at;
        });
      const int r = place[0];
      // Written so that a NaN counts as singular; the work goes on and means nothing.
      if (!(largest[0] > 0 && largest[0] < 0x1p1000) && where.thread == 0) *singular = 1;
      where.for_each(w, [&](int j) {
        if (j == 0) pivots[k] = r;
        if (r == k) return;
        swap(re[j * n + k], re[j * n + r]);
        if (Complex) swap(im[j * n + k], im[j * n + r]);
      });
      // The pivot's row times 1 / pivot; 1 / pivot itself takes the pivot's place.
      const double p = column[k], q = Complex ? column_im[k] : 0.0, size = p * p + q * q;
      const double inverse = Complex ? p / size : 1 / p, inverse_im = Complex ? -q / size : 0.0;
      where.barrier();
      where.for_each(w, [&](int j) {
        double x = j == c ? 1.0 : re[j * n + k], y = Complex && j != c ? im[j * n + k] : 0.0;
        re[j * n + k] = x * inverse - y * inverse_im;
        if (Complex) im[j * n + k] = x * inverse_im + y * inverse;
      });
      where.for_each(n, [&](int i) {
        if (i == k) return;
        const double f = column[i], g = Complex ? column_im[i] : 0.0;
        constexpr int together = 4;  // loads that need not wait for each other
        for (int first_column = 0; first_column < w; first_column += together) {
          double a_re[together], a_im[together];
          VT_UNROLL
          for (int u = 0; u < together; ++u) {
            const int j = first_column + u < w ? first_column + u : c;
            const double x = re[j * n + k], y = Complex ? im[j * n + k] : 0.0;
            const double old = j == c ? 0.0 : re[j * n + i], old_im = Complex && j != c ? im[j * n + i] : 0.0;
            a_re[u] = fma(-f, x, Complex ? fma(g, y, old) : old);
            a_im[u] = Complex ? fma(-f, y, fma(-g, x, old_im)) : 0.0;
          }
          VT_UNROLL
          for (int u = 0; u < together; ++u) {
            const int j = first_column + u;
            if (j >= w) continue;
            re[j * n + i] = a_re[u];
            if (Complex) im[j * n + i] = a_im[u];
          }
        }
      });
    }
    where.for_each(n * w, [&](int e) {
      const int i = e / w, c = e % w;
      a.re[static_cast<std::size_t>(i) * a.n + first + static_cast<std::size_t>(c)] = re[c * n + i];
      if (Complex) a.im[static_cast<std::size_t>(i) * a.n + first + static_cast<std::size_t>(c)] = im[c * n + i];
    });
    where.for_each(1, [&](int) { list_moves(); });
  }

  VT_HD static double magnitude(double x) { return x < 0 ? -x : x; }
  VT_HD static void swap(double& a, double& b) {
    const double c = a;
    a = b, b = c;
  }
  /// All exchanges of the panel as one permutation: few rows take part.
  VT_HD void list_moves() const {
    int count = 0;
    const auto entry = [&](int row) {
      for (int e = 0; e < count; ++e)
        if (moved[2 * e] == row) return e;
      moved[2 * count] = moved[2 * count + 1] = row;
      return count++;
    };
    for (std::size_t c = 0; c < width; ++c) {
      const int k = static_cast<int>(first + c), e = entry(k), f = entry(pivots[k]);
      const int source = moved[2 * e + 1];
      moved[2 * e + 1] = moved[2 * f + 1];
      moved[2 * f + 1] = source;
    }
    *move_count = count;
  }
};

/// Exchanges rows in the other columns, 32 at a time: rows first .. first + width - 1 go to `top`, and zeros stay
/// there.
template <bool Complex>
struct move_rows {
  static constexpr int threads = 256, columns = 32;
  double_matrix a;
  std::size_t first = 0, width = 0;
  const int *moved = nullptr, *move_count = nullptr;
  double *top_re = nullptr, *top_im = nullptr;

  static std::size_t shared(std::size_t width) { return (Complex ? 2 : 1) * 2 * width * columns * sizeof(double) + 64; }

  VT_HD void operator()(const block& where) const {
    shared_arena arena{where.shared};
    const int count = *move_count;
    double* const re = arena.array<double>(2 * width * columns);
    double* const im = Complex ? arena.array<double>(2 * width * columns) : nullptr;
    const auto column = [&](int e) {
      return static_cast<std::size_t>(where.x) * columns + static_cast<std::size_t>(e % columns);
    };
    where.for_each(count * columns, [&](int e) {
      const std::size_t j = column(e), from = static_cast<std::size_t>(moved[2 * (e / columns) + 1]);
      if (j >= a.n) return;
      re[e] = a.re[from * a.n + j];
      if (Complex) im[e] = a.im[from * a.n + j];
    });
    where.for_each(count * columns, [&](int e) {
      const std::size_t j = column(e), to = static_cast<std::size_t>(moved[2 * (e / columns)]);
      if (j >= a.n || (j >= first && j < first + width)) return;
      const bool top = to >= first && to < first + width;
      if (top) {
        top_re[(to - first) * a.n + j] = re[e];
        if (Complex) top_im[(to - first) * a.n + j] = im[e];
      }
      a.re[to * a.n + j] = top ? 0.0 : re[e];
      if (Complex) a.im[to * a.n + j] = top ? 0.0 : im[e];
    });
  }
};

/// A += G top in the other columns, G the panel: a block for 32 rows and 64 columns, 8 rows to a thread.
template <bool Complex>
struct add_panel_product {
  static constexpr int threads = 256, tile_columns = 64, tile_rows = 32, own_rows = 8, most_width = 16;
  double_matrix a;
  std::size_t first = 0, width = 0;
  const double *top_re = nullptr, *top_im = nullptr;

  static std::size_t shared() { return (Complex ? 2 : 1) * tile_rows * most_width * sizeof(double) + 64; }

  VT_HD void operator()(const block& where) const {
    shared_arena arena{where.shared};
    double* const g_re = arena.array<double>(tile_rows * most_width);
    double* const g_im = Complex ? arena.array<double>(tile_rows * most_width) : nullptr;
    const int w = static_cast<int>(width);
    const std::size_t row0 = static_cast<std::size_t>(where.y) * tile_rows;
    where.for_each(tile_rows * w, [&](int e) {
      const std::size_t i = row0 + static_cast<std::size_t>(e / w), c = static_cast<std::size_t>(e % w);
      g_re[e] = i < a.n ? a.re[i * a.n + first + c] : 0.0;
      if (Complex) g_im[e] = i < a.n ? a.im[i * a.n + first + c] : 0.0;
    });
    where.for_each(threads, [&](int t) {
      const std::size_t j =
          static_cast<std::size_t>(where.x) * tile_columns + static_cast<std::size_t>(t % tile_columns);
      if (j >= a.n || (j >= first && j < first + width)) return;
      const int rows = t / tile_columns * own_rows;
      double re[own_rows], im[own_rows];
      VT_UNROLL
      for (int r = 0; r < own_rows; ++r) {
        const std::size_t i = row0 + static_cast<std::size_t>(rows + r);
        re[r] = i < a.n ? a.re[i * a.n + j] : 0.0;
        im[r] = Complex && i < a.n ? a.im[i * a.n + j] : 0.0;
      }
      for (int c = 0; c < w; ++c) {
        const double x = top_re[static_cast<std::size_t>(c) * a.n + j];
        const double y = Complex ? top_im[static_cast<std::size_t>(c) * a.n + j] : 0.0;
        VT_UNROLL
        for (int r = 0; r < own_rows; ++r) {
          const double g = g_re[(rows + r) * w + c], h = Complex ? g_im[(rows + r) * w + c] : 0.0;
          re[r] = fma(g, x, Complex ? fma(-h, y, re[r]) : re[r]);
          if (Complex) im[r] = fma(g, y, fma(h, x, im[r]));
        }
      }
      VT_UNROLL
      for (int r = 0; r < own_rows; ++r) {
        const std::size_t i = row0 + static_cast<std::size_t>(rows + r);
        if (i >= a.n) continue;
        a.re[i * a.n + j] = re[r];
        if (Complex) a.im[i * a.n + j] = im[r];
      }
    });
  }
};

/// The sum of moduli of each row, a warp for each.
template <bool Complex>
struct row_sums {
  static constexpr int threads = 256, lanes = 32;
  double_matrix a;
  double* sums = nullptr;

  static std::size_t shared() { return threads * sizeof(double) + 16; }

  VT_HD void operator()(const block& where) const {
    double* const part = shared_arena{where.shared}.template array<double>(threads);
    const auto row = [&](int t) {
      return static_cast<std::size_t>(where.x) * (threads / lanes) + static_cast<std::size_t>(t / lanes);
    };
    where.for_each(threads, [&](int t) {
      double sum = 0;
      if (row(t) < a.n)
        for (std::size_t j = static_cast<std::size_t>(t % lanes); j < a.n; j += lanes) {
          const double x = a.re[row(t) * a.n + j], y = Complex ? a.im[row(t) * a.n + j] : 0.0;
          sum += sqrt(x * x + y * y);
        }
      part[t] = sum;
    });
    where.for_each(threads, [&](int t) {
      if (t % lanes != 0 || row(t) >= a.n) return;
      double sum = 0;
      for (int l = 0; l < lanes; ++l) sum += part[t + l];
      sums[row(t)] = sum;
    });
  }
};

}  // namespace VIETA_RUNS_ON
}  // namespace vieta::systems
