#pragma once

#include "real_roots/cuda/warp/warp_solver.cuh"

namespace vieta::cuda {

/// The Bernstein coefficient nearest to zero among those of both halves, and where it has its say: t from 0 to 2.
template <class T>
struct near_zero {
  T size, t;
};
template <int M>
__device__ __forceinline__ near_zero<double> nearest_to_zero(const double (&left)[M], const double (&right)[M]) {
  constexpr int n = M - 1;
  near_zero<double> best{abs(left[0]), 0};
  VT_UNROLL
  for (int i = 1; i <= 2 * n; ++i) {
    const double size = abs(i <= n ? left[i] : right[i - n]);
    if (size < best.size) best = {size, static_cast<double>(i) / n};
  }
  return best;
}
/// In float its place travels in the lowest bits of the size, so that one minimum finds both. The size loses less than
/// 2^-16 of itself.
template <int M>
__device__ __forceinline__ near_zero<float> nearest_to_zero(const float (&left)[M], const float (&right)[M]) {
  constexpr int n = M - 1;
  static_assert(2 * n < 128);
  unsigned kept = 0x7fffff80u;
  hide(kept);  // or else the mask and the place take an instruction each
  unsigned best = sign_word(left[0]) & kept;
  VT_UNROLL
  for (int i = 1; i <= 2 * n; ++i) {
    const unsigned key = with_low_bits(sign_word(i <= n ? left[i] : right[i - n]), kept, static_cast<unsigned>(i));
    best = best < key ? best : key;
  }
  return {__uint_as_float(best & kept), static_cast<float>(static_cast<int>(best & ~0x7fffff80u)) * float(1.0 / n)};
}

/// The least of what is beside the ends of both halves: the larger one of two neighbours there.
template <class T, int M>
__device__ __forceinline__ T least_at_ends(const T (&left)[M], const T (&right)[M]) {
  constexpr int n = M - 1;
  const T at_start = larger(abs(left[0]), abs(left[1])), at_end = larger(abs(right[n]), abs(right[n - 1]));
  return smaller(larger(abs(right[0]), smaller(abs(left[n - 1]), abs(right[1]))), smaller(at_start, at_end));
}

/// The size of the largest of them.
template <class T, int M>
__device__ __forceinline__ T largest(const T (&left)[M], const T (&right)[M]) {
  T size = 0;
  VT_UNROLL
  for (int i = 0; i < M; ++i) size = larger(size, larger(abs(left[i]), abs(right[i])));
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
  const place_and<T> where = active ? memory_.piece_place[place] : place_and<T>(T(0), T(0));
  const T start = where.place(), noise = where.other();
  __syncwarp();
  core::halve<N>(b, left);
  VT_UNROLL
  for (int i = 1; i <= N; ++i) {
    left[i] *= power_of_two<T>(-i);
    b[N - i] *= power_of_two<T>(-i);
  }

  const signs on_left = count_signs<N>(left), on_right = count_signs<N>(b);
  const int level = whose.level() + 1, polynomial = whose.polynomial();
  const int variations = active ? whose.variations() : on_left.variations + on_right.variations;
  constexpr T u = float_format<T>::unit_roundoff;
  const T middle = left[N], width = power_of_two<T>(-level);
  // A root in the middle has no sign to show; rounding may add variations, for which there are no slots.
  const bool deep = level == memory_t::deepest_level && (on_left.variations > 1 || on_right.variations > 1);
  bool decided = middle != 0 && !deep && on_left.variations + on_right.variations <= variations;
  int right_slot = whose.slot() + variations - on_right.variations;

  // Two variations that vanish, or two roots beside a value that is noise: there may be a touch.
  bool doubtful =
      knows_noise && variations == 2 && on_left.variations == 1 && on_right.variations == 1 && abs(middle) <= noise;
  const bool vanished = on_left.variations + on_right.variations < variations;
  if (__any_sync(whole_warp, decided && (doubtful || vanished))) {
    // A pair within the noise is in the count of a half unless it is beside an end (uncounted_roots.cuh). `noise` is
    // that at the far end of the interval: which end it is, and whether noise is as large there, is for examine() to
    // see. Where p is flat two neighbours may be larger; that is too many to give up all with other roots.
    const bool at_ends = looks_at_ends(polynomial);
    const T most = (variations == 2 ? 8 : 2) * noise_of_pieces / u * noise;
    const bool hides = decided && vanished && at_ends && least_at_ends(left, b) <= most;
    T to_guess = 1;  // from `start`, in widths
    bool on_one = false;
    if (__any_sync(whole_warp, decided && vanished && !at_ends)) {
      const near_zero<T> least = nearest_to_zero(left, b);
      const bool small = vanished && !at_ends && least.size <= (N + 1) * noise;
      on_one = small && variations == on_left.variations + on_right.variations + 2 &&
               (on_left.variations == 0 || on_right.variations == 0);
      bool hidden = !on_one;
      // Errors of a coefficient are below (N + 4) u sum |a_k w^k|. What is as small has a sign by accident, and roots
      // beside it may be missed. After the change of basis in double only halving errs.
      if constexpr (!knows_noise) {
        if constexpr (Again)
          hidden = hidden && least.size <= 4 * u * largest(left, b);
        else
          hidden = where_.lists_whole && (hidden || least.size <= T(0.5) * (N + 4) * noise);
      }
      if (small && hidden) decided = false;
      if (small && !doubtful) to_guess = least.t;
    }
    const bool of_many = hides && variations != 2;
    doubtful = decided && (doubtful || on_one || hides);
    const bool whole = variations == 2 || of_many, first = on_left.variations == 0;
    push_doubts(doubtful, whole || first ? left[0] : middle, polynomial,
                whose.slot() + (whole || first ? 0 : on_left.variations), whole || first ? start : start + width,
                whole ? level - 1 : level,
                whole   ? T(0.5) * to_guess
                : first ? to_guess
                        : to_guess - 1,
                of_many);
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
  push_pieces(mine && on_left.variations > 1, many_left, left,
              item::piece(polynomial, whose.slot(), level, on_left.variations), where);
  push_pieces(mine && on_right.variations > 1, many_right, b,
              item::piece(polynomial, right_slot, level, on_right.variations), {start + width, noise});
  __syncwarp();
}

}  // namespace vieta::cuda
