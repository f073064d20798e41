#pragma once

#include "real_roots/cuda/low/level.cuh"
#include "real_roots/cuda/low/low_degree_kernel.cuh"
#include "real_roots/cuda/numeric.cuh"
#include "real_roots/cuda/pieces.cuh"
#include "real_roots/cuda/problem.cuh"

// A first look at every polynomial. With one change of sign at most among the Bernstein coefficients on each side of
// zero it has at most one root there, and this is known. So it is with nine of ten random polynomials of
// degree 5; the others wait until they fill a warp. (At other degrees it does not pay: docs/method/real_roots.md.)

namespace vieta::cuda {

/// From this degree on a first look pays.
template <int N>
inline constexpr bool looks_first = N >= 5;

/// The root in (lo, hi), where the Bernstein coefficients b of p change their sign once: two of Halley's steps from the
/// guess of warp_solver::push_brackets. Whether there is a change of sign within the tolerance.
template <int N, class T>
__device__ __forceinline__ bool find_single_root(const T (&p)[N + 1], const T (&b)[N + 1], int negatives, T lo, T hi,
                                                 const core::tolerance<T>& wanted, T& x) {
  const T segment = static_cast<T>(b[0] < 0 ? negatives - 1 : N - negatives);
  const T along = fma(b[0] * rough_reciprocal(b[0] - b[N]), T(N), -segment);
  const T t = (segment + clamped(fma(T(0.5), along, T(0.25)), T(0), T(1))) * T(1.0 / N);
  x = fma(t, hi - lo, lo);
  x = clamped(step_from<N>(p, step_from<N>(p, x)), lo, hi);
  const T enough = T(0.5) * larger(wanted.absolute, wanted.relative * abs(x));
  return changes_sign<N>(p, lo, hi, x, sign_word(b[0]), enough) >> 31 != 0;
}

/// One polynomial. Whether it is clear; then all is written.
template <int N, class T>
__device__ __forceinline__ bool solve_clear(const problem<T>& given, const cells<T>& where, std::size_t id,
                                            const T (&given_p)[N + 1]) {
  T p[N + 1], a[N + 1], left[N + 1], right[N + 1];
  VT_UNROLL
  for (int k = 0; k <= N; ++k) a[k] = given_p[k];
  T not_needed;
  const T size = convert<N>(where, a, left, right, not_needed), scale = to_one(size);
  VT_UNROLL
  for (int k = 0; k <= N; ++k) p[k] = scale * given_p[k];
  const signs at_left = count_signs<N>(left), at_right = count_signs<N>(right);
  // Where all coefficients are clear of what rounding can do, so is p: a touch would be three variations.
  T nearest = abs(right[0]);
  VT_UNROLL
  for (int i = 1; i <= N; ++i) nearest = smaller(nearest, abs(right[i]));
  if (where.two_pieces) {
    VT_UNROLL
    for (int i = 0; i <= N; ++i) nearest = smaller(nearest, abs(left[i]));
  }
  constexpr T noise = (4 * N + 4) * float_format<T>::unit_roundoff;
  const T middle = where.start, lo = middle - where.left_width, hi = middle + where.right_width;
  T x, y;
  const bool left_found = find_single_root<N>(p, left, at_left.negatives, lo, middle, given.wanted, x);
  const bool right_found = find_single_root<N>(p, right, at_right.negatives, middle, hi, given.wanted, y);
  const bool one_left = at_left.variations == 1, one_right = at_right.variations == 1;
  // Written so that a NaN is not clear (`nearest` may have lost it, `size` has not).
  const bool clear = (size > where.least) & (size < where.most) & (nearest > noise * size) &
                     ((at_left.variations | at_right.variations) <= 1) & (left_found | !one_left) &
                     (right_found | !one_right) & ((x < y) | !one_left | !one_right);
  if (!clear) return false;
  T* const to = given.roots + id * given.root_polynomial_step;
  const T none = not_a_number<T>();
  to[0] = one_left ? x : one_right ? y : none;
  to[given.root_step] = one_left && one_right ? y : none;
  VT_UNROLL
  for (int k = 2; k < N; ++k) to[static_cast<std::size_t>(k) * given.root_step] = none;
  given.counts[id] = static_cast<std::uint8_t>(at_left.variations + at_right.variations);
  given.statuses[id] = real_roots_status::ok;
  if (given.touching) given.touching[id] = 0;
  return true;
}

/// Each warp takes groups of 32 polynomials, one behind the other.
template <class T, int N>
__global__ void __launch_bounds__(low_degree_threads, sizeof(T) == 4 ? 8 : 4)
    clear_kernel(const __grid_constant__ problem<T> given, const __grid_constant__ cells<T> where) {
  constexpr unsigned warps = low_degree_threads / warp_size, room = 2 * warp_size;
  __shared__ T coefficients[warps][N + 1][room];  // of those that wait
  __shared__ unsigned ids[warps][room];
  let_the_next_kernel_start();
  const unsigned warp = threadIdx.x / warp_size, lane = threadIdx.x % warp_size;
  const unsigned groups = (given.count - 1) / warp_size + 1;
  unsigned group = blockIdx.x * warps + warp, waiting = 0;
  T p[N + 1];
  // One call of each step in the text: they are inlined.
  VT_UNROLL_NOT
  while (group < groups || waiting > 0) {
    if (waiting >= warp_size || group >= groups) {
      const unsigned many = waiting < warp_size ? waiting : warp_size;
      waiting -= many;
      const bool there = lane < many;
      const unsigned place = waiting + (there ? lane : 0);
      VT_UNROLL
      for (int k = 0; k <= N; ++k) p[k] = coefficients[warp][k][place];
      solve_surely<N, T>(given, where, there, ids[warp][place], p, nullptr);
    } else {
      const unsigned id = group * warp_size + lane;
      read<N>(given, id < given.count ? id : 0, p);
      const bool unclear = id < given.count && !solve_clear<N>(given, where, id, p);
      const unsigned votes = __ballot_sync(whole_warp, unclear);
      if (unclear) {
        const unsigned place = waiting + static_cast<unsigned>(__popc(votes & ((1u << lane) - 1)));
        ids[warp][place] = id;
        VT_UNROLL
        for (int k = 0; k <= N; ++k) coefficients[warp][k][place] = p[k];
      }
      waiting += static_cast<unsigned>(__popc(votes));
      group += gridDim.x * warps;
    }
    __syncwarp();
  }
}

}  // namespace vieta::cuda
