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
inline constexpr int tile_rows = N == 1   ? (Complex ? 4 : 6)
                                 : N == 2 ? (Complex ? 2 : 6)
                                 : N == 3 ? (Complex ? 1 : 2)
                                          : 1;

/// Terms of a chunk: two products of real numbers make one of complex ones.
template <int N, bool Complex>
inline constexpr std::size_t product_chunk = N == 2 && !Complex ? 2 * lazy_chunk : lazy_chunk;

/// Number `at` of planes that are all there, by `part(pointer)`: the same number in all lanes, or neighbours.
/// (number::load asks of each plane whether it is there; so close to the sums that costs as much as they do.)
template <class T, int N, bool Complex, class Part>
VT_HD number<T, N, Complex> number_of(const const_planes& p, std::size_t at, const Part& part) {
  const auto real = [&](const double* const* plane) {
    return from_limbs<T, N>(part(plane[0] + at), part(plane[N > 1 ? 1 : 0] + at), part(plane[N > 2 ? 2 : 0] + at),
                            part(plane[N > 3 ? 3 : 0] + at));
  };
  number<T, N, Complex> x;
  x.re = real(p.re);
  if constexpr (Complex) x.im = real(p.im);
  return x;
}

/// Terms for which b's vectors of columns stay in the first cache while all rows use them.
inline constexpr std::size_t product_block = 128;

/// c[row, column ..] = sum of a[row, i] b[i, column ..] for Rows rows and one vector of columns, over i = first .. last
/// - 1; added to what c holds where `add` says so.
template <class T, int N, bool Complex, int Rows>
VT_HD void product_tile(std::size_t stride, std::size_t k, const const_planes& a, const const_planes& b,
                        const planes& c, std::size_t row, std::size_t column, std::size_t first, std::size_t last,
                        bool add) {
  using X = number<T, N, Complex>;
  const auto neighbours = [](const double* from) {
    if constexpr (lane_count < T >> 1)
      return T::load(from);
    else
      return *from;
  };
  const auto same = [](const double* from) { return T(*from); };
  const const_planes before = read_only(c);
  X total[Rows];
  VT_UNROLL
  for (int r = 0; r < Rows; ++r) {
    if (add) {
      total[r] = number_of<T, N, Complex>(before, (row + static_cast<std::size_t>(r)) * stride + column, neighbours);
      continue;
    }
    total[r].re = mf<T, N>(T(0));
    if constexpr (Complex) total[r].im = mf<T, N>(T(0));
  }
  constexpr std::size_t chunk = product_chunk<N, Complex>;
  for (std::size_t begin = first; begin < last; begin += chunk) {
    const std::size_t end = begin + chunk < last ? begin + chunk : last;
    lazy_sum<T, N> re[Rows], im[Rows];
    VT_UNROLL
    for (int r = 0; r < Rows; ++r) re[r].clear(), im[r].clear();
    VT_UNROLL_NOT
    for (std::size_t i = begin; i < end; ++i) {
      const X y = number_of<T, N, Complex>(b, i * stride + column, neighbours);
      VT_UNROLL
      for (int r = 0; r < Rows; ++r) {
        const X x = number_of<T, N, Complex>(a, (row + static_cast<std::size_t>(r)) * k + i, same);
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
  for (int r = 0; r < Rows; ++r) total[r].store(c, (row + static_cast<std::size_t>(r)) * stride + column);
}

/// Rows begin .. end - 1 of c = a b, or c += a b; the columns of b that a tile reads stay in the cache for all rows.
template <class P, int N, bool Complex>
void matrix_product(std::size_t n, std::size_t stride, std::size_t k, std::size_t begin, std::size_t end, bool add,
                    const const_planes& a, const const_planes& b, const planes& c) {
  constexpr std::size_t rows = tile_rows<N, Complex>;
  const auto for_blocks = [k](const auto& body) {
    for (std::size_t first = 0; first == 0 || first < k; first += product_block)
      body(first, first + product_block < k ? first + product_block : k);
  };
  std::size_t column = 0;
  for (; column + lane_count<P> <= n; column += lane_count<P>) {
    for_blocks([&](std::size_t first, std::size_t last) {
      std::size_t row = begin;
      for (; row + rows <= end; row += rows)
        product_tile<P, N, Complex, static_cast<int>(rows)>(stride, k, a, b, c, row, column, first, last,
                                                            add || first > 0);
      if constexpr (rows > 1)
        for (; row < end; ++row)
          product_tile<P, N, Complex, 1>(stride, k, a, b, c, row, column, first, last, add || first > 0);
    });
  }
  for (; column < n; ++column)
    for (std::size_t row = begin; row < end; ++row)
      for_blocks([&](std::size_t first, std::size_t last) {
        product_tile<double, N, Complex, 1>(stride, k, a, b, c, row, column, first, last, add || first > 0);
      });
}

}  // namespace vieta::systems::VIETA_ISA
