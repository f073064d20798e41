#pragma once

#include <cstdint>

#include "real_roots/cuda/numeric.cuh"

// What one warp keeps in shared memory: a stack of Bernstein pieces that are to be halved, a ring of brackets for
// Halley's iteration, a ring of doubtful intervals that may hold a touch, and a ring of places for roots.

namespace vieta::cuda {

/// How much of it. Less memory lets more warps run; more memory keeps lists fuller.
template <int Groups, int Places, int Slots>
struct capacity {
  static constexpr int groups = Groups;  ///< of 32 polynomials, at work at the same time
  static constexpr int places = Places;  ///< for pieces
  static constexpr int slots = Slots;    ///< for roots; one group must fit
  static_assert((groups & (groups - 1)) == 0 && groups <= 16 && slots <= 4096);
};

template <class T, int N, class Capacity>
struct warp_memory {
  static constexpr int deepest_level = sizeof(T) == 4 ? 13 : 26;
  // Beyond `full` pieces, halving goes one by one and may still deepen by one place for each level. A load adds up to
  // 32 pieces to 31.
  static constexpr int places = Capacity::places;
  static constexpr int groups = Capacity::groups;
  static constexpr int root_slots = Capacity::slots;
  static constexpr int full = places - deepest_level;
  // A step that adds brackets starts with 31 at most and adds up to 64; one that adds doubtful intervals starts with
  // enough_doubts - 1 and adds up to 32.
  static constexpr int brackets = 96, enough_doubts = 4, doubts = enough_doubts + warp_size;
  static constexpr int polynomials = warp_size * Capacity::groups;
  static_assert(Capacity::slots >= warp_size * (N + 2) && full >= 63);

  T piece[N + 1][places];
  place_and<T> piece_place[places];  // where it begins; 2 u sum |a_k w^k| of its polynomial
  T bracket_lo[brackets], bracket_hi[brackets], bracket_x[brackets];
  place_and<T> doubt_place[doubts];  // where it begins; how far on, in widths, a touch is to be looked for
  T root[Capacity::slots];
  unsigned touching[Capacity::slots / 32 + 1];  // bit: the root in this slot is a touch
  unsigned piece_item[places];
  unsigned bracket_item[brackets];
  unsigned doubt_item[doubts];
  unsigned group[Capacity::groups];
  std::uint16_t group_slot[Capacity::groups];
  std::uint16_t first_slot[polynomials];  // and the mark of many_roots
  std::uint8_t slots[polynomials];
};

/// A place in a ring, from at most twice its size.
template <int Size>
__device__ __forceinline__ int wrapped(int place) {
  return place < Size ? place : place - Size;
}

// In place of a number of slots:
constexpr int left_over = 255;  ///< the chain solves it
constexpr int elsewhere = 254;  ///< whole_kernel does
constexpr int unclear = 253;    ///< the same, but it is not in the list yet
constexpr int refused = 252;    ///< for the second look
constexpr int given_up = 251;   ///< one of these, but not `elsewhere`

/// Beside the first slot, which is below: the polynomial may have all its roots in the interval.
constexpr unsigned many_roots = 1u << 15;

/// Whose piece, bracket or doubtful interval it is, in one word.
struct item {
  unsigned word;

  static __device__ __forceinline__ item piece(int polynomial, int slot, int level, int variations) {
    return {static_cast<unsigned>(polynomial | slot << 9 | level << 21) | static_cast<unsigned>(variations) << 26};
  }
  static __device__ __forceinline__ item bracket(int polynomial, int slot, unsigned sign_at_lo) {
    return {static_cast<unsigned>(polynomial | slot << 9) | (sign_at_lo & 0x80000000u)};
  }
  static __device__ __forceinline__ item doubt(int polynomial, int slot, unsigned sign_at_lo, int level, bool of_many) {
    return {bracket(polynomial, slot, sign_at_lo).word | static_cast<unsigned>(level) << 21 |
            static_cast<unsigned>(of_many) << 26};
  }
  __device__ __forceinline__ int polynomial() const { return static_cast<int>(word & 511); }
  __device__ __forceinline__ int group() const { return polynomial() / warp_size; }
  __device__ __forceinline__ int slot() const { return static_cast<int>(word >> 9 & 4095); }
  __device__ __forceinline__ int level() const { return static_cast<int>(word >> 21 & 31); }
  /// Of doubts: there may be other roots than the two.
  __device__ __forceinline__ bool is_of_many() const { return (word >> 26 & 1) != 0; }
  __device__ __forceinline__ int variations() const { return static_cast<int>(word >> 26); }
  __device__ __forceinline__ bool negative_at_lo() const { return word >> 31 != 0; }
  /// Of brackets: how many steps were taken. Every eighth one halves the bracket.
  static constexpr unsigned one_step = 1u << 21;
  static constexpr int most_steps = 240;  // and 8 more before this is looked at must fit ten bits
  __device__ __forceinline__ int steps() const { return static_cast<int>(word >> 21 & 1023); }
  __device__ __forceinline__ bool must_bisect() const { return (word & 7 * one_step) == 7 * one_step; }
};

}  // namespace vieta::cuda
