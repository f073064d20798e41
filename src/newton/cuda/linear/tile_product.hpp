#pragma once

#include "newton/cuda/linear/matrix_view.hpp"

// Products of matrices of multiple doubles: a block of 256 threads for a tile of the result, a few entries to a thread,
// lazy sums in registers, factors in shared memory. Each step of `depth` columns is one chunk of the lazy sums.

namespace vieta::systems {
inline namespace VIETA_RUNS_ON {

/// Entries of a thread's tile, as many as its registers hold sums and totals of.
template <int N, bool Complex>
struct thread_tile {
  static constexpr int rows = N == 1 || (N == 2 && !Complex) ? 4 : 2;
  static constexpr int columns = N == 1 ? 4 : (N == 2 || !Complex) ? 2 : 1;
};

/// Conjugate: C_s = A^H B over part s of the inner dimension, for s = place y of the grid; A is inner x m, and C_s
/// begins at c.at + s m n. Else C -= A B, where A is m x inner. B is inner x n. Columns of all lie one after another.
template <int N, bool Complex, bool Conjugate>
struct tile_product {
  static constexpr int threads = 256, side = 16, depth = lazy_chunk;
  static constexpr int R = thread_tile<N, Complex>::rows, S = thread_tile<N, Complex>::columns;
  static constexpr int tile_rows = side * R, tile_columns = side * S;
  static constexpr int row_pitch = tile_rows + 1, column_pitch = tile_columns + 1;  // odd: no conflicts of banks
  using view = matrix_view<N, Complex>;
  using X = device::number<N, Complex>;

  view a, b, c;
  std::size_t m = 0, n = 0, inner = 0;
  std::size_t part = 0;  ///< of the inner dimension, a multiple of `depth`; only for the conjugate product

  [[nodiscard]] int tiles() const {
    return static_cast<int>((m + tile_rows - 1) / tile_rows * ((n + tile_columns - 1) / tile_columns));
  }
  static constexpr std::size_t shared() {
    return sizeof(double) * view::plane_count * depth * (row_pitch + column_pitch) + 64;
  }

  VT_HD void operator()(const block& where) const {
    shared_arena arena{where.shared};
    double* const left = arena.array<double>(static_cast<std::size_t>(view::plane_count) * depth * row_pitch);
    double* const right = arena.array<double>(static_cast<std::size_t>(view::plane_count) * depth * column_pitch);
    const std::size_t tiles_down = (m + tile_rows - 1) / tile_rows;
    const std::size_t row0 = static_cast<std::size_t>(where.x) % tiles_down * tile_rows;
    const std::size_t column0 = static_cast<std::size_t>(where.x) / tiles_down * tile_columns;
    std::size_t begin = 0, end = inner;
    if constexpr (Conjugate) {
      begin = static_cast<std::size_t>(where.y) * part;
      end = begin + part < inner ? begin + part : inner;
    }
    struct totals {
      X x[R][S];
    };
    kept<totals, threads> sums;
    sums.for_each_thread(where, [&](int, totals& t) {
      VT_UNROLL
      for (int r = 0; r < R; ++r) {
        VT_UNROLL
        for (int s = 0; s < S; ++s) t.x[r][s] = X::zero();
      }
    });
    for (std::size_t k0 = begin; k0 < end; k0 += depth) {
      fetch(where, left, right, row0, column0, k0, end);
      where.barrier();
      sums.for_each_thread(where, [&](int thread, totals& t) { add_chunk(left, right, thread, t.x); });
      where.barrier();
    }
    sums.for_each_thread(where, [&](int thread, totals& t) {
      VT_UNROLL
      for (int r = 0; r < R; ++r) {
        VT_UNROLL
        for (int s = 0; s < S; ++s) {
          const std::size_t i = row0 + static_cast<std::size_t>(thread % side + r * side);
          const std::size_t j = column0 + static_cast<std::size_t>(thread / side + s * side);
          if (i >= m || j >= n) continue;
          if constexpr (Conjugate)
            t.x[r][s].store(c.p, c.index(i, j) + static_cast<std::size_t>(where.y) * m * n);
          else
            c.store(i, j, c.load(i, j) + negative(t.x[r][s]));
        }
      }
    });
  }

 private:
  VT_HD void fetch(const block& where, double* left, double* right, std::size_t row0, std::size_t column0,
                   std::size_t k0, std::size_t end) const {
    VT_UNROLL
    for (int p = 0; p < view::plane_count; ++p) {
      const double* const from_a = a.plane(p);
      const double* const from_b = b.plane(p);
      for (int e = where.thread; e < depth * tile_rows; e += where.threads) {
        // Neighbouring threads read neighbouring numbers.
        const int k = Conjugate ? e % depth : e / tile_rows, i = Conjugate ? e / depth : e % tile_rows;
        const std::size_t row = row0 + static_cast<std::size_t>(i), column = k0 + static_cast<std::size_t>(k);
        const std::size_t index = Conjugate ? a.index(column, row) : a.index(row, column);
        left[(p * depth + k) * row_pitch + i] = row < m && column < end ? from_a[index] : 0.0;
      }
      for (int e = where.thread; e < depth * tile_columns; e += where.threads) {
        const int k = e % depth, j = e / depth;
        const std::size_t row = k0 + static_cast<std::size_t>(k), column = column0 + static_cast<std::size_t>(j);
        right[(p * depth + k) * column_pitch + j] = row < end && column < n ? from_b[b.index(row, column)] : 0.0;
      }
    }
  }

  static VT_HD X number_at(const double* room, int pitch, int k, int i) {
    const auto part_at = [&](int p) { return room[(p * depth + k) * pitch + i]; };
    X x = X::zero();
    x.re =
        from_limbs<double, N>(part_at(0), N > 1 ? part_at(1) : 0.0, N > 2 ? part_at(2) : 0.0, N > 3 ? part_at(3) : 0.0);
    if constexpr (Complex) {
      x.im = from_limbs<double, N>(part_at(N), N > 1 ? part_at(N + 1) : 0.0, N > 2 ? part_at(N + 2) : 0.0,
                                   N > 3 ? part_at(N + 3) : 0.0);
    }
    return x;
  }

  static VT_HD void add_chunk(const double* left, const double* right, int thread, X (&total)[R][S]) {
    product_sum<N, Complex> sum[R][S];
    VT_UNROLL
    for (int r = 0; r < R; ++r) {
      VT_UNROLL
      for (int s = 0; s < S; ++s) sum[r][s].clear();
    }
    VT_UNROLL_NOT
    for (int k = 0; k < depth; ++k) {
      X x[R];
      VT_UNROLL
      for (int r = 0; r < R; ++r) x[r] = number_at(left, row_pitch, k, thread % side + r * side);
      VT_UNROLL
      for (int s = 0; s < S; ++s) {
        const X y = number_at(right, column_pitch, k, thread / side + s * side);
        VT_UNROLL
        for (int r = 0; r < R; ++r) sum[r][s].template add<Conjugate>(x[r], y);
      }
    }
    VT_UNROLL
    for (int r = 0; r < R; ++r) {
      VT_UNROLL
      for (int s = 0; s < S; ++s) total[r][s] = total[r][s] + sum[r][s].value();
    }
  }
};

}  // namespace VIETA_RUNS_ON
}  // namespace vieta::systems
