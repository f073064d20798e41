#pragma once

#include "real_roots/cuda/warp/warp_solver.cuh"

namespace vieta::cuda {

/// What 32 doubtful intervals hold: two crossings, a touch or nothing, as core::real_roots would see it. Where other
/// roots are near, only whether there is noise where a touch may be: then the polynomial is given up.
template <class T, int N, class Memory, bool Again>
__device__ __forceinline__ void warp_solver<T, N, Memory, Again>::examine() {
  const int n = doubts_ < warp_size ? doubts_ : warp_size;
  const int place = wrapped<memory_t::doubts>(first_doubt_ + lane_);
  const bool active = lane_ < n;
  const item whose{active ? memory_.doubt_item[place] : 0};
  const place_and<T> where = active ? memory_.doubt_place[place] : place_and<T>(T(0), T(0));
  const T start = where.place(), width = power_of_two<T>(-whose.level());
  const T scale = start < 0 ? where_.left_width : where_.right_width;
  const T lo = fma(start, scale, where_.start), hi = fma(start + width, scale, where_.start);
  T x = fma(fma(where.other(), width, start), scale, where_.start);
  T c[N + 1];
  read_coefficients(active ? index(whose.polynomial()) : 0, c);
  __syncwarp();
  doubts_ -= n;
  first_doubt_ = wrapped<memory_t::doubts>(first_doubt_ + n);

  if (!(x > lo && x < hi)) x = lo + (hi - lo) / 2;
  const bool negative = whose.negative_at_lo();
  // The sign at x may be beside another extremum than the one that is found. One point after the other: the code has to
  // fit the instruction cache.
  const bool of_many = whose.is_of_many(), at_ends = looks_at_ends(whose.polynomial());
  bool seen = false, is_noise = false;
  T begin = x, least = 0;
  VT_UNROLL_NOT
  for (int point = 0; point < (sizeof(T) == 4 ? 3 : 1); ++point) {
    const T at = point == 0 ? x : point == 1 ? lo : hi;
    const T value = core::horner(c, N, at), noise = core::detail::noise_factor<T>(N) * core::horner_magnitude(c, N, at);
    const T share = abs(value) / noise;
    if (point == 0) seen = (value < 0) != negative && abs(value) > noise;
    if (point > 0 || of_many) is_noise |= share <= (of_many ? 8 : 4);
    if (point == 0 || (at_ends && share < least)) begin = at, least = share;
  }
  const core::detail::extremum<T> e = core::detail::find_extremum(c, N, lo, begin, hi, negative);
  const T between = seen ? x : e.x;
  const bool alone = active && !of_many;
  const bool inside = e.x > lo && e.x < hi;
  const bool crosses = alone && (seen || (e.sign_known && e.value != 0 && (e.value < 0) != negative && inside));
  const bool settled = e.stationary && inside;
  const bool touches = alone && !crosses && e.touches && (settled || !at_ends);
  if (touches) {
    memory_.root[whose.slot()] = e.x;
    atomicOr(&memory_.touching[whose.slot() / 32], 1u << whose.slot() % 32);
  }
  // At an end, or beyond it, there may be a touch that nobody else looks for, if p is not much larger than noise there.
  const bool unknown = alone && !crosses && !touches && !(believes_extrema && (at_ends ? settled : e.stationary));
  if ((unknown && (!believes_extrema || is_noise)) || (active && of_many && is_noise)) give_up(whose.polynomial());
  touches_ |= __any_sync(whole_warp, touches || crosses);
  const unsigned votes = __ballot_sync(whole_warp, crosses);
  if (crosses) {
    const int first = wrapped<memory_t::brackets>(first_bracket_ + brackets_ + 2 * rank(votes));
    const int second = wrapped<memory_t::brackets>(first + 1);
    const T sign = negative ? T(-1) : T(1);
    memory_.bracket_lo[first] = lo;
    memory_.bracket_hi[first] = memory_.bracket_lo[second] = between;
    memory_.bracket_hi[second] = hi;
    memory_.bracket_x[first] = fma(T(0.5), between - lo, lo);
    memory_.bracket_x[second] = fma(T(0.5), hi - between, between);
    memory_.bracket_item[first] = item::bracket(whose.polynomial(), whose.slot(), sign_word(sign)).word;
    memory_.bracket_item[second] = item::bracket(whose.polynomial(), whose.slot() + 1, sign_word(-sign)).word;
  }
  brackets_ += 2 * __popc(votes);
  __syncwarp();
}

}  // namespace vieta::cuda
