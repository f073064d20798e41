#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "newton/cuda/linear/remainders/remainder_kernels.hpp"

namespace vieta::systems {
inline namespace VIETA_RUNS_ON {

/// Sums of products from their remainders, by the Chinese remainder theorem: with t_i = x (P / m_i)^-1 modulo m_i, x is
/// the sum of t_i P / m_i less the multiple of P that leaves it below P / 2. Digits of base 2^40 make each sum exact in
/// double. C becomes the product, or loses it; entry (i, j) by a thread, 256 entries of column y for place x.
template <int N, bool Complex>
struct reconstruct {
  using format = integer_format<N>;
  static constexpr int threads = 256;
  remainder_tables<N> tables;
  /// Sum (i, j) modulo m at  ((s moduli + m) columns + j) stride + i,  imaginary parts stride / 2 further.
  const std::int32_t* sums = nullptr;
  std::size_t stride = 0, columns = 0;
  std::size_t rows = 0;                         ///< that there are
  const int *left = nullptr, *right = nullptr;  ///< exponents of the factors' vectors
  matrix_view<N, Complex> c;
  bool subtracts = false;

  [[nodiscard]] std::size_t blocks() const { return (rows + threads - 1) / threads; }

  VT_HD void operator()(const block& where) const {
    where.for_each(threads, [&](int t) {
      const std::size_t i = static_cast<std::size_t>(where.x) * threads + static_cast<std::size_t>(t);
      const auto j = static_cast<std::size_t>(where.y);
      if (i >= rows) return;
      const bool finite = left[i] != no_exponent && right[j] != no_exponent;
      const int exponent = left[i] + right[j] + 4 - 4 * format::bits;
      auto x = matrix_view<N, Complex>::X::zero();
      VT_UNROLL_NOT
      for (int part = 0; part < (Complex ? 2 : 1); ++part) {
        const real found = number_at(part == 0 ? i : stride / 2 + i, j, finite, exponent);
        if (part == 0)
          x.re = found;
        else
          x.im = found;
      }
      c.store(i, j, subtracts ? c.load(i, j) + negative(x) : x);
    });
  }

 private:
  using real = mf<double, N>;

  [[nodiscard]] VT_HD real number_at(std::size_t i, std::size_t j, bool finite, int exponent) const {
    real x = sum_of_slice(0, i, j);
    if constexpr (format::slices > 1) x = x + scaled(sum_of_slice(1, i, j), -2 * format::bits);
    return finite ? scaled(x, exponent) : real(NAN);
  }

  [[nodiscard]] VT_HD real sum_of_slice(int slice, std::size_t i, std::size_t j) const {
    const std::int32_t* at = sums + (static_cast<std::size_t>(slice * format::moduli) * columns + j) * stride + i;
    double digits[digit_count] = {}, multiple = 0;
    VT_UNROLL
    for (int k = 0; k < format::moduli; ++k, at += columns * stride) {
      const double t = balanced_remainder(whole_of(*at) * tables.cofactor[k], tables.modulus[k], tables.inverse[k]);
      multiple = multiply_add(t, tables.inverse[k], multiple);
      VT_UNROLL
      for (int d = 0; d < digit_count; ++d) digits[d] = multiply_add(t, tables.weight[k][d], digits[d]);
    }
    multiple = nearest_whole(multiple);
    VT_UNROLL
    for (int d = 0; d < digit_count; ++d) digits[d] = multiply_add(-multiple, tables.product[d], digits[d]);
    VT_UNROLL
    for (int d = 0; d + 1 < digit_count; ++d) {
      const double carry = nearest_whole(digits[d] * 0x1p-40);
      digits[d] = multiply_add(-carry, 0x1p40, digits[d]);
      digits[d + 1] += carry;
    }
    double unit = 0x1p200;
    static_assert(digit_bits * (digit_count - 1) == 200);
    real x = real(digits[digit_count - 1] * unit);
    VT_UNROLL
    for (int d = digit_count - 2; d >= 0; --d) {
      unit *= 0x1p-40;
      x = x + digits[d] * unit;
    }
    return x;
  }

  static VT_HD real scaled(const real& x, int exponent) {
    const auto at = [&](double limb) { return ldexp(limb, exponent); };
    return from_limbs<double, N>(at(limb<0>(x)), at(limb<1>(x)), at(limb<2>(x)), at(limb<3>(x)));
  }
};

}  // namespace VIETA_RUNS_ON
}  // namespace vieta::systems
