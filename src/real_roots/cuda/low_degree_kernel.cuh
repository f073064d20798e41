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

/// Where a monotonic function that is at_a and at_b at the ends of [0, 1] may be zero; an end is flat if it is an
/// extremum.
template <class T>
__device__ __forceinline__ T guess_crossing(T at_a, T at_b, bool flat_a, bool flat_b) {
  const T linear = at_a * rough_reciprocal(at_a - at_b);
  if (!flat_a && !flat_b) return linear;
  const bool nearer_a = flat_a && (!flat_b || linear < T(0.5));
  const T part = nearer_a ? linear : 1 - linear;
  const T root = rough_root(part);
  // One flat end: t^2 = part. Two: 3 t^2 - 2 t^3 = part, to a hundredth.
  const T t = flat_a && flat_b ? root * fma(part, T(0.26), T(0.577)) : root;
  return nearer_a ? t : 1 - t;
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

/// Newton's iteration in all three brackets of a cubic side by side: as many steps as nearly all of them need, without
/// a look at convergence, then a look for the change of sign on both sides. Bit i of the result: root i is there.
template <class T>
__device__ __forceinline__ unsigned find_cubic_roots(const T (&c)[4], const T (&end)[4], const T (&at)[4],
                                                     const bool (&flat)[4], const core::tolerance<T>& half,
                                                     T (&root)[3]) {
  constexpr int steps = sizeof(T) == 4 ? 5 : 6;
  T lo[3], hi[3];
  VT_UNROLL
  for (int i = 0; i < 3; ++i) {
    lo[i] = end[i], hi[i] = end[i + 1];
    root[i] = fma(guess_crossing(at[i], at[i + 1], flat[i], flat[i + 1]), hi[i] - lo[i], lo[i]);
  }
  VT_UNROLL
  for (int step = 0; step < steps; ++step) {
    VT_UNROLL
    for (int i = 0; i < 3; ++i) {
      const T x = root[i];
      T slope = c[3], value = fma(c[3], x, c[2]);
      VT_UNROLL
      for (int k = 1; k >= 0; --k) {
        slope = fma(slope, x, value);
        value = fma(value, x, c[k]);
      }
      const bool root_is_right = static_cast<int>(sign_word(value) ^ sign_word(at[i])) >= 0;
      lo[i] = root_is_right ? x : lo[i];
      hi[i] = root_is_right ? hi[i] : x;
      const T next = fma(-value, rough_reciprocal(slope), x);
      root[i] = next >= lo[i] && next <= hi[i] ? next : fma(T(0.5), hi[i] - lo[i], lo[i]);
    }
  }
  unsigned seen = 0;
  VT_UNROLL
  for (int i = 0; i < 3; ++i) {
    const T enough = sufficient<true>(end[i], end[i + 1], half, T(0), T(0));
    const T below = root[i] - enough, above = root[i] + enough;
    const bool left = below <= lo[i] || static_cast<int>(sign_word(core::horner(c, 3, below)) ^ sign_word(at[i])) >= 0;
    const bool right = above >= hi[i] || static_cast<int>(sign_word(core::horner(c, 3, above)) ^ sign_word(at[i])) < 0;
    if (left && right) seen |= 1u << i;
  }
  return seen;
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
  unsigned found = 0, seen = 0;
  T quick[3];
  if constexpr (last && D == 3) {
    const T end[4] = {given.lo, points[0], points[1], given.hi};
    const T at[4] = {core::horner(c, 3, end[0]), core::horner(c, 3, end[1]), core::horner(c, 3, end[2]),
                     core::horner(c, 3, end[3])};
    const bool flat[4] = {false, (real & 1) != 0, (real >> 1 & 1) != 0, false};
    seen = find_cubic_roots(c, end, at, flat, half, quick);
  }
  T a = given.lo, at_a = core::horner(c, D, a);
  if (last && !(abs(at_a) > noise)) sure = false;
  VT_UNROLL
  for (int i = 0; i < D; ++i) {
    const bool flat_a = i > 0 && (real >> (i > 0 ? i - 1 : 0) & 1), flat_b = i < D - 1 && (real >> i & 1);
    const T b = i < D - 1 ? points[i] : given.hi, at_b = core::horner(c, D, b);
    const bool crosses = (sign_word(at_a) ^ sign_word(at_b)) >> 31 != 0;
    // An extremum that comes near zero without a root on either side may be a touch.
    if (last && flat_a && !crosses && !(found >> (i > 0 ? i - 1 : 0) & 1) && !(abs(at_a) > size * T(0x1p-9)) &&
        !keeps_its_distance(c, D, a)) {
      sure = false;
    }
    points[i] = b;
    if (crosses) {
      if constexpr (last && D == 3) {
        points[i] = quick[i];
        if (!(seen >> i & 1))
          points[i] = find_root<D, last>(c, a, b, at_a, fma(T(0.5), b - a, a), half, floor, rough, sure);
      } else {
        const T x = fma(guess_crossing(at_a, at_b, flat_a, flat_b), b - a, a);
        points[i] = find_root<D, last>(c, a, b, at_a, x, half, floor, rough, sure);
      }
      found |= 1u << i;
    }
    a = b;
    at_a = at_b;
  }
  if (last && !(abs(at_a) > noise)) sure = false;
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

template <class T, int N>
__global__ void __launch_bounds__(low_degree_threads)
    low_degree_kernel(const __grid_constant__ problem<T> given, const __grid_constant__ cells<T> where) {
  __shared__ T sorted[N * low_degree_threads];
  const std::size_t id = static_cast<std::size_t>(blockIdx.x) * low_degree_threads + threadIdx.x;
  if (id >= given.count) return;
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
      solve_by_chain<N>(given, id, core::strided<T>{sorted + threadIdx.x, low_degree_threads});
    } else {
      given.left_over[atomicAdd(given.left_over_count, 1u)] = static_cast<unsigned>(id);
    }
    return;
  }
  T* const mine = sorted + threadIdx.x;
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

}  // namespace vieta::cuda
