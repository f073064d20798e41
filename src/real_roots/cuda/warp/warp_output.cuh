#pragma once

#include "real_roots/cuda/warp/warp_solver.cuh"

namespace vieta::cuda {

/// Groups that have nothing in the lists any more leave, the oldest first. True if one did.
template <class T, int N, class Memory, bool Again>
__device__ __forceinline__ bool warp_solver<T, N, Memory, Again>::retire() {
  const unsigned before = tail_;
  unsigned busy = 0;
  if (lane_ < pieces_) busy |= 1u << item{memory_.piece_item[lane_]}.group();
  if (lane_ < brackets_) {
    busy |= 1u << item{memory_.bracket_item[wrapped<memory_t::brackets>(first_bracket_ + lane_)]}.group();
  }
  if (lane_ < doubts_) busy |= 1u << item{memory_.doubt_item[wrapped<memory_t::doubts>(first_doubt_ + lane_)]}.group();
  busy = __reduce_or_sync(whole_warp, busy);
  while (tail_ != head_ && !(busy >> tail_ % Memory::groups & 1)) {
    store(static_cast<int>(tail_ % Memory::groups));
    ++tail_;
  }
  if (tail_ != head_) slots_begin_ = memory_.group_slot[tail_ % Memory::groups];
  __syncwarp();
  return tail_ != before;
}

/// Of places for roots, some of which may be empty.
template <class T>
__device__ __forceinline__ bool are_ascending(const T* root, int places) {
  T last = not_a_number<T>();
  bool ascending = true;
  VT_UNROLL_NOT
  for (int k = 0; k < places; ++k) {
    const T x = root[k];
    ascending = ascending && !(x <= last);
    if (x == x) last = x;
  }
  return ascending;
}

/// Which of the roots are touches, of a polynomial whose places for roots begin at first_slot.
template <class T, int N, class Memory, bool Again>
__device__ __forceinline__ std::uint64_t warp_solver<T, N, Memory, Again>::touches(int first_slot, int places) const {
  std::uint64_t touching = 0;
  int found = 0;
  VT_UNROLL_NOT
  for (int slot = first_slot; slot < first_slot + places; ++slot) {
    const T x = memory_.root[slot];
    if (!(x == x)) continue;
    touching |= std::uint64_t{memory_.touching[slot / 32] >> slot % 32 & 1} << found;
    ++found;
  }
  return touching;
}

/// Roots of 32 polynomials, without the places that stayed empty, and their counts; or their index into the list of
/// what is left over.
template <class T, int N, class Memory, bool Again>
__device__ __forceinline__ void warp_solver<T, N, Memory, Again>::store(int group) {
  const int polynomial = group * warp_size + lane_;
  const unsigned rank = memory_.group[group] * warp_size + static_cast<unsigned>(lane_), id = index(rank);
  const unsigned place = memory_.first_slot[polynomial];
  const int first_slot = static_cast<int>(place & ~many_roots);
  const int slots = memory_.slots[polynomial];
  const bool there = rank < count_ && slots != elsewhere;
  bool undecided = slots >= given_up && slots != elsewhere;
  const int places = there && !undecided ? slots : 0;
  if (touches_) undecided = undecided || !are_ascending(memory_.root + first_slot, places);
  T* to = given_.roots + id * given_.root_polynomial_step;
  int found = 0;
  const int most = __reduce_max_sync(whole_warp, places);
  VT_UNROLL_NOT
  for (int k = 0; k < most; ++k) {
    const T x = k < places ? memory_.root[first_slot + k] : not_a_number<T>();
    if (x == x) {
      if (found < given_.degree) *to = x;
      to += given_.root_step;
      ++found;
    }
  }
  undecided = undecided || found > given_.degree;
  const int empty = there ? given_.degree - found : 0;
  T nothing = not_a_number<T>();
  if constexpr (sizeof(T) == 4) hide(nothing);  // one register, not one for each place
  VT_UNROLL
  for (int k = 0; k < N; ++k) {
    if (k < empty) *to = nothing;
    to += given_.root_step;
  }
  if (__any_sync(whole_warp, there && undecided)) [[unlikely]] {
    const int why = slots == given_up ? what_was_given_up((place & many_roots) != 0) : slots;
    const bool is_unclear = looks_again && why == unclear, is_refused = looks_again && why == refused;
    append(there && undecided && !is_unclear && !is_refused, id, given_.left_over_count, given_.left_over);
    if constexpr (looks_again) {
      append(there && undecided && is_unclear, id, given_.unclear_count, given_.unclear);
      append(there && undecided && is_refused, id, given_.refused_count, given_.refused);
    }
  }
  if (!there || undecided) return;
  const std::uint64_t touching = touches_ ? touches(first_slot, places) : 0;
  given_.counts[id] = static_cast<std::uint8_t>(found);
  given_.statuses[id] = touching ? real_roots_status::touching : real_roots_status::ok;
  if (given_.touching) given_.touching[id] = touching;
}

}  // namespace vieta::cuda
