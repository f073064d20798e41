#pragma once

#include <cstdint>

#include "vieta/core/config.hpp"

// Powers of two: scaling by them is exact, which is how polynomials are brought into range.

namespace vieta {

template <class T>
struct float_format;
template <>
struct float_format<float> {
  using bits = std::uint32_t;
  static constexpr int fraction_bits = 23, bias = 127, smallest = -126, largest = 127;
  static constexpr float unit_roundoff = 0x1p-24f;
  static constexpr float least_spacing = 0x1p-149f;  ///< of numbers below 2^smallest
};
template <>
struct float_format<double> {
  using bits = std::uint64_t;
  static constexpr int fraction_bits = 52, bias = 1023, smallest = -1022, largest = 1023;
  static constexpr double unit_roundoff = 0x1p-53;
  static constexpr double least_spacing = 0x1p-1074;
};

/// 2^k for smallest <= k <= largest.
template <class T>
VT_HD T power_of_two(int k) {
  using layout = float_format<T>;
  return __builtin_bit_cast(T, static_cast<typename layout::bits>(k + layout::bias) << layout::fraction_bits);
}

/// x * 2^k, rounded once, for any k: too small becomes subnormal or zero, too large infinite.
template <class T>
VT_HD T scale_by_power_of_two(T x, int k) {
  using layout = float_format<T>;
  constexpr int most = layout::largest - 1;
  if (k < -3 * most) k = -3 * most;
  if (k > 3 * most) k = 3 * most;
  while (k > most) x *= power_of_two<T>(most), k -= most;
  if (k < layout::smallest) {  // down in steps that keep x normal as long as can be: only the last one rounds
    const int step = layout::smallest + layout::fraction_bits + 1;
    while (k < step) x *= power_of_two<T>(step), k -= step;
  }
  return x * power_of_two<T>(k);
}

/// floor(log2 |x|) for finite x other than zero, subnormal numbers included.
template <class T>
VT_HD int exponent_of(T x) {
  using layout = float_format<T>;
  auto field = [](T y) {
    return static_cast<int>(__builtin_bit_cast(typename layout::bits, y) >> layout::fraction_bits &
                            (2 * layout::bias + 1));
  };
  const int e = field(x);
  return e ? e - layout::bias
           : field(x * power_of_two<T>(layout::fraction_bits + 1)) - layout::fraction_bits - 1 - layout::bias;
}

/// 1 / x; 0 for infinities, whatever the type.
template <class T>
VT_HD T reciprocal(T x) {
  return 1 / x;
}

}  // namespace vieta
