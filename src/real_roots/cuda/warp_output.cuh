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
    busy |= 1u << item{memory_.bracket_item[wrapped<memory_t::brackets>(first_bracket_ + lane_)]}.group();
  }
  if (lane_ < doubts_) busy |= 1u << item{memory_.doubt_item[wrapped<memory_t::doubts>(first_doubt_ + lane_)]}.group();
  busy = __reduce_or_sync(whole_warp, busy);
  while (tail_ != head_ && !(busy >> tail_ % Memory::groups & 1)) {
    store(static_cast<int>(tail_ % Memory::groups));
    ++tail_;
  }
  __syncwarp();
  return tail_ != before;
}

/// Roots of 32 polynomials stand in their slots: they close up where one stayed empty. Their counts; or their index
/// into the list of what is left over.
template <class T, int N, class Memory>
__device__ __forceinline__ void warp_solver<T, N, Memory>::store(int group) {
  const int polynomial = group * warp_size + lane_;
  const std::size_t id = index(polynomial);
  const bool there = memory_.group[group] * warp_size + static_cast<unsigned>(lane_) < count_;
  const bool undecided = memory_.undecided[polynomial] != 0;
  const unsigned present = there && !undecided ? memory_.present[polynomial] : 0;
  T* const to = given_.roots + id * given_.root_polynomial_step;
  const int found = __popc(present);
  int next = ~present != 0 ? __ffs(~present) - 1 : 32;  // the first empty slot
  VT_UNROLL_NOT
  for (unsigned rest = next < found ? present & ~0u << next : 0; rest != 0; rest &= rest - 1) {
    const int k = __ffs(rest) - 1;
    to[static_cast<std::size_t>(next++) * given_.root_step] = to[static_cast<std::size_t>(k) * given_.root_step];
  }
  std::uint64_t touching = 0;
  VT_UNROLL_NOT
  for (unsigned rest = touches_ ? present & memory_.touching[polynomial] : 0; rest != 0; rest &= rest - 1)
    touching |= std::uint64_t{1} << __popc(present & ((rest & -rest) - 1));
  VT_UNROLL
  for (int k = 0; k < N; ++k) {
    if (there && k >= found && k < given_.degree)
      to[static_cast<std::size_t>(k) * given_.root_step] = not_a_number<T>();
  }
  const unsigned votes = __ballot_sync(whole_warp, undecided);
  if (votes != 0) {
    unsigned first = 0;
    if (lane_ == 0) first = atomicAdd(given_.left_over_count, static_cast<unsigned>(__popc(votes)));
    first = __shfl_sync(whole_warp, first, 0);
    if (undecided) given_.left_over[first + static_cast<unsigned>(rank(votes))] = static_cast<unsigned>(id);
  }
  if (!there || undecided) return;
  given_.counts[id] = static_cast<std::uint8_t>(found);
  given_.statuses[id] = touching ? real_roots_status::touching : real_roots_status::ok;
  if (given_.touching) given_.touching[id] = touching;
}

}  // namespace vieta::cuda
