#pragma once

#include <concepts>
#include <type_traits>

#include "vieta/core/config.hpp"

// The few functions that a template over T may call on a real number, for T = double and float. pack, double_double and
// quad_double offer the same ones, so that one template serves them all.
//
// The builtins stand where <cmath> would do: its overloads are plain inline functions, which could leave an out-of-line
// copy behind (see VT_HD).

namespace vieta {

/// True when a fused multiply-add is one instruction; otherwise it is still correctly rounded, but slow.
#if defined(__CUDA_ARCH__) || defined(__FMA__) || defined(__AVX512F__) || defined(__FP_FAST_FMA) || \
    defined(__ARM_FEATURE_FMA)
inline constexpr bool has_fast_fma = true;
#else
inline constexpr bool has_fast_fma = false;
#endif

/// What T is made of: the type of one lane, the number of lanes, and the type that its comparisons give.
template <class T>
struct lane_traits {
  using scalar = T;
  using mask = bool;
  static constexpr int lanes = 1;
};
template <class T>
using scalar_t = typename lane_traits<T>::scalar;
template <class T>
using mask_t = typename lane_traits<T>::mask;
template <class T>
inline constexpr int lane_count = lane_traits<T>::lanes;

#if defined(__cpp_concepts)  // C++17 does without: vieta_real_roots.hpp
/// S may stand for a T in a mixed operation: it is a T, one lane of it, or an int.
template <class S, class T>
concept plain_operand_of = std::same_as<S, T> || std::same_as<S, scalar_t<T>> || std::same_as<S, int>;
#endif

VT_HD bool any(bool m) { return m; }
VT_HD bool all(bool m) { return m; }
VT_HD bool none(bool m) { return !m; }

/// And, or of two truth values or masks. (For masks & and | do as well; for bool they give an int.)
VT_HD bool both(bool a, bool b) { return a && b; }
VT_HD bool either(bool a, bool b) { return a || b; }

/// a where the mask holds, b elsewhere.
VT_HD double select(bool m, double a, double b) { return m ? a : b; }
VT_HD float select(bool m, float a, float b) { return m ? a : b; }

/// The smaller one, the larger one. When either is a NaN the answer is b, as the SSE instructions have it.
VT_HD double min(double a, double b) { return a < b ? a : b; }
VT_HD float min(float a, float b) { return a < b ? a : b; }
VT_HD double max(double a, double b) { return a > b ? a : b; }
VT_HD float max(float a, float b) { return a > b ? a : b; }

/// |a|, exact; clears the sign of a zero as well.
VT_HD double abs(double a) { return __builtin_fabs(a); }
VT_HD float abs(float a) { return __builtin_fabsf(a); }

/// a * b + c and the square root, correctly rounded (IEEE 754).
VT_HD double fma(double a, double b, double c) {
#if defined(__CUDA_ARCH__)
  return __fma_rn(a, b, c);
#else
  return __builtin_fma(a, b, c);
#endif
}
VT_HD float fma(float a, float b, float c) {
#if defined(__CUDA_ARCH__)
  return __fmaf_rn(a, b, c);
#else
  return __builtin_fmaf(a, b, c);
#endif
}
VT_HD double sqrt(double a) {
#if defined(__CUDA_ARCH__)
  return __dsqrt_rn(a);
#else
  return __builtin_sqrt(a);
#endif
}
VT_HD float sqrt(float a) {
#if defined(__CUDA_ARCH__)
  return __fsqrt_rn(a);
#else
  return __builtin_sqrtf(a);
#endif
}

/// a * b + c in the fastest way: one rounding where the processor has a fused multiply-add, two elsewhere.
template <class T>
VT_HD T multiply_add(const T& a, const T& b, const T& c) {
  if constexpr (has_fast_fma)
    return fma(a, b, c);
  else
    return a * b + c;
}

}  // namespace vieta
