#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>

#include "cuda/block.hpp"

// Numbers of N doubles as integers, and these by their remainders, for products of matrices whose inner loops are int8:
// Ozaki's scheme II (Ozaki, Uchino, Imamura, arXiv:2504.08009), which they have for double, for two to four doubles.

namespace vieta::systems {
inline namespace VIETA_RUNS_ON {

/// A vector whose entries are below 2^e in modulus is kept as integers: `pieces` whole doubles for each entry, piece i
/// counting units of 2^(e + 2 - bits (i + 1)). Two of them make a slice, an integer  first 2^bits + second;  a slice is
/// what one product of matrices takes. What is below the last piece is rounded.
template <int N>
struct integer_format {
  static constexpr int slices = N > 2 ? 2 : 1, pieces = 2 * slices;
  static constexpr int bits = N == 3 ? 40 : 53;

  /// The longest sum of products that the remainders determine: products of two slices are below 2^(4 bits - 2), and up
  /// to two such sums are added.
  static constexpr int most_inner_bits = 15;
  static constexpr std::size_t most_inner = std::size_t{1} << most_inner_bits;
  static constexpr double needed_bits = 4 * bits - 2 + 1 + most_inner_bits + 1;

  static constexpr std::array<int, 40> moduli_from_256() {
    std::array<int, 40> found{};
    std::size_t count = 0;
    for (int m = 256; count < found.size(); --m) {
      bool coprime = true;
      for (std::size_t k = 0; k < count; ++k) coprime = coprime && std::gcd(m, found[k]) == 1;
      if (coprime) found[count++] = m;
    }
    return found;
  }
  /// As many moduli as make their product larger than twice the largest sum.
  static constexpr int count_moduli() {
    constexpr std::array<int, 40> all = moduli_from_256();
    double left = 1;
    for (int bit = 0; bit < static_cast<int>(needed_bits); ++bit) left *= 2;
    int count = 0;
    for (; left > 1 - 0x1p-20; ++count) left /= all[static_cast<std::size_t>(count)];
    return count;
  }
  static constexpr int moduli = count_moduli();
};

/// Digits of base 2^40: sums of 32 products with remainders below 2^8 are exact in double.
inline constexpr int digit_bits = 40, digit_count = 6;

/// What remainders are made with and undone with; the product of the moduli is P.
template <int N>
struct remainder_tables {
  using format = integer_format<N>;
  static constexpr int count = format::moduli;
  static_assert(count <= 32 && format::needed_bits < digit_bits * digit_count - 2);

  double modulus[count], inverse[count];  ///< m and 1 / m, rounded
  double shift[count];                    ///< 2^bits modulo m, at most m / 2 in modulus
  double cofactor[count];                 ///< the inverse of P / m modulo m
  double weight[count][digit_count];      ///< digits of P / m
  double product[digit_count];            ///< of P

  static remainder_tables make() {
    using digits = std::array<std::uint64_t, digit_count>;
    constexpr auto all = format::moduli_from_256();
    constexpr std::uint64_t base = std::uint64_t{1} << digit_bits;
    const auto times = [](digits a, int factor) {
      std::uint64_t carry = 0;
      for (std::uint64_t& d : a) {
        carry += d * static_cast<std::uint64_t>(factor);
        d = carry % base, carry /= base;
      }
      return a;
    };
    remainder_tables t{};
    digits product{1};
    for (std::size_t i = 0; i < count; ++i) product = times(product, all[i]);
    for (std::size_t k = 0; k < digit_count; ++k) t.product[k] = static_cast<double>(product[k]);
    for (std::size_t i = 0; i < count; ++i) {
      const int m = all[i];
      digits rest{1};
      int remainder = 1 % m, power = 1;
      for (std::size_t j = 0; j < count; ++j) {
        if (j == i) continue;
        rest = times(rest, all[j]);
        remainder = remainder * all[j] % m;
      }
      for (int k = 0; k < format::bits; ++k) power = power * 2 % m;
      int cofactor = 1;
      while (cofactor * remainder % m != 1) ++cofactor;
      t.modulus[i] = m, t.inverse[i] = 1.0 / m, t.cofactor[i] = cofactor;
      t.shift[i] = power > m / 2 ? power - m : power;
      for (std::size_t k = 0; k < digit_count; ++k) t.weight[i][k] = static_cast<double>(rest[k]);
    }
    return t;
  }
};

}  // namespace VIETA_RUNS_ON
}  // namespace vieta::systems
