#pragma once

#include "real_roots/cuda/low/chain_kernel.cuh"
#include "real_roots/cuda/low/level.cuh"
#include "real_roots/cuda/numeric.cuh"
#include "real_roots/cuda/problem.cuh"
#include "vieta/core/cubic.hpp"

// Low degrees: one thread per polynomial, the derivative chain in registers and with hardly a branch. What is not clear
// is left over.

namespace vieta::cuda {

constexpr int low_degree_threads = 128;

/// Up to this degree the chain for what is left over costs less here than the start of another kernel.
template <int N>
inline constexpr bool solves_all = N <= 3;

/// A step of Halley's iteration below this part of the interval is the last one for a break point.
constexpr double small_step = 0x1p-6;

/// Roots of p^(N-2) by formula, or of p' for quadratics; bits of those in the interval. The others are spread.
template <int N, class T>
__device__ __forceinline__ unsigned first_level(const T (&p)[N + 1], const problem<T>& given, T (&points)[N]) {
  const T lo = given.lo, hi = given.hi;
  if constexpr (N == 1) return 0;
  if constexpr (N == 2) {
    const T x = T(-0.5) * p[1] * rough_reciprocal(p[2]);
    const bool inside = x > lo && x < hi;
    points[0] = inside ? x : fma(T(0.5), hi - lo, lo);
    return inside ? 1 : 0;
  }
  if constexpr (N > 2) {
    T c[3];
    core::detail::derivative<N, 2>(p, c);
    const auto roots = core::detail::spread_quadratic_roots<rough_arithmetic>(c, lo, hi);
    points[0] = roots.x[0], points[1] = roots.x[1];
    return (roots.real[0] ? 1u : 0) | (roots.real[1] ? 2u : 0);
  }
}

/// What ends with values in the noise are, as bits.
struct closer_look {
  unsigned certain = 0;  ///< the sign at the extremum, or at the end of the interval, is known
  unsigned small = 0;    ///< rounding the coefficients may make it zero
};

/// Values that rounding may account for, once more in double.
template <int N, class T>
__device__ __forceinline__ closer_look look_closer(level<N, T>& l, unsigned vague) {
  closer_look look;
  VT_UNROLL_NOT
  for (; vague != 0; vague &= vague - 1) {
    const unsigned bit = vague & (0 - vague);
    T x = l.end[0];
    VT_UNROLL
    for (int i = 1; i <= N; ++i) x = bit == 1u << i ? l.end[i] : x;
    double c[N + 1];
    VT_UNROLL
    for (int k = 0; k <= N; ++k) c[k] = static_cast<double>(l.c[k]);
    const auto here = core::detail::look_at<rough_arithmetic, N>(c, static_cast<double>(x));
    const bool at_end = (bit & (1u | 1u << N)) != 0;
    const T magnitude = core::horner_magnitude(l.c, N, x);
    const T value = static_cast<T>(abs(at_end ? here.value : here.at_extremum()));
    const T distant = at_end ? 0 : static_cast<T>(here.doubt());
    look.certain |= value > larger(distant, T(0x1p-48) * magnitude) ? bit : 0;
    look.small |= larger(value, distant) > core::detail::noise_factor<T>(N) * magnitude ? 0 : bit;
    unsigned negative = 0;
    VT_UNROLL
    for (int i = N; i >= 0; --i) {
      l.at[i] = bit == 1u << i ? static_cast<T>(here.value) : l.at[i];
      negative = with_sign(negative, l.at[i]);
    }
    l.crossing = (negative ^ negative >> 1) & ((1u << N) - 1);
  }
  return look;
}

/// The last level: roots with a change of sign within the tolerance, and touches: bits of these are the answer. Both
/// are `crossing` in the end.
template <int N, class T>
__device__ __forceinline__ unsigned last_level(level<N, T>& l, const problem<T>& given, T small, bool& sure) {
  const unsigned vague = evaluate<true>(l);
  // An extremum from a formula is known to 20 bits: beside an end of the interval it may seem to be beyond, and then
  // the values at the ends are all that tells of a touch.
  if constexpr (N <= 3 && sizeof(T) == 8) {
    sure &= abs(l.at[0]) > T(0x1p-34) * core::horner_magnitude(l.c, N, l.end[0]);
    sure &= abs(l.at[N]) > T(0x1p-34) * core::horner_magnitude(l.c, N, l.end[N]);
  }
  unsigned touching = 0;
  if (vague != 0) {
    const closer_look look = look_closer<N>(l, vague);
    const unsigned beside = l.crossing | l.crossing << 1, ends = 1u | 1u << N;  // which ends have a root beside them?
    touching = vague & look.small & ~beside & ~ends;
    // Two touches side by side may be all kinds of things.
    // At an end there may be an extremum beside it that the derivative's sign there, noise as well, has hidden.
    const unsigned known = touching | (look.certain & (~look.small | (beside & ~ends)));
    if ((vague & ~known) != 0 || (touching & touching << 1) != 0) sure = false;
  }
  approach<N>(l, small);
  const T absolute = T(0.5) * given.wanted.absolute, relative = T(0.5) * given.wanted.relative;
  unsigned seen = 0;
  VT_UNROLL
  for (int i = N - 1; i >= 0; --i) {
    const T enough = larger(absolute, relative * abs(l.x[i]));
    const unsigned here = changes_sign<N>(l.c, l.end[i], l.end[i + 1], l.x[i], sign_word(l.at[i]), enough);
    seen = __funnelshift_l(here, seen, 1);
  }
  for_each_bracket<N>(l, l.crossing & ~seen, [&](T lo, T hi, T x, unsigned sign) {
    const T enough = larger(absolute, relative * abs(x)), y = find_root<N>(l.c, lo, hi, x, sign, enough);
    if (changes_sign<N>(l.c, lo, hi, y, sign, enough) >> 31 != 0) return y;
    return core::find_crossing(l.c, N, lo, hi, sign >> 31 != 0, given.wanted);
  });
  // A touch takes the place of the root that is not there, to the left of it.
  touching >>= 1;
  VT_UNROLL
  for (int i = 0; i + 1 < N; ++i) l.x[i] = has(touching, i) ? l.end[i + 1] : l.x[i];
  l.crossing |= touching;
  return touching;
}

/// From the roots of p^(N-D+1) to those of p: points[0] ... points[D-2] become points[0] ... points[N-1]; bit k of
/// `real` says that points[k] is a root, else it is any number between its neighbours. The answer: bits of touches.
template <int N, int D, class T>
__device__ __forceinline__ unsigned next_level(const T (&p)[N + 1], const problem<T>& given, T (&points)[N],
                                               unsigned& real, bool& sure) {
  level<D, T> l;
  core::detail::derivative<N, D>(p, l.c);
  VT_UNROLL
  for (int i = 0; i <= D; ++i) l.end[i] = i == 0 ? given.lo : i == D ? given.hi : points[i - 1];
  l.flat = real << 1;
  const T small = static_cast<T>(small_step) * (given.hi - given.lo);
  unsigned touching = 0;
  if constexpr (D == N) {
    touching = last_level<N>(l, given, small, sure);
  } else {
    if (evaluate<false>(l) != 0) sure = false;
    for_each_bracket<D>(l, approach<D>(l, small),
                        [&](T lo, T hi, T x, unsigned sign) { return find_root<D>(l.c, lo, hi, x, sign, small); });
  }
  VT_UNROLL
  for (int i = 0; i < D; ++i) {
    points[i] = D == N || has(l.crossing, i) ? l.x[i] : fma(T(0.5), l.end[i + 1] - l.end[i], l.end[i]);
  }
  real = l.crossing;
  if constexpr (D < N) return next_level<N, D + 1>(p, given, points, real, sure);
  return touching;
}

/// Roots of a cubic to two ulps (core/cubic.hpp), where no coarser tolerance is asked for. Whether a few steps vouch
/// for that; touches are left to the careful path.
template <class T>
__device__ __forceinline__ bool improve_roots(const T (&p)[4], const problem<T>& given, T (&x)[3], unsigned real,
                                              unsigned touching) {
  constexpr T u = float_format<T>::unit_roundoff;
  if (given.wanted.absolute > u || given.wanted.relative > 8 * u) return true;
  bool sure = touching == 0;
  VT_UNROLL
  for (int i = 0; i < 3; ++i) {
    bool moving = has(real, i);
    VT_UNROLL_NOT
    for (int step = 0; step < 3 && moving; ++step) {
      const core::improved_root<T> better = core::improve_cubic_root(p, x[i]);
      x[i] = better.x;
      moving = !better.sure;
    }
    sure &= !moving;
  }
  return sure;
}

template <int N, class T>
__device__ __forceinline__ void read(const problem<T>& given, std::size_t id, T (&p)[N + 1]) {
  const T* from = given.coefficients + id * given.polynomial_step;
  VT_UNROLL
  for (int k = 0; k <= N; ++k) p[k] = __ldg(from + static_cast<std::size_t>(k) * given.coefficient_step);
}

/// One polynomial. Whether it is clear; then all is written.
template <int N, class T>
__device__ __forceinline__ bool solve_low_degree(const problem<T>& given, const cells<T>& where, std::size_t id,
                                                 const T (&a)[N + 1]) {
  T p[N + 1], size = 0;
  VT_UNROLL
  for (int k = 0; k <= N; ++k) size = fma(abs(a[k]), where.largest_powers[k], size);
  const T scale = to_one(size);  // products of coefficients stay in the range of T
  VT_UNROLL
  for (int k = 0; k <= N; ++k) p[k] = scale * a[k];
  // No root is so near zero that what scaling lost matters there.
  constexpr T least = sizeof(T) == 4 ? T(0x1p-63) : T(0x1p-511);
  bool sure = size > where.least && size < where.most && abs(p[0]) > least;
  T x[N];
  unsigned real = first_level<N>(p, given, x);
  unsigned touching = next_level<N, (N < 3 ? N : 3)>(p, given, x, real, sure);
  if constexpr (N == 3) sure = sure && improve_roots(p, given, x, real, touching);
  // Roots to the front: they are in order already.
  VT_UNROLL
  for (int k = 0; k < N; ++k) {
    x[k] = has(real, k) ? x[k] : nowhere<T>;
    VT_UNROLL
    for (int j = k; j > 0; --j) {
      const T low = smaller(x[j - 1], x[j]);
      x[j] = larger(x[j - 1], x[j]);
      x[j - 1] = low;
    }
  }
  VT_UNROLL
  for (int k = 1; k < N; ++k) sure = sure & ((x[k] > x[k - 1]) | (x[k] == nowhere<T>));
  if (!sure) return false;
  T* const to = given.roots + id * given.root_polynomial_step;
  VT_UNROLL
  for (int k = 0; k < N; ++k)
    to[static_cast<std::size_t>(k) * given.root_step] = x[k] < nowhere<T> ? x[k] : not_a_number<T>();
  given.counts[id] = static_cast<std::uint8_t>(__popc(real));
  given.statuses[id] = touching == 0 ? real_roots_status::ok : real_roots_status::touching;
  if (given.touching) {
    std::uint64_t places = 0;  // a touch is where all roots before it are counted
    for (; touching != 0; touching &= touching - 1)
      places |= std::uint64_t{1} << __popc(real & ((touching & (0 - touching)) - 1));
    given.touching[id] = places;
  }
  return true;
}

/// The lane's polynomial, if there is one; the whole warp calls this. `points` has N places, low_degree_threads apart.
template <int N, class T>
__device__ __forceinline__ void solve_surely(const problem<T>& given, const cells<T>& where, bool there, unsigned id,
                                             const T (&p)[N + 1], T* points) {
  const bool left = there && !solve_low_degree<N>(given, where, id, p);
  if constexpr (solves_all<N>) {
    if (left) solve_by_chain<N>(given, id, core::strided<T>{points, low_degree_threads});
  } else {
    append(left, id, given.left_over_count, given.left_over);
  }
}

template <class T, int N>
__global__ void __launch_bounds__(low_degree_threads, sizeof(T) == 4 ? 8 : 4)
    low_degree_kernel(const __grid_constant__ problem<T> given, const __grid_constant__ cells<T> where) {
  __shared__ T points[solves_all<N> ? N * low_degree_threads : 1];
  let_the_next_kernel_start();
  const unsigned id = blockIdx.x * low_degree_threads + threadIdx.x;
  T p[N + 1];
  read<N>(given, id < given.count ? id : 0, p);
  solve_surely<N>(given, where, id < given.count, id, p, solves_all<N> ? points + threadIdx.x : points);
}

}  // namespace vieta::cuda
