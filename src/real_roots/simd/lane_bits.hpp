#pragma once

#include "vieta/core/exponent.hpp"
#include "vieta/core/pack.hpp"

// What is quicker done with the bits of floating-point numbers.

namespace vieta::VIETA_ISA {
namespace {

template <class P>
using lane_integers = typename mask_t<P>::vector;

template <class P>
VT_HD lane_integers<P> in_all_lanes(int n) {
  return lane_integers<P>{} + n;
}

/// Where a < b. (GCC 12 makes a vector of the comparison before it makes a mask of the vector.)
template <class P>
VT_HD mask_t<P> less(const lane_integers<P>& a, const lane_integers<P>& b) {
#if defined(__AVX512F__) && defined(__AVX512DQ__)
  if constexpr (has_mask_registers<scalar_t<P>, P::size> && P::size == 16) {
    return mask_t<P>::of_bits(_mm512_cmplt_epi32_mask(reinterpret_cast<__m512i>(a), reinterpret_cast<__m512i>(b)));
  } else if constexpr (has_mask_registers<scalar_t<P>, P::size>) {
    return mask_t<P>::of_bits(_mm512_cmplt_epi64_mask(reinterpret_cast<__m512i>(a), reinterpret_cast<__m512i>(b)));
  }
#endif
  if constexpr (!has_mask_registers<scalar_t<P>, P::size>) return mask_t<P>(a < b);
}

/// Sign variations of b in each lane; -0 counts as negative, which may add variations but never hides one.
template <int N, class P>
VT_HD auto sign_variations(const P (&b)[N + 1]) {
  using number = scalar_t<P>;
  using bits_t = typename detail::simd_vector<typename float_format<number>::bits, P::size>::type;
  bits_t total{};
  VT_UNROLL
  for (int j = 1; j <= N; ++j) {
    total += (reinterpret_cast<bits_t>(b[j].v) ^ reinterpret_cast<bits_t>(b[j - 1].v)) >> (8 * sizeof(number) - 1);
  }
  return reinterpret_cast<lane_integers<P>>(total);
}

/// With one sign variation in b: the index before it, as a number.
template <int N, class P>
VT_HD P last_before_change(const P (&b)[N + 1]) {
  using number = scalar_t<P>;
  using bits_t = typename detail::simd_vector<typename float_format<number>::bits, P::size>::type;
  constexpr int top = 8 * sizeof(number) - 1;
  const bits_t first = reinterpret_cast<bits_t>(b[0].v);
  bits_t others{};
  VT_UNROLL
  for (int j = 1; j <= N; ++j) others += (reinterpret_cast<bits_t>(b[j].v) ^ first) >> top;
  const auto index = N - reinterpret_cast<lane_integers<P>>(others);
  return P(__builtin_convertvector(index, typename P::vector));
}

/// 2^-e where x = f 2^e with 1 <= f < 2, for x from 2^(smallest + 1) to 2^(largest - 1).
template <class P>
VT_HD P reciprocal_power_of_two(const P& x) {
  using format = float_format<scalar_t<P>>;
  using bits_t = typename detail::simd_vector<typename format::bits, P::size>::type;
  constexpr typename format::bits exponent = typename format::bits{2 * format::bias + 1} << format::fraction_bits;
  constexpr typename format::bits twice_bias = typename format::bits{2 * format::bias} << format::fraction_bits;
  return P(reinterpret_cast<typename P::vector>(twice_bias - (reinterpret_cast<bits_t>(x.v) & exponent)));
}

}  // namespace
}  // namespace vieta::VIETA_ISA
