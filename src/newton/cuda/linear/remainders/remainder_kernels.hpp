#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "newton/cuda/linear/matrix_view.hpp"
#include "newton/cuda/linear/remainders/integer_format.hpp"
#include "newton/cuda/linear/remainders/whole_numbers.hpp"

// Matrices become remainders: of each vector, a row or a column, the exponent of its largest entry; then its integers
// modulo each m.

namespace vieta::systems {
inline namespace VIETA_RUNS_ON {

/// The exponent of a vector with an entry that is infinite or NaN.
inline constexpr int no_exponent = 1 << 20;

/// e with x < 2^e, the least one; 0 for x = 0.
VT_HD int exponent_above(double x) {
  if (!(x < HUGE_VAL)) return no_exponent;
  int e = 0;
  frexp(x, &e);
  return x > 0 ? e : 0;
}

/// The larger one, and NaN where there is one.
VT_HD double larger(double a, double b) { return a > b || a != a ? a : b; }

/// The largest modulus of a part of entry (i, j).
template <int N, bool Complex>
VT_HD double part_modulus(const matrix_view<N, Complex>& a, std::size_t i, std::size_t j) {
  const std::size_t at = a.index(i, j);
  const double re = fabs(a.p.re[0][at]);
  if constexpr (Complex) return larger(re, fabs(a.p.im[0][at]));
  return re;
}

/// Of column x, for place x of the grid.
template <int N, bool Complex>
struct column_exponents {
  static constexpr int threads = 256;
  matrix_view<N, Complex> a;
  std::size_t inner = 0;
  int* exponents = nullptr;

  static constexpr std::size_t shared() { return threads * sizeof(double); }

  VT_HD void operator()(const block& where) const {
    auto* const largest = reinterpret_cast<double*>(where.shared);
    const auto column = static_cast<std::size_t>(where.x);
    where.for_each(threads, [&](int t) {
      double most = 0;
      for (std::size_t i = static_cast<std::size_t>(t); i < inner; i += threads)
        most = larger(most, part_modulus(a, i, column));
      largest[t] = most;
    });
    for (int half = threads / 2; half > 0; half /= 2)
      where.for_each(half, [&](int t) { largest[t] = larger(largest[t], largest[t + half]); });
    where.for_each(1, [&](int) { exponents[column] = exponent_above(largest[0]); });
  }
};

/// Of rows 32 x on, eight threads for each.
template <int N, bool Complex>
struct row_exponents {
  static constexpr int threads = 256, height = 32;
  matrix_view<N, Complex> a;
  std::size_t rows = 0, inner = 0;
  int* exponents = nullptr;

  static constexpr std::size_t shared() { return threads * sizeof(double); }

  VT_HD void operator()(const block& where) const {
    auto* const largest = reinterpret_cast<double*>(where.shared);
    const std::size_t first = static_cast<std::size_t>(where.x) * height;
    where.for_each(threads, [&](int t) {
      const std::size_t row = first + static_cast<std::size_t>(t % height);
      double most = 0;
      for (std::size_t j = static_cast<std::size_t>(t / height); row < rows && j < inner; j += threads / height)
        most = larger(most, part_modulus(a, row, j));
      largest[t] = most;
    });
    where.for_each(height, [&](int t) {
      for (int other = t + height; other < threads; other += height) largest[t] = larger(largest[t], largest[other]);
      if (first + static_cast<std::size_t>(t) < rows)
        exponents[first + static_cast<std::size_t>(t)] = exponent_above(largest[t]);
    });
  }
};

/// How complex vectors become real ones of twice the length, so that one real product has both parts of the result: of
/// a right factor  (b_re, b_im);  of a left one two vectors each,  (a_re, -a_im) and (a_im, a_re),  or, conjugated,
/// (a_re, a_im) and (-a_im, a_re).
enum class operand_side : std::uint8_t { right, left, left_conjugated };

/// Remainders of vectors: vector v, modulus m, slice s at  to + ((s moduli + m) vectors + v) length,  with `length`
/// bytes for a vector, `half` of them for its real part, zeros behind the last entry. Four entries to a thread, 256
/// threads for each place x of the grid; vectors of place y.
template <int N, bool Complex>
struct make_remainders {
  using format = integer_format<N>;
  static constexpr int threads = 256, entries = 4;
  remainder_tables<N> tables;
  matrix_view<N, Complex> a;
  std::size_t inner = 0;    ///< entries of a vector
  std::size_t half = 0;     ///< the same, filled up to a multiple of 32
  std::size_t vectors = 0;  ///< places for vectors; of a left factor the second ones begin in the middle
  std::size_t count = 0;    ///< vectors that there are
  bool by_rows = false;     ///< whether a vector is a row of `a`
  operand_side side = operand_side::right;
  const int* exponents = nullptr;
  std::int8_t* to = nullptr;

  [[nodiscard]] VT_HD std::size_t length() const { return Complex ? 2 * half : half; }
  [[nodiscard]] std::size_t blocks() const { return (groups() + threads - 1) / threads; }

  VT_HD void operator()(const block& where) const {
    where.for_each(threads, [&](int t) {
      const std::size_t id = static_cast<std::size_t>(where.x) * threads + static_cast<std::size_t>(t);
      if (id >= groups()) return;
      // Neighbouring threads write neighbouring bytes, which are many more than the numbers that they read.
      const std::size_t quads = half / entries, v = id / quads, k = id % quads * entries;
      take_part(v, k, a.p.re, false);
      if constexpr (Complex) take_part(v, k, a.p.im, true);
    });
  }

 private:
  [[nodiscard]] VT_HD std::size_t groups() const { return half / entries * count; }

  /// Whole doubles for one number: what part of each double lies on a grid is taken there.
  VT_HD void to_pieces(double* const* plane, std::size_t at, int exponent, double (&pieces)[format::pieces]) const {
    constexpr double finer = format::bits == 53 ? 0x1p53 : 0x1p40;
    static_assert(format::bits == 53 || format::bits == 40);
    VT_UNROLL
    for (int i = 0; i < format::pieces; ++i) pieces[i] = 0;
    VT_UNROLL
    for (int limb = 0; limb < N; ++limb) {
      double rest = ldexp(plane[limb][at], format::bits - 2 - exponent);
      VT_UNROLL
      for (int i = 0; i < format::pieces; ++i) {
        const double whole = rint(rest);
        pieces[i] += whole;
        rest = (rest - whole) * finer;
      }
    }
  }

  VT_HD void take_part(std::size_t v, std::size_t k, double* const* plane, bool imaginary) const {
    double pieces[entries][format::pieces];
    VT_UNROLL
    for (int e = 0; e < entries; ++e) {
      const std::size_t at = k + static_cast<std::size_t>(e);
      VT_UNROLL
      for (int i = 0; i < format::pieces; ++i) pieces[e][i] = 0;
      if (at < inner && exponents[v] != no_exponent)
        to_pieces(plane, by_rows ? a.index(v, at) : a.index(at, v), exponents[v], pieces[e]);
    }
    const std::size_t second = vectors / 2 + v, in_re = k, in_im = half + k;
    VT_UNROLL
    for (int s = 0; s < format::slices; ++s) {
      VT_UNROLL
      for (int i = 0; i < format::moduli; ++i) {
        std::uint32_t bytes = 0, negative = 0;
        VT_UNROLL
        for (int e = 0; e < entries; ++e) {
          const double w = remainder(pieces[e][2 * s], pieces[e][2 * s + 1], i);
          bytes |= lowest_byte(w) << (8 * e);
          if constexpr (Complex) negative |= lowest_byte(-w) << (8 * e);
        }
        std::int8_t* const plane_of_m = to + static_cast<std::size_t>(s * format::moduli + i) * vectors * length();
        if (side == operand_side::right) {
          put(plane_of_m, v, imaginary ? in_im : in_re, bytes);
        } else if constexpr (!Complex) {
          put(plane_of_m, v, in_re, bytes);
        } else {
          const bool conjugated = side == operand_side::left_conjugated;
          put(plane_of_m, v, imaginary ? in_im : in_re, imaginary && !conjugated ? negative : bytes);
          put(plane_of_m, second, imaginary ? in_re : in_im, imaginary && conjugated ? negative : bytes);
        }
      }
    }
  }

  /// (first 2^bits + second) modulo m, at most m / 2 in modulus: of the first remainders, which are below 0.52 m, come
  /// whole numbers below 2^15.
  [[nodiscard]] VT_HD double remainder(double first, double second, int i) const {
    const double m = tables.modulus[i], inverse = tables.inverse[i];
    const double high = balanced_remainder(first, m, inverse), low = balanced_remainder(second, m, inverse);
    return balanced_remainder(multiply_add(high, tables.shift[i], low), m, inverse);
  }

  VT_HD void put(std::int8_t* plane_of_m, std::size_t vector, std::size_t place, std::uint32_t bytes) const {
    *reinterpret_cast<std::uint32_t*>(plane_of_m + vector * length() + place) = bytes;
  }
};

}  // namespace VIETA_RUNS_ON
}  // namespace vieta::systems
