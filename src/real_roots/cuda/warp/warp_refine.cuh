#pragma once

#include "real_roots/cuda/warp/warp_solver.cuh"
#include "vieta/core/level.hpp"

namespace vieta::cuda {

/// Halley's iteration for up to 32 brackets, in lockstep. When few lanes still move, they go back to the list and wait
/// for company. A small step is not believed: a change of sign must be seen just beyond the root that it promises, as
/// in core::find_crossing.
///
/// What a bracket goes through depends on itself alone: it counts its own steps, and a lane that has settled stays
/// where it is while others move. So a root has the same bits whoever is in the neighbouring lanes.
template <class T, int N, class Memory, bool Again>
__device__ __forceinline__ void warp_solver<T, N, Memory, Again>::refine(bool more_to_do) {
  constexpr int most_steps = 8, few = 8;
  const int n = brackets_ < warp_size ? brackets_ : warp_size;
  const int place = wrapped<memory_t::brackets>(first_bracket_ + lane_);
  const bool active = lane_ < n;
  const item whose{active ? memory_.bracket_item[place] : 0};
  T lo = active ? memory_.bracket_lo[place] : T(0), hi = active ? memory_.bracket_hi[place] : T(0);
  T x = active ? memory_.bracket_x[place] : T(0);
  T c[N + 1];
  read_coefficients(active ? index(whose.polynomial()) : 0, c);
  __syncwarp();
  brackets_ -= n;
  first_bracket_ = wrapped<memory_t::brackets>(first_bracket_ + n);

  const unsigned sign = whose.word;
  const T absolute = given_.wanted.absolute / 2, relative = given_.wanted.relative / 2;
  const int patience = more_to_do ? few : 0;
  T next = x, enough = 0;  // enough: half the tolerance
  unsigned side = 0;       // its highest bit: the root is left of x
  bool moves = false;
  unsigned word = whose.word;  // with the count of steps
  VT_UNROLL_NOT
  for (int count = 1; true; ++count) {
    const auto p = core::detail::differentiate<N>(c, x);
    side = sign_word(p.value) ^ sign;
    lo = static_cast<int>(side) >= 0 ? x : lo;
    hi = static_cast<int>(side) >= 0 ? hi : x;
    // Coefficients are of any size here, so no products of two. Near an extremum Halley's steps are far too short: then
    // the bracket is halved.
    const T inverse = rough_reciprocal(p.slope), newton = p.value * inverse, bend = newton * (p.half_second * inverse);
    next = fma(-newton, rough_reciprocal(1 - bend), x);
    const bool inside = next >= lo && next <= hi && abs(bend) < 2;
    if (!inside || item{word}.must_bisect()) next = fma(T(0.5), hi - lo, lo);
    enough = larger(absolute, relative * abs(next));
    moves = active && !(abs(next - x) < enough);
    if (moves) word += item::one_step;
    if (count == most_steps || __popc(__ballot_sync(whole_warp, moves)) <= patience) break;
    x = moves ? next : x;
  }

  // Just beyond the root. Beyond the bracket's end the change of sign is known.
  const bool root_is_right = static_cast<int>(side) >= 0;
  const T beyond = root_is_right ? fma(T(0.5), enough, next) : fma(T(-0.5), enough, next);
  T value = c[N];
  VT_UNROLL
  for (int k = N - 1; k >= 0; --k) value = fma(value, beyond, c[k]);
  const bool changes = static_cast<int>(sign_word(value) ^ sign ^ side) < 0;
  const bool outside = root_is_right ? beyond >= hi : beyond <= lo;
  const bool seen = outside || changes || !(hi - lo > 2 * enough);
  const bool done = active && !moves && seen;
  const bool again = active && !done;
  touches_ |= __any_sync(whole_warp, done && root_is_right && next >= hi);  // the bracket behind may end here, too
  if (done) memory_.root[whose.slot()] = min(max(next, given_.lo), given_.hi);
  const bool back = again && item{word}.steps() < item::most_steps;
  if (again && !back) give_up(whose.polynomial());
  const unsigned votes = __ballot_sync(whole_warp, back);
  if (votes != 0) {
    if (back) {
      if (!moves && !outside) {  // no change of sign yet: look further
        if (root_is_right) {
          lo = beyond;
          next = fma(T(2), enough, beyond);
        } else {
          hi = beyond;
          next = fma(T(-2), enough, beyond);
        }
        if (!(next > lo && next < hi)) next = fma(T(0.5), hi - lo, lo);
        word += item::one_step;
      }
      const int to = wrapped<memory_t::brackets>(first_bracket_ + brackets_ + rank(votes));
      memory_.bracket_lo[to] = lo;
      memory_.bracket_hi[to] = hi;
      memory_.bracket_x[to] = next;
      memory_.bracket_item[to] = word;
    }
    brackets_ += __popc(votes);
  }
  __syncwarp();
}

}  // namespace vieta::cuda
