#pragma once

#include "real_roots/cuda/warp_solver.cuh"

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

/// Roots of 32 polynomials, without the places that stayed empty, and their counts; or their index into the list of
/// what is left over.
template <class T, int N, class Memory, bool Again>
__device__ __forceinline__ void warp_solver<T, N, Memory, Again>::store(int group) {
  const int polynomial = group * warp_size + lane_;
  const unsigned id = index(polynomial);
  const unsigned place = memory_.first_slot[polynomial];
  const int first_slot = static_cast<int>(place & ~many_roots);
  int slots = memory_.slots[polynomial];
  if (slots == given_up) slots = what_was_given_up(place & many_roots);
  const bool there = rank_of(polynomial) < count_ && slots != elsewhere;
  bool undecided = slots == left_over || slots == unclear || slots == refused;
  const int used = there && !undecided ? slots : 0;
  std::uint64_t marks = 0, touching = 0;  // by slot, by root
  if (touches_ && used > 0) {
    const unsigned* const words = memory_.touching + first_slot / 32;
    marks =
        (words[0] | static_cast<std::uint64_t>(used + first_slot % 32 > 32 ? words[1] : 0) << 32) >> first_slot % 32;
    marks &= (std::uint64_t{1} << used) - 1;
  }
  if (touches_) undecided = undecided || !are_ascending(memory_.root + first_slot, used);
  T* to = given_.roots + id * given_.root_polynomial_step;
  int found = 0;
  const int most = __reduce_max_sync(whole_warp, used);
  for (int k = 0; k < most; ++k) {
    const T x = k < used ? memory_.root[first_slot + k] : not_a_number<T>();
    if (!(x == x)) continue;
    if (found == given_.degree) {
      undecided = true;
      break;
    }
    if (touches_) touching |= (marks >> k & 1) << found;
    *to = x;
    to += given_.root_step;
    ++found;
  }
  const int empty = there ? given_.degree - found : 0;
  VT_UNROLL
  for (int k = 0; k < N; ++k) {
    if (k < empty) to[static_cast<std::size_t>(k) * given_.root_step] = not_a_number<T>();
  }
  if (__any_sync(whole_warp, undecided)) [[unlikely]] {
    const bool is_unclear = looks_again && slots == unclear, is_refused = looks_again && slots == refused;
    append(undecided && !is_unclear && !is_refused, id, given_.left_over_count, given_.left_over);
    if constexpr (looks_again) {
      append(is_unclear, id, given_.unclear_count, given_.unclear);
      append(is_refused, id, given_.refused_count, given_.refused);
    }
  }
  if (!there || undecided) return;
  given_.counts[id] = static_cast<std::uint8_t>(found);
  given_.statuses[id] = touching ? real_roots_status::touching : real_roots_status::ok;
  if (given_.touching) given_.touching[id] = touching;
}

}  // namespace vieta::cuda
