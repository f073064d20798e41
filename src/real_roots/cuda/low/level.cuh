#pragma once

#include "real_roots/cuda/numeric.cuh"
#include "vieta/core/level.hpp"
#include "vieta/core/real_roots.hpp"

// One level of the derivative chain (core/level.hpp) in registers. Break points that no root of the derivative takes
// are set where they narrow the brackets: any point may separate roots.

namespace vieta::cuda {

/// Larger than all roots.
template <class T>
inline constexpr T nowhere = sizeof(T) == 4 ? T(0x1p127) : T(0x1p1023);

/// A polynomial of degree D between its break points.
template <int D, class T>
struct level {
  T c[D + 1];
  T end[D + 1], at[D + 1];  ///< lo, break points, hi, ascending; and the values there
  T reach[D + 1];           ///< how far the zeros of the parabola at an extremum are from it; infinite for other points
  T x[D];                   ///< a root, in the brackets that are `crossing`
  unsigned flat;            ///< bit i: end[i] is an extremum
  unsigned crossing;        ///< bit i: the ends of bracket i have different signs
};

__device__ __forceinline__ bool has(unsigned bits, int i) { return (bits >> i & 1) != 0; }

/// Puts the sign of x below the bits that there are.
template <class T>
__device__ __forceinline__ unsigned with_sign(unsigned bits, T x) {
  return __funnelshift_l(sign_word(x), bits, 1);
}

/// Halley's step from x.
template <int D, class T>
__device__ __forceinline__ T step_from(const T (&c)[D + 1], T x) {
  return core::detail::halley<rough_arithmetic>(core::detail::differentiate<D>(c, x), x);
}

/// Values at the ends and reaches. The answer: bits of the ends whose values rounding may account for, and of break
/// points so far from their extrema that the signs may differ. Before the last level only the latter matter. On the
/// last one sum |c_k x^k| is below 2 in the interval.
template <bool Last, int D, class T>
__device__ __forceinline__ unsigned evaluate(level<D, T>& l) {
  unsigned clear = 0, negative = 0;
  VT_UNROLL
  for (int i = D; i >= 0; --i) {
    constexpr T factor = Last ? core::detail::noise_factor<T>(D) : T(0);
    if (i == 0 || i == D) {
      l.at[i] = core::horner(l.c, D, l.end[i]);
      l.reach[i] = nowhere<T>;
      clear = with_sign(clear, 2 * factor - abs(l.at[i]));
    } else {
      const auto here = core::detail::look_at<rough_arithmetic, D>(l.c, l.end[i]);
      l.at[i] = here.value;
      l.reach[i] = has(l.flat, i) ? here.template reach<rough_arithmetic>() : nowhere<T>;
      const T noise = Last ? factor * core::horner_magnitude(l.c, D, l.end[i]) : T(0);
      const T doubt = larger(noise, here.doubt());
      clear = with_sign(clear, doubt - abs(here.at_extremum()));  // not clear for a NaN, which has no sign
    }
    negative = with_sign(negative, l.at[i]);
  }
  l.crossing = (negative ^ negative >> 1) & ((1u << D) - 1);
  return ~clear & (Last ? l.flat | 1u | 1u << D : l.flat);
}

/// A guess and two of Halley's steps for each bracket. The answer: bits of the brackets where the last one was not
/// `small`.
template <int D, class T>
__device__ __forceinline__ unsigned approach(level<D, T>& l, T small) {
  T moved[D];
  VT_UNROLL
  for (int i = 0; i < D; ++i)
    l.x[i] = core::detail::guess_in_bracket<rough_arithmetic, T>({l.end[i], l.end[i + 1]}, {l.at[i], l.at[i + 1]},
                                                                 {l.reach[i], l.reach[i + 1]});
  VT_UNROLL
  for (int i = 0; i < D; ++i) {
    const T x = step_from<D>(l.c, l.x[i]);
    l.x[i] = clamped(step_from<D>(l.c, x), l.end[i], l.end[i + 1]);
    moved[i] = l.x[i] - x;
  }
  unsigned moving = 0;
  VT_UNROLL
  for (int i = D - 1; i >= 0; --i) moving = with_sign(moving, small - abs(moved[i]));
  return l.crossing & moving;
}

/// x[i] = solve(ends of the bracket, x[i], a word with the sign at its lower end) for the brackets whose bits are set,
/// one after the other: a loop holds up fewer lanes than its copies would.
template <int D, class T, class F>
__device__ __forceinline__ void for_each_bracket(level<D, T>& l, unsigned brackets, F&& solve) {
  VT_UNROLL_NOT
  for (; brackets != 0; brackets &= brackets - 1) {
    const unsigned bracket = brackets & (0 - brackets);
    T lo = l.end[0], hi = l.end[1], x = l.x[0], at = l.at[0];
    VT_UNROLL
    for (int i = 1; i < D; ++i) {
      if (bracket == 1u << i) lo = l.end[i], hi = l.end[i + 1], x = l.x[i], at = l.at[i];
    }
    x = solve(lo, hi, x, sign_word(at));
    VT_UNROLL
    for (int i = 0; i < D; ++i) l.x[i] = bracket == 1u << i ? x : l.x[i];
  }
}

/// The root of c in (lo, hi) from x on: Halley's iteration, kept inside, until a step is small. The bracket narrows.
template <int D, class T>
__device__ __forceinline__ T find_root(const T (&c)[D + 1], T& lo, T& hi, T x, unsigned sign, T small) {
  VT_UNROLL_NOT
  for (int step = 0; step < 8; ++step) {
    const auto p = core::detail::differentiate<D>(c, x);
    const bool root_is_right = static_cast<int>(sign_word(p.value) ^ sign) >= 0;
    lo = root_is_right ? x : lo;
    hi = root_is_right ? hi : x;
    T next = core::detail::halley<rough_arithmetic>(p, x);
    if (!(next >= lo && next <= hi)) next = fma(T(0.5), hi - lo, lo);
    const bool moves = !(abs(next - x) < small);
    x = next;
    if (!moves) break;
  }
  return x;
}

/// A word whose highest bit says that c changes its sign within `enough` of x, or between there and the end of (lo,
/// hi). `sign`: a word with that of c(lo).
template <int D, class T>
__device__ __forceinline__ unsigned changes_sign(const T (&c)[D + 1], T lo, T hi, T x, unsigned sign, T enough) {
  const T below = core::horner(c, D, larger(x - enough, lo)), above = core::horner(c, D, smaller(x + enough, hi));
  return ~(sign_word(below) ^ sign) & (sign_word(above) ^ sign);
}

}  // namespace vieta::cuda
