#pragma once

#include "real_roots/cuda/chain_kernel.cuh"
#include "real_roots/cuda/numeric.cuh"
#include "real_roots/cuda/problem.cuh"
#include "vieta/core/real_roots.hpp"

// Low degrees: one thread per polynomial, the derivative chain in registers. Lists do not pay here; good first guesses
// do. Between neighbouring break points the polynomial is monotonic and, where they are its extrema, close to a
// parabola at each. What is not clear is left over, as in warp_solver.cuh.

namespace vieta::cuda {

constexpr int low_degree_threads = 128;

/// Up to this degree the chain for what is left over costs less here than the start of another kernel.
template <int N>
inline constexpr bool solves_all = N <= 3;

/// From this degree on a first look at every polynomial pays.
template <int N>
inline constexpr bool looks_first = N >= 4;

/// Half the second derivative.
template <int D, class T>
__device__ __forceinline__ T half_second(const T (&c)[D + 1], T x) {
  if constexpr (D < 2) return 0;
  T value = static_cast<T>(D * (D - 1) / 2) * c[D];
  VT_UNROLL
  for (int k = D - 1; k >= 2; --k) value = fma(value, x, static_cast<T>(k * (k - 1) / 2) * c[k]);
  return value;
}

/// Where c may be zero in (a, b): on the parabola at the end that is an extremum, and where both are, at the nearer
/// zero of the two, moved to where a cubic with these extrema has it. Nearly double roots are found at once.
template <int D, class T>
__device__ __forceinline__ T guess_root(const T (&c)[D + 1], T a, T b, T at_a, T at_b, bool flat_a, bool flat_b) {
  const T width = b - a, none = 2 * width;
  const auto distance = [&](T x, T value, bool flat) {
    const T squared = -value * rough_reciprocal(half_second<D>(c, x));
    return flat && squared > 0 ? rough_root(squared) : none;
  };
  const T from_a = distance(a, at_a, flat_a), from_b = distance(b, at_b, flat_b);
  T nearer = min(from_a, from_b);
  const T part = nearer * rough_reciprocal(width);
  if (flat_a && flat_b) nearer *= fma(T(1.35) * part, part, T(1));
  if (!(nearer < width)) return fma(at_a * rough_reciprocal(at_a - at_b), width, a);
  return from_a < from_b ? a + nearer : b - nearer;
}

/// A tolerance for all of (a, b), none of it beyond zero: half of what is wanted, or roughly that of derivatives.
template <bool Last, class T>
__device__ __forceinline__ T sufficient(T a, T b, const core::tolerance<T>& half, T floor, T rough) {
  const T nearest = static_cast<int>(sign_word(a) ^ sign_word(b)) < 0 ? T(0) : min(abs(a), abs(b));
  return Last ? max(half.absolute, half.relative * nearest) : max(floor, rough * nearest);
}

/// The root of c in (a, b), where the signs differ, from x. For the last level with a change of sign seen within the
/// tolerance, else `sure` is false; for the levels before, roughly.
template <int D, bool Last, class T>
__device__ __forceinline__ T find_root(const T (&c)[D + 1], T a, T b, T at_a, T x, const core::tolerance<T>& half,
                                       T floor, T rough, bool& sure) {
  constexpr int most_steps = 16;
  const unsigned sign = sign_word(at_a);
  T lo = a, hi = b;
  const T enough = sufficient<Last>(a, b, half, floor, rough);
  VT_UNROLL_NOT
  for (int attempt = 0; attempt < 3; ++attempt) {
    bool root_is_right = false, moves = true;
    VT_UNROLL_NOT
    for (int step = 0; moves && step < most_steps; ++step) {
      T slope = c[D], value = fma(c[D], x, c[D - 1]);
      VT_UNROLL
      for (int k = D - 2; k >= 0; --k) {
        slope = fma(slope, x, value);
        value = fma(value, x, c[k]);
      }
      root_is_right = static_cast<int>(sign_word(value) ^ sign) >= 0;
      lo = root_is_right ? x : lo;
      hi = root_is_right ? hi : x;
      T next = fma(-value, rough_reciprocal(slope), x);
      if (!(next >= lo && next <= hi)) next = fma(T(0.5), hi - lo, lo);
      moves = !(abs(next - x) < enough);
      x = next;
    }
    if (moves) break;
    if (!Last) return x;  // the step after it would be smaller by as much again
    // A small step is not believed: there must be a change of sign just beyond.
    const T beyond = root_is_right ? fma(T(0.5), enough, x) : fma(T(-0.5), enough, x);
    const bool outside = root_is_right ? beyond >= hi : beyond <= lo;
    const bool right_of_beyond = static_cast<int>(sign_word(core::horner(c, D, beyond)) ^ sign) >= 0;
    if (outside || right_of_beyond != root_is_right || !(hi - lo > 2 * enough)) return x;
    x = beyond;
  }
  sure = false;
  return x;
}

/// Newton's iteration in all brackets side by side: as many steps as nearly all of them need, without a look at
/// convergence. Bit i of the result: x[i] is good enough; on the last level, with a change of sign seen on both sides.
template <int D, bool Last, class T>
__device__ __forceinline__ unsigned find_roots_together(const T (&c)[D + 1], const T (&end)[D + 1],
                                                        const T (&at)[D + 1], const bool (&flat)[D + 1],
                                                        const core::tolerance<T>& half, T floor, T rough, T (&x)[D]) {
  constexpr int steps = sizeof(T) == 4 ? 3 : 4;
  T before[D];
  VT_UNROLL
  for (int i = 0; i < D; ++i) x[i] = guess_root<D>(c, end[i], end[i + 1], at[i], at[i + 1], flat[i], flat[i + 1]);
  VT_UNROLL
  for (int step = 0; step < steps; ++step) {
    VT_UNROLL
    for (int i = 0; i < D; ++i) {
      T slope = c[D], value = fma(c[D], x[i], c[D - 1]);
      VT_UNROLL
      for (int k = D - 2; k >= 0; --k) {
        slope = fma(slope, x[i], value);
        value = fma(value, x[i], c[k]);
      }
      before[i] = x[i];
      // Halley's step for cubics: without an extremum beside it a guess may be far off.
      T over = value, under = slope;
      if constexpr (Last && D == 3) {
        over = value * slope;
        under = fma(slope, slope, -value * half_second<D>(c, x[i]));
      }
      x[i] = min(max(fma(-over, rough_reciprocal(under), x[i]), end[i]), end[i + 1]);
    }
  }
  unsigned good = 0;
  VT_UNROLL
  for (int i = 0; i < D; ++i) {
    const T enough = sufficient<Last>(end[i], end[i + 1], half, floor, rough);
    bool known = abs(x[i] - before[i]) < enough;  // the step after it would be smaller by as much again
    if constexpr (Last) {
      const T below = x[i] - enough, above = x[i] + enough;
      known = (below <= end[i] || static_cast<int>(sign_word(core::horner(c, D, below)) ^ sign_word(at[i])) >= 0) &&
              (above >= end[i + 1] || static_cast<int>(sign_word(core::horner(c, D, above)) ^ sign_word(at[i])) < 0);
    }
    if (known) good |= 1u << i;
  }
  return good;
}

/// The extremum near x, as the parabola there has it, stays on the side of p(x) and clearly not zero.
template <class T>
__device__ __forceinline__ bool keeps_its_distance(const T* c, int degree, T x) {
  T second = 0, slope = 0, value = c[degree], magnitude = abs(value);
  VT_UNROLL
  for (int k = degree - 1; k >= 0; --k) {
    second = fma(second, x, slope);
    slope = fma(slope, x, value);
    value = fma(value, x, c[k]);
    magnitude = fma(magnitude, abs(x), abs(c[k]));
  }
  const T least = (sizeof(T) == 4 ? T(0x1p-17) : T(0x1p-24)) * magnitude;
  const T extremum = value - slope * slope / (4 * second);
  return (value < 0 ? -extremum : extremum) > least && abs(value) > least;
}

/// From the roots of p^(N-D+1) to those of p^(N-D): points[0] ... points[D-2] become points[0] ... points[D-1]; bit k
/// of `real` says that points[k] is a root, else it is any number between its neighbours.
template <int N, int D, class T>
__device__ __forceinline__ void next_level(const T (&p)[N + 1], const problem<T>& given, const core::tolerance<T>& half,
                                           T size, T (&points)[N], unsigned& real, bool& sure) {
  constexpr bool last = D == N;
  const T noise = (4 * N + 4) * float_format<T>::unit_roundoff * size;
  T c[D + 1];
  core::detail::derivative<N, D>(p, c);
  const T floor = min(half.absolute, (given.hi - given.lo) * T(0x1p-12));
  constexpr T rough = sizeof(T) == 4 ? T(0x1p-8) : T(0x1p-15);
  T end[D + 1], at[D + 1], x[D];
  bool flat[D + 1];
  VT_UNROLL
  for (int i = 0; i <= D; ++i) {
    end[i] = i == 0 ? given.lo : i == D ? given.hi : points[i - 1];
    at[i] = core::horner(c, D, end[i]);
    flat[i] = i > 0 && i < D && (real >> (i > 0 ? i - 1 : 0) & 1);
  }
  const unsigned good = find_roots_together<D, last>(c, end, at, flat, half, floor, rough, x);
  if (last && !(abs(at[0]) > noise && abs(at[D]) > noise)) sure = false;
  unsigned found = 0;
  VT_UNROLL
  for (int i = 0; i < D; ++i) {
    const bool crosses = (sign_word(at[i]) ^ sign_word(at[i + 1])) >> 31 != 0;
    // An extremum that comes near zero without a root on either side may be a touch.
    if (last && flat[i] && !crosses && !(found >> (i > 0 ? i - 1 : 0) & 1) && !(abs(at[i]) > size * T(0x1p-9)) &&
        !keeps_its_distance(c, D, end[i])) {
      sure = false;
    }
    if (crosses && !(good >> i & 1))
      x[i] = find_root<D, last>(c, end[i], end[i + 1], at[i], x[i], half, floor, rough, sure);
    points[i] = crosses ? x[i] : end[i + 1];
    if (crosses) found |= 1u << i;
  }
  real = found;
  if constexpr (!last) next_level<N, D + 1>(p, given, half, size, points, real, sure);
}

/// Roots of p^(N-2) by formula, or of p^(N-1); the number of the level.
template <int N, class T>
__device__ __forceinline__ void first_level(const T (&p)[N + 1], const problem<T>& given, T (&points)[N],
                                            unsigned& real) {
  const auto place = [&](int k, T x) {
    const bool inside = x > given.lo && x < given.hi;
    points[k] = inside ? x : x >= given.hi ? given.hi : given.lo;
    if (inside) real |= 1u << k;
  };
  if constexpr (N == 2) {
    place(0, -p[1] * rough_reciprocal(2 * p[2]));
  } else {
    T c[3];
    core::detail::derivative<N, 2>(p, c);
    const T discriminant = fma(c[1], c[1], -4 * c[0] * c[2]);
    const T root = rough_root(discriminant > 0 ? discriminant : T(0));
    const T q = T(-0.5) * (c[1] < 0 ? c[1] - root : c[1] + root);
    T x = q * rough_reciprocal(c[2]), y = c[0] * rough_reciprocal(q);
    if (!(discriminant > 0)) x = y = given.lo;
    if (!(x < y)) {
      const T other = x;
      x = y;
      y = other;
    }
    place(0, x);
    place(1, y);
  }
}

/// One polynomial. `mine` has N places, low_degree_threads apart.
template <int N, class T>
__device__ __forceinline__ void solve_low_degree(const problem<T>& given, const cells<T>& where, std::size_t id,
                                                 T* mine) {
  const T* from = given.coefficients + id * given.polynomial_step;
  T p[N + 1], size = 0;
  VT_UNROLL
  for (int k = 0; k <= N; ++k) {
    p[k] = __ldg(from + static_cast<std::size_t>(k) * given.coefficient_step);
    size = fma(abs(p[k]), where.largest_powers[k], size);
  }
  bool sure = size > where.least && size < where.most && p[0] != 0;
  T points[N];
  unsigned real = 0;
  if (sure) {
    const core::tolerance<T> half{given.wanted.absolute / 2, given.wanted.relative / 2};
    if constexpr (N > 1) first_level<N>(p, given, points, real);
    next_level<N, (N < 3 ? N : 3)>(p, given, half, size, points, real, sure);
  }
  if (!sure) {
    if constexpr (solves_all<N>) {
      solve_by_chain<N>(given, id, core::strided<T>{mine, low_degree_threads});
    } else {
      given.left_over[atomicAdd(given.left_over_count, 1u)] = static_cast<unsigned>(id);
    }
    return;
  }
  int count = 0;
  VT_UNROLL
  for (int k = 0; k < N; ++k) {
    if (real >> k & 1) mine[low_degree_threads * count++] = points[k];
  }
  T* const to = given.roots + id * given.root_polynomial_step;
  VT_UNROLL
  for (int k = 0; k < N; ++k) {
    to[static_cast<std::size_t>(k) * given.root_step] = k < count ? mine[low_degree_threads * k] : not_a_number<T>();
  }
  given.counts[id] = static_cast<std::uint8_t>(count);
  given.statuses[id] = real_roots_status::ok;
  if (given.touching) given.touching[id] = 0;
}

template <class T, int N>
__global__ void __launch_bounds__(low_degree_threads)
    low_degree_kernel(const __grid_constant__ problem<T> given, const __grid_constant__ cells<T> where, bool listed) {
  __shared__ T sorted[N * low_degree_threads];
  T* const mine = sorted + threadIdx.x;
  const unsigned count = listed ? *given.unclear_count : given.count;
  for (std::size_t i = blockIdx.x * low_degree_threads + threadIdx.x; i < count; i += gridDim.x * low_degree_threads)
    solve_low_degree<N>(given, where, listed ? given.unclear[i] : i, mine);
}

}  // namespace vieta::cuda
