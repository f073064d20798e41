#pragma once

#include "vieta/core/config.hpp"
#include "vieta/core/scalar.hpp"

// Error-free transforms: the rounded result of an operation together with its rounding error, which is a floating-point
// number too. T is double, float, or a pack of them; u is half the unit in the last place of 1 (2^-53 for double).
//
// Sources: Knuth, TAOCP 2, 4.2.2 (two_sum); Dekker, Numer. Math. 18 (1971) 224-242 (fast_two_sum, two_prod, split);
// Muller et al., Handbook of Floating-Point Arithmetic, 2nd ed. (2018), ch. 4.
//
// They need round to nearest, no contraction and no reassociation. GCC: -ffp-contract=off (see config.hpp).

namespace vieta {

/// One operation, rounded to nearest and never contracted with its neighbours. On the host this rests on
/// -ffp-contract=off; on the device on the intrinsics that the compiler leaves alone.
template <class T>
VT_HD T rn_add(const T& a, const T& b) {
#if defined(__CUDA_ARCH__)
  if constexpr (std::is_same_v<T, double>) return __dadd_rn(a, b);
  if constexpr (std::is_same_v<T, float>) return __fadd_rn(a, b);
#endif
  return a + b;
}
template <class T>
VT_HD T rn_sub(const T& a, const T& b) {
#if defined(__CUDA_ARCH__)
  if constexpr (std::is_same_v<T, double>) return __dsub_rn(a, b);
  if constexpr (std::is_same_v<T, float>) return __fsub_rn(a, b);
#endif
  return a - b;
}
template <class T>
VT_HD T rn_mul(const T& a, const T& b) {
#if defined(__CUDA_ARCH__)
  if constexpr (std::is_same_v<T, double>) return __dmul_rn(a, b);
  if constexpr (std::is_same_v<T, float>) return __fmul_rn(a, b);
#endif
  return a * b;
}

/// The rounded result of an operation, and what is missing from it: exact result = value + error.
template <class T>
struct rounded {
  T value, error;
};

/// a + b exactly, for all a and b whose sum does not overflow. 6 flops.
template <class T>
VT_HD rounded<T> two_sum(const T& a, const T& b) {
  const T s = rn_add(a, b);
  const T from_a = rn_sub(s, b);
  const T from_b = rn_sub(s, from_a);
  return {s, rn_add(rn_sub(a, from_a), rn_sub(b, from_b))};
}

/// a - b exactly, as two_sum.
template <class T>
VT_HD rounded<T> two_diff(const T& a, const T& b) {
  return two_sum(a, T(-b));
}

/// a + b exactly when |a| >= |b| or a = 0 (more widely: when the exponent of a is not below that of b). 3 flops.
template <class T>
VT_HD rounded<T> fast_two_sum(const T& a, const T& b) {
  const T s = rn_add(a, b);
  return {s, rn_sub(b, rn_sub(s, a))};
}

/// a = value + error with halves of at most 26 bits each (11 or 12 for float), so that products of halves are exact.
/// Overflows for |a| > 2^996 (2^115 for float). Veltkamp's splitting, 4 flops.
template <class T>
VT_HD rounded<T> split(const T& a) {
  constexpr scalar_t<T> splitter = std::is_same_v<scalar_t<T>, double> ? 134217729 : 4097;  // 2^ceil(p/2) + 1
  const T scaled = rn_mul(T(splitter), a);
  const T high = rn_sub(scaled, rn_sub(scaled, a));
  return {high, rn_sub(a, high)};
}

/// a * b exactly, when nothing overflows and the error does not underflow: |a * b| >= 2^-969 (double; 2^-102 for float)
/// or a * b = 0 suffices. Below it the error is off by at most one smallest subnormal number with a fast fma.
/// 2 flops with a fast fma; else Dekker's 17, which moreover need |a|, |b| <= 2^996 (2^115 for float).
template <class T>
VT_HD rounded<T> two_prod(const T& a, const T& b) {
  const T p = rn_mul(a, b);
  if constexpr (has_fast_fma) {
    return {p, fma(a, b, T(-p))};
  } else {
    const auto [ah, al] = split(a);
    const auto [bh, bl] = split(b);
    const T rest = rn_sub(rn_mul(ah, bh), p);
    return {p, rn_add(rn_mul(al, bl), rn_add(rn_mul(al, bh), rn_add(rn_mul(ah, bl), rest)))};
  }
}

}  // namespace vieta
