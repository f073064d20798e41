#pragma once

#include "real_roots/cuda/warp_solver.cuh"

namespace vieta::cuda {

/// The Bernstein coefficient nearest to zero among those of both halves (too large by powers of two), and where it has
/// its say: t from 0 to 2.
template <class T>
struct near_zero {
  T size, t;
};
template <class T, int M>
__device__ __forceinline__ near_zero<T> nearest_to_zero(const T (&left)[M], const T (&right)[M]) {
  constexpr int n = M - 1;
  near_zero<T> best{abs(left[0]), 0};
  VT_UNROLL
  for (int i = 1; i <= 2 * n; ++i) {
    const T size = i <= n ? abs(left[i]) * power_of_two<T>(-i) : abs(right[i - n]) * power_of_two<T>(i - 2 * n);
    if (size < best.size) best = {size, T(i) / n};
  }
  return best;
}

/// The size of the largest of them.
template <class T, int M>
__device__ __forceinline__ T largest(const T (&left)[M], const T (&right)[M]) {
  constexpr int n = M - 1;
  T size = max(abs(left[0]), abs(right[n]));
  VT_UNROLL
  for (int i = 1; i <= n; ++i) {
    size = max(size, abs(left[i]) * power_of_two<T>(-i));
    size = max(size, abs(right[n - i]) * power_of_two<T>(-i));
  }
  return size;
}

/// Halves up to 32 pieces from the top of the stack.
template <class T, int N, class Memory, bool Again>
__device__ __forceinline__ void warp_solver<T, N, Memory, Again>::halve() {
  const int n = pieces_ < warp_size ? pieces_ : warp_size;
  const int base = pieces_ - n, place = base + lane_;
  const bool active = lane_ < n;
  T b[N + 1], left[N + 1];
  VT_UNROLL
  for (int i = 0; i <= N; ++i) b[i] = active ? memory_.piece[i][place] : T(1);
  const item whose{active ? memory_.piece_item[place] : 0};
  const T start = active ? memory_.piece_start[place] : T(0);
  __syncwarp();
  core::halve<N>(b, left);

  const signs on_left = count_signs<N>(left), on_right = count_signs<N>(b);
  const int level = whose.level() + 1, polynomial = whose.polynomial();
  const int variations = active ? whose.variations() : on_left.variations + on_right.variations;
  const T middle = left[N] * power_of_two<T>(-N), width = power_of_two<T>(-level);
  // A root in the middle has no sign to show; rounding may add variations, for which there are no slots.
  const bool deep = level == memory_t::deepest_level && (on_left.variations > 1 || on_right.variations > 1);
  bool decided = middle != 0 && !deep && on_left.variations + on_right.variations <= variations;
  int right_slot = whose.slot() + variations - on_right.variations;

  // Two variations that vanish, or two roots beside a value that is noise: there may be a touch.
  const T noise = active ? from_coarse<T>(memory_.noise[polynomial]) : T(0);
  bool doubtful =
      knows_noise && variations == 2 && on_left.variations == 1 && on_right.variations == 1 && abs(middle) <= noise;
  const bool vanished = on_left.variations + on_right.variations < variations;
  if (__any_sync(whole_warp, decided && (doubtful || vanished))) {
    const near_zero<T> least = nearest_to_zero(left, b);
    const T guess = fma(doubtful ? T(1) : least.t, width, start);
    const bool small = vanished && least.size <= (N + 1) * noise;
    const bool on_one = variations == on_left.variations + on_right.variations + 2 &&
                        (on_left.variations == 0 || on_right.variations == 0);
    bool hidden = knows_noise && !on_one;
    if constexpr (sizeof(T) == 4) {
      // Errors of a coefficient are below (N + 4) u sum |a_k w^k|. What is as small has a sign by accident, and roots
      // beside it may be missed. After the change of basis in double only halving errs.
      if constexpr (Again)
        hidden = hidden || (!on_one && least.size <= 4 * float_format<T>::unit_roundoff * largest(left, b));
      else if (where_.lists_whole && small)
        hidden = hidden || ((!on_one || least.size <= T(0.5) * (N + 4) * noise) && has_many(memory_.slots[polynomial]));
    }
    if (small && hidden) decided = false;
    doubtful = decided && (doubtful || (small && on_one));
    const bool whole = variations == 2, first = on_left.variations == 0;
    push_doubts(doubtful, whole || first ? left[0] : middle, polynomial,
                whose.slot() + (whole || first ? 0 : on_left.variations), whole || first ? start : start + width,
                whole ? 2 * width : width, guess);
  }
  if (active && !decided) give_up(polynomial);
  const bool go_on = active && decided;

  int waiting = 0;  // lanes whose pieces stay on the stack because there is no room for two in their place
  unsigned many_left = __ballot_sync(whole_warp, go_on && on_left.variations > 1);
  unsigned many_right = __ballot_sync(whole_warp, go_on && on_right.variations > 1);
  if (base + __popc(many_left) + __popc(many_right) > memory_t::full) {
    const int room = memory_t::full - pieces_;
    waiting = n - (room < 1 ? 1 : room < n ? room : n);
    many_left &= ~0u << waiting;
    many_right &= ~0u << waiting;
  }
  const bool mine = go_on && lane_ >= waiting;
  const bool crossing = mine && !(doubtful && variations == 2);
  push_brackets(crossing && on_left.variations == 1, left[0], middle, on_left.negatives, polynomial, whose.slot(),
                start, width);
  push_brackets(crossing && on_right.variations == 1, middle, b[N], on_right.negatives, polynomial, right_slot,
                start + width, width);
  pieces_ = base + waiting;
  push_pieces<half::left>(mine && on_left.variations > 1, many_left, left,
                          item::piece(polynomial, whose.slot(), level, on_left.variations), start);
  push_pieces<half::right>(mine && on_right.variations > 1, many_right, b,
                           item::piece(polynomial, right_slot, level, on_right.variations), start + width);
  __syncwarp();
}

}  // namespace vieta::cuda
