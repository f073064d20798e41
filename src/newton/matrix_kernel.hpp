#pragma once

#include "newton/evaluation_kernel.hpp"

// Matrix times vector in double, and products of matrices in N-fold precision: tiles of lazy sums in registers.
// Compiled once for each instruction set.

namespace vieta::systems::VIETA_ISA {

/// A matrix in double times a vector: what GMRES asks for.
template <class P, bool Complex>
void multiply(const const_planes& matrix, std::size_t columns, std::size_t begin, std::size_t end,
              const const_planes& x, const planes& y) {
  constexpr std::size_t lanes = lane_count<P>;
  for (std::size_t r = begin; r < end; ++r) {
    const double* a = matrix.re[0] + r * columns;
    const double* b = Complex ? matrix.im[0] + r * columns : nullptr;
    P re[4] = {P(0.0), P(0.0), P(0.0), P(0.0)}, im[4] = {P(0.0), P(0.0), P(0.0), P(0.0)};
    std::size_t j = 0;
    for (; j + 4 * lanes <= columns; j += 4 * lanes) {
      VT_UNROLL
      for (std::size_t u = 0; u < 4; ++u) {
        const std::size_t at = j + u * lanes;
        const P c = P::load(a + at), p = P::load(x.re[0] + at);
        re[u] = multiply_add(c, p, re[u]);
        if constexpr (Complex) {
          const P d = P::load(b + at), q = P::load(x.im[0] + at);
          re[u] = multiply_add(-d, q, re[u]);
          im[u] = multiply_add(c, q, multiply_add(d, p, im[u]));
        }
      }
    }
    const P re_sum = (re[0] + re[1]) + (re[2] + re[3]), im_sum = (im[0] + im[1]) + (im[2] + im[3]);
    double total_re = 0, total_im = 0;
    for (std::size_t l = 0; l < lanes; ++l)
      total_re += re_sum[static_cast<int>(l)], total_im += im_sum[static_cast<int>(l)];
    for (; j < columns; ++j) {
      total_re += a[j] * x.re[0][j];
      if constexpr (Complex) {
        total_re -= b[j] * x.im[0][j];
        total_im += a[j] * x.im[0][j] + b[j] * x.re[0][j];
      }
    }
    y.re[0][r] = total_re;
    if (Complex) y.im[0][r] = total_im;
  }
}

/// Rows of the tile: as many lazy sums as registers hold beside a row of b.
template <int N, bool Complex>
inline constexpr int tile_rows = N == 2   ? (Complex ? 2 : 6)
                                 : N == 3 ? (Complex ? 1 : 2)
                                          : 1;

/// c[row, column ..] = sum over k of a[row, k] b[k, column ..] for Rows rows and one vector of columns.
template <class T, int N, bool Complex, int Rows>
VT_HD void product_tile(std::size_t n, std::size_t k, const const_planes& a, const const_planes& b, const planes& c,
                        std::size_t row, std::size_t column) {
  using X = number<T, N, Complex>;
  using S = number<double, N, Complex>;
  X total[Rows];
  VT_UNROLL
  for (int r = 0; r < Rows; ++r) {
    total[r].re = mf<T, N>(T(0));
    if constexpr (Complex) total[r].im = mf<T, N>(T(0));
  }
  for (std::size_t begin = 0; begin < k; begin += lazy_chunk) {
    const std::size_t end = begin + lazy_chunk < k ? begin + lazy_chunk : k;
    lazy_sum<T, N> re[Rows], im[Rows];
    VT_UNROLL
    for (int r = 0; r < Rows; ++r) re[r].clear(), im[r].clear();
    VT_UNROLL_NOT
    for (std::size_t i = begin; i < end; ++i) {
      const X y = X::load(b, i * n + column);
      VT_UNROLL
      for (int r = 0; r < Rows; ++r) {
        const X x = spread<T, N, Complex>(S::load(a, (row + static_cast<std::size_t>(r)) * k + i));
        re[r].add_product(x.re, y.re);
        if constexpr (Complex) {
          re[r].add_product(-x.im, y.im);
          im[r].add_product(x.re, y.im);
          im[r].add_product(x.im, y.re);
        }
      }
    }
    VT_UNROLL
    for (int r = 0; r < Rows; ++r) {
      total[r].re = total[r].re + re[r].value();
      if constexpr (Complex) total[r].im = total[r].im + im[r].value();
    }
  }
  VT_UNROLL
  for (int r = 0; r < Rows; ++r) total[r].store(c, (row + static_cast<std::size_t>(r)) * n + column);
}

/// Rows begin .. end - 1 of c = a b; the columns of b that a tile reads stay in the cache for all rows.
template <class P, int N, bool Complex>
void matrix_product(std::size_t n, std::size_t k, std::size_t begin, std::size_t end, const const_planes& a,
                    const const_planes& b, const planes& c) {
  constexpr std::size_t rows = tile_rows<N, Complex>;
  std::size_t column = 0;
  for (; column + lane_count<P> <= n; column += lane_count<P>) {
    std::size_t row = begin;
    for (; row + rows <= end; row += rows)
      product_tile<P, N, Complex, static_cast<int>(rows)>(n, k, a, b, c, row, column);
    if constexpr (rows > 1)
      for (; row < end; ++row) product_tile<P, N, Complex, 1>(n, k, a, b, c, row, column);
  }
  for (; column < n; ++column)
    for (std::size_t row = begin; row < end; ++row) product_tile<double, N, Complex, 1>(n, k, a, b, c, row, column);
}

}  // namespace vieta::systems::VIETA_ISA
