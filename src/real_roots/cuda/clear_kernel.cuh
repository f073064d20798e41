#pragma once

#include "real_roots/cuda/numeric.cuh"
#include "real_roots/cuda/pieces.cuh"
#include "real_roots/cuda/problem.cuh"
#include "vieta/core/bracket.hpp"

// The first look at every polynomial. With one change of sign at most among the Bernstein coefficients on each side of
// zero it has at most one root there, and this is known. So it is with nine of ten random polynomials at degrees 4 and
// 5: their roots are found here, by warps that need few registers and little memory. All others go to a list for the
// kernel after it. (At higher degrees it does not pay: docs/method/real_roots.md.)

namespace vieta::cuda {

constexpr int clear_warps = 4;  // in a block

/// Brackets of one warp that wait for company: at most 31, and two for each polynomial of a group.
template <class T>
struct clear_memory {
  static constexpr int brackets = 31 + 2 * warp_size;
  static constexpr int most_listed = 256;
  T x[brackets];
  unsigned item[brackets];  // polynomial, side, place among the roots, sign at the lower end
  unsigned unclear[most_listed];
};

template <class T, int N>
class clear_solver {
 public:
  using memory_t = clear_memory<T>;
  __device__ __forceinline__ clear_solver(memory_t& memory, const problem<T>& given, const cells<T>& where)
      : memory_(memory), given_(given), where_(where), lane_(static_cast<int>(threadIdx.x) % warp_size) {}

  /// Groups first, first + stride, ... below `groups`.
  __device__ __forceinline__ void solve(unsigned first, unsigned stride, unsigned groups) {
    // One call of each step in the text: they are inlined.
    for (unsigned next = first; next < groups || waiting_ > 0;) {
      if (waiting_ >= warp_size || next >= groups) {
        refine();
      } else {
        look(next * warp_size + static_cast<unsigned>(lane_));
        next += stride;
      }
    }
    deliver(memory_.unclear, unclear_, given_.unclear_count, given_.unclear);
  }

 private:
  static constexpr unsigned on_right = 1u << 29, second_root = 1u << 30, all_polynomials = on_right - 1;
  static_assert(most_at_once <= all_polynomials + 1);

  // The degree is N, or N - 1 with a leading zero.
  __device__ __forceinline__ void read_coefficients(std::size_t id, T (&c)[N + 1]) const {
    const T* from = given_.coefficients + id * given_.polynomial_step;
    VT_UNROLL
    for (int i = 0; i < N; ++i) c[i] = __ldg(from + static_cast<std::size_t>(i) * given_.coefficient_step);
    c[N] = given_.degree == N ? __ldg(from + static_cast<std::size_t>(N) * given_.coefficient_step) : T(0);
  }
  __device__ __forceinline__ int rank(unsigned votes) const { return __popc(votes & ((1u << lane_) - 1)); }

  // The first guess is that of warp_solver::push_brackets.
  __device__ __forceinline__ void push(bool mine, T at_lo, T at_hi, int negatives, T lo, T hi, unsigned item) {
    const unsigned votes = __ballot_sync(whole_warp, mine);
    if (mine) {
      const int place = waiting_ + rank(votes);
      const T segment = static_cast<T>(at_lo < 0 ? negatives - 1 : N - negatives);
      const T along = fma(at_lo * rough_reciprocal(at_lo - at_hi), T(N), -segment);
      const T t = (segment + min(max(fma(T(0.5), along, T(0.25)), T(0)), T(1))) * T(1.0 / N);
      memory_.x[place] = fma(t, hi - lo, lo);
      memory_.item[place] = item | (sign_word(at_lo) & 0x80000000u);
    }
    waiting_ += __popc(votes);
  }

  __device__ __forceinline__ void look(unsigned id) {
    const bool there = id < given_.count;
    T a[N + 1], left[N + 1], right[N + 1];
    read_coefficients(there ? id : 0, a);
    const T size = convert<N>(where_, a, left, right);
    const signs at_left = count_signs<N>(left), at_right = count_signs<N>(right);
    // Where all coefficients are clear of what rounding can do, so is p: a touch would be three variations.
    T nearest = abs(right[0]);
    VT_UNROLL
    for (int i = 1; i <= N; ++i) nearest = min(nearest, abs(right[i]));
    if (where_.two_pieces) {
      VT_UNROLL
      for (int i = 0; i <= N; ++i) nearest = min(nearest, abs(left[i]));
    }
    constexpr T noise = (4 * N + 4) * float_format<T>::unit_roundoff;
    // Written so that a NaN is not clear.
    const bool clear = there && size > where_.least && size < where_.most && nearest > noise * size &&
                       at_left.variations <= 1 && at_right.variations <= 1;
    const bool one_left = clear && at_left.variations == 1, one_right = clear && at_right.variations == 1;
    push(one_left, left[0], left[N], at_left.negatives, where_.start - where_.left_width, where_.start, id);
    push(one_right, right[0], right[N], at_right.negatives, where_.start, where_.start + where_.right_width,
         id | on_right | (one_left ? second_root : 0));
    if (clear) {
      const int count = at_left.variations + at_right.variations;
      T* const to = given_.roots + static_cast<std::size_t>(id) * given_.root_polynomial_step;
      VT_UNROLL
      for (int k = 0; k < N; ++k) {
        if (k >= count && k < given_.degree) to[static_cast<std::size_t>(k) * given_.root_step] = not_a_number<T>();
      }
      given_.counts[id] = static_cast<std::uint8_t>(count);
      given_.statuses[id] = real_roots_status::ok;
      if (given_.touching) given_.touching[id] = 0;
    }
    append(there && !clear, id, memory_.unclear, unclear_, given_.unclear_count, given_.unclear);
    __syncwarp();
  }

  // Lists are collected here first: all warps of the device add to the same counter.
  __device__ __forceinline__ void append(bool mine, unsigned id, unsigned* collected, int& many, unsigned* count,
                                         unsigned* list) {
    if (many > memory_t::most_listed - warp_size) {
      __syncwarp();
      deliver(collected, many, count, list);
      __syncwarp();
    }
    const unsigned votes = __ballot_sync(whole_warp, mine);
    if (mine) collected[many + rank(votes)] = id;
    many += __popc(votes);
  }
  __device__ __forceinline__ void deliver(const unsigned* collected, int& many, unsigned* count, unsigned* list) {
    if (many == 0) return;
    unsigned first = 0;
    if (lane_ == 0) first = atomicAdd(count, static_cast<unsigned>(many));
    first = __shfl_sync(whole_warp, first, 0);
    for (int k = lane_; k < many; k += warp_size) list[first + static_cast<unsigned>(k)] = collected[k];
    many = 0;
  }

  // Newton's iteration for up to 32 brackets, as in warp_newton.cuh. Each lane by itself: who is in the neighbouring
  // lanes does not matter to its bits.
  __device__ __forceinline__ void refine() {
    constexpr int most_steps = 12;
    const int n = waiting_ < warp_size ? waiting_ : warp_size;
    const int place = waiting_ - n + lane_;
    const bool active = lane_ < n;
    const unsigned item = active ? memory_.item[place] : 0;
    T x = active ? memory_.x[place] : T(0);
    __syncwarp();
    waiting_ -= n;
    const std::size_t id = item & all_polynomials;
    T c[N + 1];
    read_coefficients(id, c);
    const bool right = (item & on_right) != 0;
    const T begin = right ? where_.start : where_.start - where_.left_width;
    const T end = right ? where_.start + where_.right_width : where_.start;
    const T absolute = given_.wanted.absolute / 2, relative = given_.wanted.relative / 2;
    T lo = begin, hi = end, next = x, enough = 0;
    bool root_is_right = false, moves = active;
    VT_UNROLL_NOT
    for (int step = 1;; ++step) {
      T slope = c[N], value = fma(c[N], x, c[N - 1]);
      VT_UNROLL
      for (int k = N - 2; k >= 0; --k) {
        slope = fma(slope, x, value);
        value = fma(value, x, c[k]);
      }
      root_is_right = static_cast<int>(sign_word(value) ^ item) >= 0;
      lo = root_is_right ? x : lo;
      hi = root_is_right ? hi : x;
      next = fma(-value, rough_reciprocal(slope), x);
      if (!(next >= lo && next <= hi)) next = fma(T(0.5), hi - lo, lo);
      enough = max(absolute, relative * abs(next));
      moves = active && !(abs(next - x) < enough);
      if (step == most_steps || !__any_sync(whole_warp, moves)) break;
      x = moves ? next : x;
    }
    // A small step is not believed: there must be a change of sign just beyond.
    const T beyond = root_is_right ? fma(T(0.5), enough, next) : fma(T(-0.5), enough, next);
    const bool right_of_beyond = static_cast<int>(sign_word(core::horner(c, N, beyond)) ^ item) >= 0;
    const bool outside = root_is_right ? beyond >= hi : beyond <= lo;
    const bool seen = outside || right_of_beyond != root_is_right || !(hi - lo > 2 * enough);
    if (active && (moves || !seen)) next = core::find_crossing(c, N, lo, hi, item >> 31 != 0, given_.wanted);
    if (active) {
      T* const to = given_.roots + id * given_.root_polynomial_step;
      to[(item & second_root) != 0 ? given_.root_step : 0] = min(max(next, given_.lo), given_.hi);
    }
  }

  memory_t& memory_;
  const problem<T>& given_;
  const cells<T>& where_;
  int lane_;
  int waiting_ = 0, unclear_ = 0;
};

template <class T, int N>
__global__ void __launch_bounds__(clear_warps* warp_size)
    clear_kernel(const __grid_constant__ problem<T> given, const __grid_constant__ cells<T> where) {
  __shared__ clear_memory<T> memory[clear_warps];
  const unsigned warp = threadIdx.x / warp_size, groups = (given.count - 1) / warp_size + 1;
  clear_solver<T, N> solver(memory[warp], given, where);
  solver.solve(blockIdx.x * clear_warps + warp, gridDim.x * clear_warps, groups);
}

}  // namespace vieta::cuda
