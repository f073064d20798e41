#pragma once

#include "vieta/core/pack.hpp"

namespace vieta::VIETA_ISA {
namespace {

/// a / b to a few units in the last place, from the processor's approximate reciprocal and Newton's iteration for it,
/// where that is faster than the divider: for vectors of 16 floats, but not of 8 doubles. NaN, or off, where 1 / b is
/// beyond the range of normal numbers: for steps that are checked afterwards.
template <class P>
VT_HD P near_quotient(const P& a, const P& b) {
#if defined(__AVX512F__)
  const P one(scalar_t<P>(1));
  if constexpr (sizeof(P) == 64 && sizeof(scalar_t<P>) == 4) {
    P r(reinterpret_cast<typename P::vector>(_mm512_maskz_rcp14_ps(0xffff, reinterpret_cast<__m512>(b.v))));
    r = multiply_add(multiply_add(-b, r, one), r, r);
    return a * r;
  }
#endif
  return a / b;
}

/// For guesses, as core/level.hpp asks for it.
struct near_arithmetic {
  template <class P>
  static VT_HD P quotient(const P& a, const P& b) {
    return near_quotient(a, b);
  }
  template <class P>
  static VT_HD P root(const P& a) {
    return sqrt(a);
  }
};

}  // namespace
}  // namespace vieta::VIETA_ISA
