#pragma once

#include "real_roots/cuda/warp_solver.cuh"

namespace vieta::cuda {

/// Groups that have nothing in the lists any more leave, the oldest first. True if one did.
template <class T, int N, class Memory>
__device__ __forceinline__ bool warp_solver<T, N, Memory>::retire() {
  const unsigned before = tail_;
  unsigned busy = 0;
  if (lane_ < pieces_) busy |= 1u << item{memory_.piece_item[lane_]}.group();
  if (lane_ < brackets_) {
    busy |= 1u << item{memory_.bracket_item[(first_bracket_ + lane_) % memory_t::brackets]}.group();
  }
  if (lane_ < doubts_) busy |= 1u << item{memory_.doubt_item[(first_doubt_ + lane_) % memory_t::doubts]}.group();
  busy = __reduce_or_sync(whole_warp, busy);
  while (tail_ != head_ && !(busy >> tail_ % Memory::groups & 1)) {
    store(static_cast<int>(tail_ % Memory::groups));
    ++tail_;
  }
  if (tail_ != head_) slots_begin_ = memory_.group_slot[tail_ % Memory::groups];
  __syncwarp();
  return tail_ != before;
}

/// Roots of 32 polynomials, without the places that stayed empty, and their counts; or their index into the list of
/// what is left over.
template <class T, int N, class Memory>
__device__ __forceinline__ void warp_solver<T, N, Memory>::store(int group) {
  const int polynomial = group * warp_size + lane_;
  const std::size_t id = index(polynomial);
  const bool there = id < given_.count;
  const int slots = memory_.slots[polynomial];
  const int first_slot = memory_.first_slot[polynomial];
  T* const root = memory_.root + first_slot;
  std::uint64_t marks = 0, touching = 0;  // by slot, by root
  int found = 0;
  if (slots != left_over && slots > 0) {
    const unsigned* const words = memory_.touching + first_slot / 32;
    marks =
        (words[0] | static_cast<std::uint64_t>(slots + first_slot % 32 > 32 ? words[1] : 0) << 32) >> first_slot % 32;
    marks &= (std::uint64_t{1} << slots) - 1;
    for (int k = 0; k < slots; ++k) {
      const T x = root[k];
      if (!(x == x)) continue;
      touching |= (marks >> k & 1) << found;
      root[found++] = x;
    }
  }
  const bool undecided = slots == left_over || found > given_.degree;
  const unsigned votes = __ballot_sync(whole_warp, undecided);
  if (votes != 0) {
    unsigned first = 0;
    if (lane_ == 0) first = atomicAdd(given_.left_over_count, static_cast<unsigned>(__popc(votes)));
    first = __shfl_sync(whole_warp, first, 0);
    if (undecided) given_.left_over[first + static_cast<unsigned>(rank(votes))] = static_cast<unsigned>(id);
  }
  const int most = __reduce_max_sync(whole_warp, found);
  if (!there || undecided) return;
  T* const to = given_.roots + id * given_.root_polynomial_step;
  for (int k = 0; k < most; ++k) {
    to[static_cast<std::size_t>(k) * given_.root_step] = k < found ? root[k] : not_a_number<T>();
  }
  for (int k = most; k < given_.degree; ++k) to[static_cast<std::size_t>(k) * given_.root_step] = not_a_number<T>();
  given_.counts[id] = static_cast<std::uint8_t>(found);
  given_.statuses[id] = touching ? real_roots_status::touching : real_roots_status::ok;
  if (given_.touching) given_.touching[id] = touching;
}

}  // namespace vieta::cuda
