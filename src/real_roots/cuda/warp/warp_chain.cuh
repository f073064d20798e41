#pragma once

#include <type_traits>

#include "real_roots/cuda/float_in_double.cuh"
#include "real_roots/cuda/low/chain_kernel.cuh"

// The derivative chain of one polynomial in one warp: a lane for each point that separates roots, and a level takes as
// long as its slowest root. The mathematics is that of core::real_roots; float's coefficients are computed with in
// double, so that the signs between roots are those of p. For what is left over, where the device is fast in double.

namespace vieta::cuda {

/// What the chain computes with.
template <class T>
using careful_number = std::conditional_t<sizeof(T) == 4, float_in_double, double>;

__device__ __forceinline__ double from_lane(double x, int lane) { return __shfl_sync(whole_warp, x, lane); }
__device__ __forceinline__ float_in_double from_lane(float_in_double x, int lane) { return from_lane(x.value, lane); }

/// For the steps of Newton's iteration.
struct rough_quotient {
  __device__ __forceinline__ double operator()(double a, double b) const { return a * rough_reciprocal(b); }
  __device__ __forceinline__ float_in_double operator()(float_in_double a, float_in_double b) const {
    return (*this)(a.value, b.value);
  }
};

/// What lies in shared memory: p, and the points between which it has one root at most.
template <int N, class S>
struct chain_memory {
  S p[N + 1], points[N];
};

template <int N, class S>
struct warp_chain {
  const S (&p)[N + 1];
  S (&points)[N];
  S lo, hi;
  core::tolerance<S> wanted;
  int lane, count;

  /// The end at lo, the points, the end at hi: one for each lane up to count + 1.
  __device__ __forceinline__ S point() const { return lane == 0 ? lo : lane <= count ? points[lane - 1] : hi; }
  static __device__ __forceinline__ bool opposite(S a, S b) { return a != 0 && b != 0 && (a < 0) != (b < 0); }

  /// Roots of derivatives, up to those of p'; core::detail::chain has the same.
  template <int D>
  __device__ __forceinline__ void separate() {
    S c[D + 1];
    core::detail::derivative<N, D>(p, c);
    if constexpr (D == 1) {
      const S x = -c[0] / c[1];
      count = x > lo && x < hi;
      __syncwarp();  // votes and shuffles do not put accesses to memory in order
      if (lane == 0) points[0] = x;
    } else {
      constexpr S finer = 0.0625;
      const S here = point(), value = core::horner(c, D, here);
      const S before = from_lane(here, lane - 1), value_before = from_lane(value, lane - 1);
      const bool inside = lane > 0 && lane <= count, zero = inside && value == 0;
      const bool crosses = lane > 0 && lane <= count + 1 && opposite(value_before, value);
      S root = here;
      if (crosses) {
        root =
            core::find_crossing(c, D, before, here, value_before < 0,
                                core::tolerance<S>{finer * wanted.absolute, finer * wanted.relative}, rough_quotient{});
      }
      const unsigned votes = __ballot_sync(whole_warp, crosses || zero);
      __syncwarp();
      if (crosses || zero) points[__popc(votes & ((1u << lane) - 1))] = root;
      count = __popc(votes);
    }
    __syncwarp();
    if constexpr (D + 1 < N) separate<D + 1>();
  }

  /// Where neighbouring extrema are noise, or the tolerance is coarse, what is found beside them may overlap.
  __device__ __forceinline__ bool is_in_order() const {
    const int known = count < N ? count : N;
    return __all_sync(whole_warp, lane == 0 || lane >= known || points[lane - 1] < points[lane]);
  }
  __device__ __forceinline__ unsigned in_order(unsigned touching) {
    const int known = count < N ? count : N;
    const S mine = lane < known ? points[lane] : hi;
    int rank = 0;
    for (int k = 0; k < known; ++k) rank += points[k] < mine || (points[k] == mine && k < lane);
    __syncwarp();
    if (lane < known) points[rank] = mine;
    __syncwarp();
    return __reduce_or_sync(whole_warp, lane < known && touching >> lane & 1 ? 1u << rank : 0u);
  }

  /// Crossings and touches of p itself in place of the points; core::detail::crossings_and_touches has the
  /// same. Bit k of the result: root k is a touch.
  __device__ __forceinline__ unsigned finish() {
    S c[N + 1];
    VT_UNROLL
    for (int k = 0; k <= N; ++k) c[k] = p[k];
    const int ends = count + 1;
    S sum = 0;
    VT_UNROLL
    for (int k = 0; k <= N; ++k) sum += abs(c[k]);
    const S here = point();
    const S value = core::detail::value_with_sign(c, N, here, core::detail::noise_factor<S>(N) * sum);
    const S before = from_lane(here, lane - 1), value_before = from_lane(value, lane - 1);
    const S after = from_lane(here, lane + 1), value_after = from_lane(value, lane + 1);
    const bool inside = lane > 0 && lane < ends;
    const bool small = !(abs(value) > core::detail::noise_factor<S>(N) * sum);
    const unsigned changes = __ballot_sync(whole_warp, lane > 0 && lane <= ends && opposite(value_before, value));
    // A small value between two larger ones of other sign may be noise. Both changes of sign are its own, then.
    unsigned dips = changes & changes >> 1 & __ballot_sync(whole_warp, inside && small);
    for (int i = 1; i < ends; ++i) dips &= ~((dips & 1u << i) << 1);
    const unsigned mine = 1u << lane;
    const bool dips_here = dips & mine, dips_before = dips << 1 & mine;
    const bool left = (changes & mine) != 0 && !dips_before, right = changes >> 1 & mine;
    const bool bends =
        inside && value != 0 && !left && !right && abs(value) <= abs(value_before) && abs(value) <= abs(value_after);

    const auto near_zero = [&] {
      return !(abs(value) > core::detail::noise_factor<S>(N) * core::horner_magnitude(c, N, here));
    };
    S first = here, second = here;  // roots
    int crossings = left && !dips_here ? 1 : 0;
    bool touches = false, at_zero = false;
    S from = before, to = here;
    bool negative = value_before < 0;
    if (dips_here || bends) {
      const auto e = core::detail::find_extremum(c, N, before, here, after, value_after < 0);
      negative = value_after < 0;
      to = e.x;
      first = e.x;
      // Left of here a dip has done with everything.
      if (dips_before) from = here;
      if (e.sign_known && (e.value < 0) != negative)
        crossings = !dips_before || e.x > here ? 2 : 0;
      else
        touches = e.touches;
    } else if (inside && value == 0) {
      at_zero = true;
      touches = (value_before < 0) == (value_after < 0);
    } else if (lane == 0 || (lane == ends && hi > lo && crossings == 0 && !dips_before)) {
      if (value == 0) {
        at_zero = true;
        touches = core::detail::is_flat(c, N, here);
      } else if (lane == 0) {
        touches = !(changes & 2u) && abs(value) <= abs(value_after) && near_zero();
      } else {
        touches = value_before != 0 && abs(value) < abs(value_before) && near_zero();
      }
    }
    VT_UNROLL_NOT
    for (int k = 0; k < crossings; ++k) {
      const S x = core::find_crossing(c, N, from, to, negative, wanted, rough_quotient{});
      first = k == 0 ? x : first;
      second = x;
      from = to;
      to = after;
      negative = !negative;
    }
    const int found = crossings > 0 ? crossings : touches || at_zero ? 1 : 0;
    const unsigned one = __ballot_sync(whole_warp, found > 0), two = __ballot_sync(whole_warp, found > 1);
    const int place = __popc(one & (mine - 1)) + __popc(two & (mine - 1));
    __syncwarp();
    if (found > 0 && place < N) points[place] = first;
    if (found > 1 && place + 1 < N) points[place + 1] = second;
    count = __popc(one) + __popc(two);
    __syncwarp();
    const unsigned touching = __reduce_or_sync(whole_warp, touches ? 1u << place : 0u);
    const bool noise_at_end = __any_sync(whole_warp, (lane == 0 || lane == ends) && small);
    return noise_at_end && count <= N ? settle_ends(c, touching) : touching;
  }

  /// core::detail::settle_ends by one lane; the roots that are touches then.
  __device__ __forceinline__ unsigned settle_ends(const S (&c)[N + 1], unsigned touching) {
    int kept = count;
    if (lane == 0) {
      std::uint64_t marks = touching;
      kept = core::detail::settle_ends(c, N, core::strided<S>{points, 1}, count, lo, hi, marks);
      touching = static_cast<unsigned>(marks);
    }
    count = __shfl_sync(whole_warp, kept, 0);
    __syncwarp();
    return __shfl_sync(whole_warp, touching, 0);
  }
};

/// One polynomial of degree N or less, whose coefficients and interval are of ordinary size; false if they are not, or
/// if p(0) = 0.
template <int N, class T>
__device__ __forceinline__ bool solve_by_warp(const problem<T>& given, std::size_t id,
                                              chain_memory<N, careful_number<T>>& memory, int lane) {
  using S = careful_number<T>;
  static_assert(N + 2 <= warp_size);
  const T far = abs(given.lo) > abs(given.hi) ? abs(given.lo) : abs(given.hi);
  const int e = far > 1 ? exponent_of(far) + 1 : 0;
  const T a =
      lane <= given.degree
          ? given.coefficients[id * given.polynomial_step + static_cast<std::size_t>(lane) * given.coefficient_step]
          : T(0);
  // Written so that a NaN is not ordinary.
  constexpr int most = sizeof(T) == 4 ? float_format<T>::largest : 320;
  const bool in_range = abs(a) < power_of_two<T>(most) && (sizeof(T) == 4 || abs(a) > power_of_two<T>(-most));
  if (e > 16 || !__all_sync(whole_warp, a == 0 ? lane > 0 : in_range)) return false;
  if (lane <= N) memory.p[lane] = static_cast<double>(a) * power_of_two<double>(e * lane);
  __syncwarp();
  const double scale = power_of_two<double>(e), back = power_of_two<double>(-e);
  warp_chain<N, S> chain{
      memory.p,
      memory.points,
      static_cast<double>(given.lo) * back,
      static_cast<double>(given.hi) * back,
      {static_cast<double>(given.wanted.absolute) * back, static_cast<double>(given.wanted.relative)},
      lane,
      0};
  unsigned touching = 0;
  VT_UNROLL_NOT
  for (int attempt = 0; attempt < 2; ++attempt) {
    chain.count = 0;
    chain.template separate<1>();
    touching = chain.finish();
    if (chain.is_in_order()) break;
    chain.wanted = {0.0, 0.0};  // what a coarse tolerance has brought together is told apart without it
  }
  touching = chain.in_order(touching);

  const int count = chain.count < given.degree ? chain.count : given.degree;
  const auto root = [&](int k) { return static_cast<T>(memory.points[k] * S(scale)); };
  // The same number again is the same root: a touch, if p has the same sign on both sides (core::append_root).
  const T x = lane < count ? root(lane) : not_a_number<T>(), before = __shfl_up_sync(whole_warp, x, 1);
  const bool first = lane < count && (lane == 0 || x != before);
  const unsigned firsts = __ballot_sync(whole_warp, first), earlier = (1u << lane) - 1;
  const unsigned next = firsts & ~earlier & ~(1u << lane), here = (next & (0 - next)) - 1u;  // up to the next number
  const unsigned same = here & ((1u << count) - 1) & ~earlier;
  const int place = __popc(firsts & earlier), listed = __popc(firsts);
  const bool touches = first && __popc(same & ~touching) % 2 == 0;
  touching = __reduce_or_sync(whole_warp, touches ? 1u << place : 0u);
  T* const row = given.roots + id * given.root_polynomial_step;
  if (first) row[static_cast<std::size_t>(place) * given.root_step] = x;
  if (lane >= listed && lane < given.degree) row[static_cast<std::size_t>(lane) * given.root_step] = not_a_number<T>();
  if (lane == 0) {
    given.counts[id] = static_cast<std::uint8_t>(listed);
    given.statuses[id] = chain.count > given.degree ? real_roots_status::unresolved
                         : touching                 ? real_roots_status::touching
                                                    : real_roots_status::ok;
    if (given.touching) given.touching[id] = touching;
  }
  __syncwarp();
  return true;
}

/// What is left over. What is of no ordinary size is left to one lane.
template <class T, int N>
__global__ void __launch_bounds__(chain_threads, 4) warp_chain_kernel(const __grid_constant__ problem<T> given) {
  __shared__ chain_memory<N, careful_number<T>> memory[chain_threads / warp_size];
  let_the_next_kernel_start();
  wait_for_the_kernel_before();
  const int lane = static_cast<int>(threadIdx.x) % warp_size;
  const unsigned warp = threadIdx.x / warp_size, warps = chain_threads / warp_size, count = *given.left_over_count;
  for (unsigned i = blockIdx.x * warps + warp; i < count; i += gridDim.x * warps) {
    const std::size_t id = given.left_over[i];
    if (solve_by_warp<N>(given, id, memory[warp], lane)) continue;
    if (lane == 0) solve_by_chain<N>(given, id, core::strided<T>{reinterpret_cast<T*>(memory[warp].points), 1});
    __syncwarp();
  }
}

}  // namespace vieta::cuda
