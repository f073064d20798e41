#pragma once

#include "real_roots/cuda/deflation.cuh"
#include "real_roots/cuda/problem.cuh"
#include "vieta/core/real_roots.hpp"

// Polynomials for which Descartes' count is the degree: all their roots may be in the interval, and halving would take
// them apart one by one. find_from_ends guesses all roots of one polynomial in one thread. They are an answer if that
// can be proven: p changes its sign within the tolerance of each real one, in a place of its own, and each complex one
// has a disc of its own away from the real axis; then there are as many as the degree, and no others. What is not
// proven goes back to the warps.

namespace vieta::cuda {

constexpr int whole_threads = 64;

/// Real numbers that descend, some of them touches.
struct sorted_roots {
  std::uint32_t touching;
  int count;  ///< negative: not proven
};

/// p(x) and sum |c_k x^k|.
struct weighed_value {
  double value, magnitude;
};
template <int N>
__device__ __forceinline__ weighed_value weigh(const double (&c)[N + 1], double x) {
  double value = c[N], magnitude = abs_here(value);
  VT_UNROLL
  for (int k = N - 1; k >= 0; --k) {
    value = fma(value, x, c[k]);
    magnitude = fma(magnitude, abs(x), abs_here(c[k]));
  }
  return {value, magnitude};
}

/// Whether the disc around z in which p has a root, of radius N |p/p'|, is small beside its distance from the real
/// axis; perhaps after a step of Newton's on p itself, for what the divisions left.
template <int N>
__device__ __forceinline__ bool is_complex(const double (&c)[N + 1], complex_number& z) {
  constexpr double u = float_format<double>::unit_roundoff;
  const double noise = 4 * N * N * u * weigh<N>(c, abs(z.real) + z.imaginary).magnitude;
  VT_UNROLL_NOT
  for (int step = 0; step < 2; ++step) {
    const complex_values at = evaluate<N>(c, z);
    const double slope = square(at.slope), size = fma(noise, noise, square(at.value));
    if (32.0 * N * N * size < z.imaginary * z.imaginary * slope) return true;
    const complex_number by = at.value * complex_number{at.slope.real, -at.slope.imaginary};
    const double scale = rough_reciprocal(slope);
    z = z - complex_number{by.real * scale, by.imaginary * scale};
  }
  return false;
}

/// Sorts the list. Pairs leave it, but for those that are touches: p vanishes between them within what rounding the
/// coefficients can tell.
template <int N, class T>
__device__ __forceinline__ sorted_roots sort_roots(const problem<T>& given, const double (&c)[N + 1],
                                                   const root_list& list, core::strided<T> roots) {
  unsigned touching = 0, out = 0;
  bool known = true;
  const auto place = [&](int k) {
    return complex_number{static_cast<double>(roots[k]), static_cast<double>(roots[k + 1])};
  };
  for (unsigned rest = list.pairs; rest != 0; rest &= rest - 1) {
    const int k = __ffs(static_cast<int>(rest)) - 1;
    complex_number z = place(k);
    known &= is_complex<N>(c, z);
    for (unsigned others = rest & (rest - 1); others != 0; others &= others - 1) {
      const complex_number other = place(__ffs(static_cast<int>(others)) - 1);
      const double reach = 0.25 * (z.imaginary + other.imaginary);
      known &= square(z - other) > reach * reach;
    }
    out |= 3u << k;
    const bool inside = roots[k] >= given.lo && roots[k] <= given.hi;
    const double end = static_cast<double>(roots[k] < given.lo ? given.lo : given.hi);
    // Beside an end the extremum may be inside while z is not.
    if (!inside && (N > largest_noise_degree || abs(z.real - end) > z.imaginary)) continue;
    const weighed_value at = weigh<N>(c, inside ? z.real : end);
    const double least = static_cast<double>(core::detail::noise_factor<T>(N)) * at.magnitude;
    const bool touches = inside && abs(at.value) <= least;
    known &= touches || abs(at.value) > 4 * least;
    if (touches) touching |= 1u << k, out &= ~(1u << k);
  }
  if (!known) return {0, -1};
  sorted_roots sorted{0, 0};
  for (int k = 0; k < list.places; ++k) {
    if (out >> k & 1) continue;
    const T x = roots[k];
    int i = sorted.count++;
    for (; i > 0 && roots[i - 1] < x; --i) roots[i] = roots[i - 1];
    roots[i] = x;
    const unsigned before = (1u << i) - 1;
    sorted.touching = (sorted.touching & before) | (sorted.touching & ~before) << 1 | (touching >> k & 1) << i;
  }
  return sorted;
}

/// Whether p has different signs on both sides of each root that is no touch: within half the tolerance, on one side of
/// each end of the interval, and not beyond the middle between neighbours. Those outside of the interval then leave the
/// list; the result is how many do at its beginning, or -1.
template <int N, class T>
__device__ __forceinline__ int crossings_seen(const problem<T>& given, const double (&c)[N + 1], sorted_roots& sorted,
                                              core::strided<T> roots) {
  // Neighbours that may be one root to T are for others to judge: those nearer than some 4 sqrt(u) (find_extremum has
  // the same bound), with noise between them. In float at higher degrees all is noise to T, and signs stand as they
  // are.
  constexpr bool knows_noise = sizeof(T) == 8 || N <= 8;
  constexpr T nearest = !knows_noise ? T(0x1p-6) : sizeof(T) == 4 ? T(0x1p-10) : T(0x1p-24);
  constexpr double noise = knows_noise ? 4 * static_cast<double>(float_format<T>::unit_roundoff)
                                       : 4 * N * float_format<double>::unit_roundoff;
  const T width = given.hi - given.lo, near = nearest * width;
  T above = given.hi + width, x = sorted.count > 0 ? roots[0] : given.lo;
  unsigned sign = 0;
  bool seen = sorted.count >= 0;
  int beyond = 0, inside = 0;
  VT_UNROLL_NOT
  for (int i = 0; i < sorted.count; ++i) {
    const T below = i + 1 < sorted.count ? roots[i + 1] : given.lo - width;
    const T enough = max(given.wanted.absolute / 2, given.wanted.relative / 2 * abs(x));
    T over = x + min(enough, (above - x) / 2), under = x - min(enough, (x - below) / 2);
    if (x > given.hi)
      under = max(under, given.hi), ++beyond;
    else
      over = min(over, given.hi);
    if (x < given.lo)
      over = min(over, given.lo);
    else
      under = max(under, given.lo), ++inside;
    const double right = static_cast<double>(over), left = static_cast<double>(under);
    double at_right = c[N], at_left = c[N];
    VT_UNROLL
    for (int k = N - 1; k >= 0; --k) {
      at_right = fma(at_right, right, c[k]);
      at_left = fma(at_left, left, c[k]);
    }
    if (i == 0) sign = sign_word(at_right);
    const bool touches = sorted.touching >> i & 1;
    const bool crosses = at_right != 0 && at_left != 0 && static_cast<int>(sign_word(at_right) ^ sign) >= 0 &&
                         static_cast<int>(sign_word(at_left) ^ sign) < 0;
    seen &= (touches || crosses) && above > x && x > below;
    if (!touches) sign = ~sign;
    if (x - below < near) {
      const weighed_value middle = weigh<N>(c, static_cast<double>(x - (x - below) / 2));
      seen &= abs(middle.value) > noise * middle.magnitude;
    }
    above = x;
    x = below;
  }
  sorted.count = inside - beyond;
  sorted.touching >>= beyond;
  return seen ? beyond : -1;
}

/// Newton's step on p itself, for what the divisions left.
template <int N, class T>
__device__ __forceinline__ void refine_roots(const double (&c)[N + 1], int count, core::strided<T> roots) {
  VT_UNROLL_NOT
  for (int i = 0; i < count; ++i) {
    const double x = static_cast<double>(roots[i]);
    double slope = c[N], value = fma(c[N], x, c[N - 1]);
    VT_UNROLL
    for (int k = N - 2; k >= 0; --k) {
      slope = fma(slope, x, value);
      value = fma(value, x, c[k]);
    }
    roots[i] = static_cast<T>(fma(-value, rough_reciprocal(slope), x));
  }
}

template <int N, class T>
__device__ __forceinline__ void read_doubles(const problem<T>& given, std::size_t id, double (&c)[N + 1]) {
  hide(id);  // read again, and not kept in registers from before
  const T* from = given.coefficients + id * given.polynomial_step;
  VT_UNROLL
  for (int k = 0; k < N; ++k)
    c[k] = static_cast<double>(__ldg(from + static_cast<std::size_t>(k) * given.coefficient_step));
  c[N] =
      given.degree == N ? static_cast<double>(__ldg(from + static_cast<std::size_t>(N) * given.coefficient_step)) : 0;
}

/// The whole warp calls this; `there`: for this lane, too, there is one.
template <int N, class T>
__device__ __forceinline__ bool solve_whole(const problem<T>& given, std::size_t id, bool there,
                                            core::strided<T> roots) {
  constexpr bool with_pairs = sizeof(T) == 4;  // in double they are rare
  const double width = static_cast<double>(given.hi) - static_cast<double>(given.lo);
  root_list list{};
  {
    double d[N + 1];
    read_doubles<N>(given, id, d);
    list = find_from_ends<N, with_pairs>(d, given.degree, there, static_cast<double>(given.lo),
                                         static_cast<double>(given.hi), 0x1p-18 * width, roots);
  }
  if (list.places < given.degree) return false;
  double c[N + 1];
  read_doubles<N>(given, id, c);
  if constexpr (sizeof(T) == 8) refine_roots<N>(c, given.degree, roots);
  sorted_roots sorted = sort_roots<N>(given, c, list, roots);
  const int first = crossings_seen<N>(given, c, sorted, roots);
  if (first < 0) return false;
  T* const to = given.roots + id * given.root_polynomial_step;
  VT_UNROLL_NOT
  for (int k = 0; k < given.degree; ++k) {
    to[static_cast<std::size_t>(k) * given.root_step] =
        k < sorted.count ? roots[first + sorted.count - 1 - k] : not_a_number<T>();
  }
  const std::uint32_t touching = sorted.count > 0 ? __brev(sorted.touching) >> (32 - sorted.count) : 0;
  given.counts[id] = static_cast<std::uint8_t>(sorted.count);
  given.statuses[id] = touching ? real_roots_status::touching : real_roots_status::ok;
  if (given.touching) given.touching[id] = touching;
  return true;
}

/// The list of the unclear, from where warps take 32 at a time; what is not proven goes to the list of the refused.
template <class T, int N>
__global__ void __launch_bounds__(whole_threads, N <= 16 ? 10 : 9)
    whole_kernel(const __grid_constant__ problem<T> given) {
  __shared__ T memory[N * whole_threads];
  let_the_next_kernel_start();
  wait_for_the_kernel_before();
  const core::strided<T> roots{memory + threadIdx.x, whole_threads};
  const unsigned lane = threadIdx.x % warp_size, count = *given.unclear_count;
  // The first share is known: an empty list costs no atomic operation.
  unsigned first = blockIdx.x * whole_threads + threadIdx.x - lane;
  while (first < count) {
    const bool there = first + lane < count;
    const unsigned id = there ? given.unclear[first + lane] : 0;
    const bool unproven = !solve_whole<N>(given, id, there, roots) && there;
    append(unproven, id, given.refused_count, given.refused);
    if (lane == 0) first = gridDim.x * whole_threads + atomicAdd(given.next_unclear, static_cast<unsigned>(warp_size));
    first = __shfl_sync(whole_warp, first, 0);
  }
}

}  // namespace vieta::cuda
