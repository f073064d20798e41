#pragma once

#include <bit>

#include "real_roots/cuda/pieces.cuh"
#include "real_roots/cuda/uncounted_roots.cuh"
#include "real_roots/cuda/warp/warp_memory.cuh"

// One warp solves many polynomials, a few groups of 32 at a time. Each step works on up to 32 items of one kind, taken
// from lists in shared memory, so that lanes are busy although polynomials differ in their numbers of roots:
//   load    Bernstein form on the pieces of the interval, for 32 polynomials
//   halve   32 pieces with several sign variations become 64
//   refine  Halley's iteration in 32 brackets with one sign variation each
//   examine 32 intervals that may hold a touch, or two roots as close as that
//   retire  roots of groups that have nothing in the lists go to the output
// Polynomials that may have all their roots in the interval go to a list of their own, for whole_kernel.cuh.
// A piece with v variations owns v consecutive slots for roots, so that roots need not be sorted.
//
// Whatever this cannot decide is left over for the derivative chain: numbers out of range, an exact zero at an end of a
// piece, several variations at the deepest level (two roots closer than that), slow convergence.

namespace vieta::cuda {

/// Groups of 32 polynomials for all warps. Most are dealt out in turn; the rest goes to whoever is done first, or else
/// the last warps would keep the others waiting for a tenth of the time. A warp asks for its next group when it takes
/// one: the answer takes as long as reading memory. The whole warp calls this.
class group_queue {
 public:
  __device__ __forceinline__ group_queue(unsigned first, unsigned stride, unsigned groups, unsigned* taken, int lane)
      : next_(first), stride_(stride), groups_(groups), dealt_(stride), taken_(taken), lane_(lane) {
    const unsigned rounds = groups / stride * 3 / 4;
    if (rounds > 1) dealt_ *= rounds;
    ask();
  }
  __device__ __forceinline__ bool is_empty() const { return next_ >= groups_; }
  __device__ __forceinline__ unsigned next() const { return next_; }
  __device__ __forceinline__ void advance() {
    next_ = next_ + stride_ < dealt_ ? next_ + stride_ : dealt_ + __shfl_sync(whole_warp, answer_, 0);
    ask();
  }

 private:
  __device__ __forceinline__ void ask() {
    if (lane_ == 0 && next_ + stride_ >= dealt_ && next_ < groups_) answer_ = atomicAdd(taken_, 1u);
  }

  unsigned next_, stride_, groups_, dealt_, answer_ = 0;
  unsigned* taken_;
  int lane_;
};

/// Again: not all polynomials, but those of a list of what was refused. Float polynomials change basis in double, then.
template <class T, int N, class Memory, bool Again>
class warp_solver {
 public:
  using memory_t = Memory;
  // In float at higher degrees much is noise: signs of Bernstein coefficients stand as they are.
  static constexpr bool knows_noise = sizeof(T) == 8 || N <= 8;
  static constexpr bool looks_into_noise = N <= largest_noise_degree;
  // That there is nothing where the extremum keeps its distance from zero. Or else the derivative chain has a look.
  static constexpr bool believes_extrema = sizeof(T) == 4 && (!Again || looks_into_noise);

  static_assert(memory_t::deepest_level <= (sizeof(T) == 4 ? 13 : 26));  // what place_and holds

  __device__ __forceinline__ warp_solver(memory_t& memory, const problem<T>& given, const cells<T>& where,
                                         unsigned count, int lane)
      : memory_(memory), given_(given), where_(where), count_(count), lane_(lane) {
    VT_UNROLL_NOT
    for (int k = lane_; k <= memory_t::root_slots / 32; k += warp_size) memory_.touching[k] = 0;
  }

  /// Groups first, first + stride, ..., and some of those that are left for whoever comes.
  __device__ __forceinline__ void solve(unsigned first, unsigned stride) {
    const unsigned groups = (count_ + warp_size - 1) / warp_size;
    group_queue queue(first, stride, groups, given_.next_group + (Again ? 1 : 0), lane_);
    bool full = false;
    // One call of each step in the text: they are inlined, and the code has to fit the instruction cache.
    while (true) {
      step what = step::halve;
      bool more = true;
      if (brackets_ >= warp_size) {
        what = step::refine;
      } else if (doubts_ >= memory_t::enough_doubts) {
        what = step::examine;
      } else if (pieces_ < warp_size) {
        const bool room = !full && has_room();
        if (!half_loaded_ && head_ != tail_ && (!room || queue.is_empty()) && retire()) full = false;
        if (half_loaded_ || (!queue.is_empty() && !full && (room || has_room()))) {
          what = step::load;
        } else if (pieces_ == 0) {
          more = false;
          if (brackets_ > 0)
            what = step::refine;
          else if (doubts_ > 0)
            what = step::examine;
          else if (queue.is_empty())
            return;
          else
            continue;
        }
      }
      if (what == step::halve) {
        halve();
      } else if (what == step::refine) {
        refine(more);
      } else if (what == step::load) {
        const bool second = half_loaded_;
        const unsigned number = second ? memory_.group[(head_ - 1) % Memory::groups] : queue.next();
        full = !load(number);
        if (!second && !full) queue.advance();
      } else {
        examine();
      }
    }
  }

 private:
  // A pair of complex roots is no obstacle there, but in double.
  static constexpr int few_complex = sizeof(T) == 4 && N > 8 ? 2 : 0;
  static constexpr int most_variations = N < 31 ? N + 2 : N;  // rounding may add some
  static constexpr int bits_of_slots = std::bit_width(static_cast<unsigned>(most_variations));
  // Before the careful path: a change of basis in double decides most of what this leaves open.
  static constexpr bool looks_again = !Again && sizeof(T) == 4;
  // Of float polynomials then: the change of basis is in double.
  static constexpr bool signs_are_exact = Again && sizeof(T) == 4;
  // Errors of Bernstein coefficients, relative to those of sum |a_k x^k|.
  static constexpr T noise_of_pieces =
      core::detail::noise_factor<T>(N) + (signs_are_exact ? 0 : (N + 4) * float_format<T>::unit_roundoff);
  enum class step { load, halve, refine, examine };

  // Which of all, or of those listed.
  __device__ __forceinline__ unsigned rank_of(int polynomial) const {
    return memory_.group[polynomial / warp_size] * warp_size + static_cast<unsigned>(polynomial % warp_size);
  }
  __device__ __forceinline__ unsigned index(unsigned rank) const {
    if constexpr (Again) return rank < count_ ? given_.refused[rank] : 0;
    return rank;
  }
  __device__ __forceinline__ unsigned index(int polynomial) const { return index(rank_of(polynomial)); }
  // The degree is N, or N - 1 with a leading zero.
  __device__ __forceinline__ void read_coefficients(std::size_t id, T (&c)[N + 1]) const {
    const T* from = given_.coefficients + id * given_.polynomial_step;
    VT_UNROLL
    for (int i = 0; i < N; ++i) c[i] = __ldg(from + static_cast<std::size_t>(i) * given_.coefficient_step);
    c[N] = given_.degree == N ? __ldg(from + static_cast<std::size_t>(N) * given_.coefficient_step) : T(0);
  }
  // As `convert` in pieces.cuh, but what is cancelled then is not noise, and coefficients are right to u relative to
  // themselves. One piece after the other, for the sake of registers.
  __device__ __forceinline__ T convert_in_double(const T (&a)[N + 1], T (&left)[N + 1], T (&right)[N + 1]) const {
    const double lo = static_cast<double>(given_.lo), hi = static_cast<double>(given_.hi);
    const bool hi_is_far = where_.two_pieces || !where_.mirrored;
    double c[N + 1], size = 0;
    const auto scale = [&](double end) {
      double power = 1;
      VT_UNROLL
      for (int k = 0; k <= N; ++k) {
        c[k] = static_cast<double>(a[k]) * power;
        size += abs(c[k]);
        power *= end;
      }
    };
    scale(hi_is_far ? hi : lo);
    if (where_.two_pieces) {
      to_bernstein<N>(c, right);
      scale(lo);
      to_bernstein<N>(c, left);
      reverse<N>(left);
      return static_cast<T>(size / 2);
    }
    double b[N + 1];
    to_bernstein<N>(c, b);
    restrict_to_end<N>(b, hi_is_far ? lo / hi : hi / lo);
    VT_UNROLL
    for (int i = 0; i <= N; ++i) {
      right[i] = static_cast<T>(b[i]);
      left[i] = 1;
    }
    if (where_.mirrored) reverse<N>(right);
    return static_cast<T>(size);
  }
  // Whether signs at the ends of the interval and variations tell how many roots there are. Nothing but two comparisons
  // where p is large at both ends. Two pieces meet at 0, where the value is a coefficient: it is exact, and no noise.
  __device__ __forceinline__ bool ends_are_regular(const T (&left)[N + 1], const T (&right)[N + 1], T size,
                                                   T at_near_end, int variations, unsigned id) const {
    constexpr T factor = core::detail::noise_factor<T>(N), noise = noise_of_pieces;
    constexpr T much = sizeof(T) == 8 ? factor : flat_factor<N, T> * noise;
    const bool two_pieces = where_.two_pieces, hi_is_near = !two_pieces && where_.mirrored;
    const T near = two_pieces || (signs_are_exact && where_.restriction != 0) ? size : at_near_end;
    const T size_at_lo = hi_is_near ? size : near, size_at_hi = hi_is_near ? near : size;
    const T at_lo = two_pieces ? left[0] : right[0], at_hi = right[N];
    if (abs(at_lo) > much * size_at_lo && abs(at_hi) > much * size_at_hi) return true;
    if constexpr (sizeof(T) == 8) return false;

    // Those of noise make roots of complex pairs. With many variations they are the least that is noise.
    if (at_lo == 0 || at_hi == 0) return false;
    if constexpr (!signs_are_exact) {
      const bool clear = abs(at_lo) > factor * size_at_lo && abs(at_hi) > factor * size_at_hi;
      if (!clear && !has_many(variations) && !(has_sign_of(id, given_.lo, at_lo) && has_sign_of(id, given_.hi, at_hi)))
        return false;
    }
    // Where all roots are counted there are no others.
    if (variations + 2 > given_.degree || (!looks_into_noise && has_many(variations))) return true;
    const T b_1 = two_pieces ? left[1] : right[1], b_2 = two_pieces ? left[2] : right[2];
    if (!may_hide_at_end<N>(at_lo, b_1, b_2, noise * size_at_lo) &&
        !may_hide_at_end<N>(at_hi, right[N - 1], right[N - 2], noise * size_at_hi))
      return true;
    if constexpr (signs_are_exact) {
      T a[N + 1];
      read_coefficients(id, a);
      return !has_uncounted_roots<N>(a, right, where_.right_powers, where_.restriction, where_.mirrored) &&
             !(two_pieces && has_uncounted_roots<N>(a, left, where_.left_powers, T(0), true));
    }
    return false;
  }
  // Whether that is the sign of a float polynomial at x: in double, with few registers, as it is rare.
  __device__ __forceinline__ bool has_sign_of(unsigned id, T x, T sign) const {
    const T* const from = given_.coefficients + id * given_.polynomial_step;
    double value = 0, magnitude = 0;
    VT_UNROLL_NOT
    for (int k = given_.degree; k >= 0; --k) {
      const double a = static_cast<double>(__ldg(from + static_cast<std::size_t>(k) * given_.coefficient_step));
      value = fma(value, static_cast<double>(x), a);
      magnitude = fma(magnitude, abs(static_cast<double>(x)), abs(a));
    }
    return abs(value) > 0x1p-46 * magnitude && (value < 0) == (sign < 0);
  }
  static __device__ __forceinline__ bool has_many(int variations) { return 3 * variations >= 2 * N; }
  // Whether a touch is looked for beside the ends of pieces where variations vanish, and nowhere else. In float at high
  // degrees, where there are many variations, there is noise at most ends.
  __device__ __forceinline__ bool looks_at_ends(int polynomial) const {
    if constexpr (sizeof(T) == 8 || looks_into_noise) return sizeof(T) == 4;
    return (memory_.first_slot[polynomial] & many_roots) == 0;
  }
  // What the lists cannot decide. Several lanes may have pieces of one polynomial: all write the same, and no step
  // reads it.
  __device__ __forceinline__ void give_up(int polynomial) const { memory_.slots[polynomial] = given_up; }
  __device__ __forceinline__ int what_was_given_up(bool many) const {
    return !looks_again || !where_.lists_whole ? left_over : many ? unclear : refused;
  }
  __device__ __forceinline__ int rank(unsigned votes) const { return __popc(votes & ((1u << lane_) - 1)); }

  __device__ __forceinline__ void push_pieces(bool mine, unsigned votes, const T (&b)[N + 1], item whose,
                                              place_and<T> where) {
    if (mine) {
      const int place = pieces_ + rank(votes);
      VT_UNROLL
      for (int i = 0; i <= N; ++i) memory_.piece[i][place] = b[i];
      memory_.piece_item[place] = whose.word;
      memory_.piece_place[place] = where;
    }
    pieces_ += __popc(votes);
  }

  // The first guess is where the chord crosses zero, but held near the segment of the control polygon that does: the
  // polygon is closer to the curve by a factor of the degree.
  __device__ __forceinline__ void push_brackets(bool mine, T at_lo, T at_hi, int negatives, int polynomial, int slot,
                                                T start, T width) {
    const unsigned votes = __ballot_sync(whole_warp, mine);
    if (votes == 0) return;
    if (mine) {
      const int place = wrapped<memory_t::brackets>(first_bracket_ + brackets_ + rank(votes));
      const T scale = start < 0 ? where_.left_width : where_.right_width;
      const T lo = fma(start, scale, where_.start), hi = fma(start + width, scale, where_.start);
      const T segment = static_cast<T>(at_lo < 0 ? negatives - 1 : N - negatives);
      const T along = fma(at_lo * rough_reciprocal(at_lo - at_hi), T(N), -segment);
      const T t = (segment + saturated(fma(T(0.5), along, T(0.25)))) * T(1.0 / N);
      memory_.bracket_lo[place] = lo;
      memory_.bracket_hi[place] = hi;
      memory_.bracket_x[place] = fma(t, hi - lo, lo);
      memory_.bracket_item[place] = item::bracket(polynomial, slot, sign_word(at_lo)).word;
    }
    brackets_ += __popc(votes);
  }

  // An interval of t from `start` on, 2^-level wide, without a change of sign, or with two that are noise. `of_many`:
  // what vanished there is more than two roots, or there are others beside them, and it has no slots.
  __device__ __forceinline__ void push_doubts(bool mine, T at_lo, int polynomial, int slot, T start, int level,
                                              T widths_to_guess, bool of_many) {
    const unsigned votes = __ballot_sync(whole_warp, mine);
    if (votes == 0) return;
    if (mine) {
      const int place = wrapped<memory_t::doubts>(first_doubt_ + doubts_ + rank(votes));
      memory_.doubt_place[place] = {start, widths_to_guess};
      memory_.doubt_item[place] = item::doubt(polynomial, slot, sign_word(at_lo), level, of_many).word;
    }
    doubts_ += __popc(votes);
  }

  // Slots for a group, in a ring that is freed in the same order; -1 if there is no room.
  __device__ __forceinline__ int allocate(int all) const {
    if (head_ == tail_) return 0;
    if (slots_end_ >= slots_begin_) {
      if (slots_end_ + all <= Memory::root_slots) return slots_end_;
      return all < slots_begin_ ? 0 : -1;
    }
    return slots_end_ + all < slots_begin_ ? slots_end_ : -1;
  }
  __device__ __forceinline__ void clear_slots(int base, int all) {
    VT_UNROLL_NOT
    for (int k = lane_; k < all; k += warp_size) memory_.root[base + k] = not_a_number<T>();
    const int end = base + all;
    if (!touches_) return;
    VT_UNROLL_NOT
    for (int k = base / 32 + lane_; 32 * k < end; k += warp_size) {
      unsigned others = 0;  // bits of this word that belong to somebody else
      if (32 * k < base) others |= (1u << (base - 32 * k)) - 1;
      if (32 * k + 32 > end) others |= ~0u << (end - 32 * k);
      memory_.touching[k] &= others;
    }
  }
  // A load that finds no room has worked in vain: the last group tells what the next one may need.
  __device__ __forceinline__ bool has_room() const {
    return head_ - tail_ < Memory::groups && allocate(expected_ < warp_size * N ? expected_ : warp_size * N) >= 0;
  }

  // A group whose pieces would overflow the stack is loaded in two halves.
  __device__ __forceinline__ bool load(unsigned number) {
    const bool second = half_loaded_;
    const int group = static_cast<int>((second ? head_ - 1 : head_) % Memory::groups);
    const unsigned place = number * warp_size + static_cast<unsigned>(lane_), id = index(place);
    const bool there = place < count_;
    T a[N + 1], left[N + 1], right[N + 1];
    read_coefficients(there ? id : 0, a);
    T size, at_near_end = 0;
    if constexpr (signs_are_exact) {
      size = convert_in_double(a, left, right);
    } else {
      size = convert<N>(where_, a, left, right, at_near_end);
    }

    signs on_left = count_signs<N>(left), on_right = count_signs<N>(right);
    // An exact zero at an end has no sign to show. Rounding may add variations. Written so that a NaN is not regular.
    // Near a root at zero values are too small for the range of T.
    const T least_value = power_of_two<T>(float_format<T>::smallest + 8);
    const bool in_range = size > where_.least && size < where_.most && abs(right[0]) > least_value;
    const int variations = on_left.variations + on_right.variations;
    const bool regular = in_range && variations <= most_variations &&
                         ends_are_regular(left, right, size, at_near_end, variations, there ? id : 0);
    // Zeros at the ends of the interval are zeros of T alone, more often than not; and what is noise has no sign.
    const T at_lo = where_.two_pieces ? left[0] : right[0];
    const bool many = variations >= given_.degree - few_complex;
    const bool blurred = sizeof(T) == 4 && has_many(variations) &&
                         min(abs(at_lo), abs(right[N])) <= (N + 4) * float_format<T>::unit_roundoff * size;
    const bool whole = !Again && where_.lists_whole && there && in_range && (many || blurred);
    // Zeros at other ends are often zeros of float alone.
    const bool second_look = looks_again && where_.lists_whole && in_range;
    const auto list_whole = [&] { append(whole, id, given_.unclear_count, given_.unclear); };
    if (!second && __all_sync(whole_warp, whole || !there)) {
      list_whole();
      return true;
    }
    if (!regular || !there || whole) on_left.variations = on_right.variations = 0;
    const int polynomial = group * warp_size + lane_;
    const T noise = 2 * float_format<T>::unit_roundoff * size;
    const unsigned many_left = __ballot_sync(whole_warp, on_left.variations > 1);
    const unsigned many_right = __ballot_sync(whole_warp, on_right.variations > 1);
    const int before = pieces_;
    int slot;
    if (second) {
      slot = memory_.first_slot[polynomial] & ~many_roots;
      half_loaded_ = false;
    } else {
      const int slots = on_left.variations + on_right.variations;
      int below = 0, all = 0;  // of the lanes before this one, of all: bit by bit, all lanes at once
      VT_UNROLL
      for (int bit = 0; bit < bits_of_slots; ++bit) {
        const unsigned votes = __ballot_sync(whole_warp, (slots >> bit & 1) != 0);
        below += rank(votes) << bit;
        all += __popc(votes) << bit;
      }
      expected_ = all + all / 4;
      const int base = allocate(all);
      if (base < 0) return false;
      list_whole();
      if (head_ == tail_) slots_begin_ = base;
      slots_end_ = base + all;
      slot = base + below;
      if (lane_ == 0) {
        memory_.group[group] = number;
        memory_.group_slot[group] = static_cast<std::uint16_t>(base);
      }
      memory_.first_slot[polynomial] = static_cast<std::uint16_t>(slot | (has_many(slots) ? many_roots : 0));
      memory_.slots[polynomial] = static_cast<std::uint8_t>(whole               ? elsewhere
                                                            : !there || regular ? slots
                                                            : second_look       ? refused
                                                                                : left_over);
      clear_slots(base, all);
      ++head_;
      half_loaded_ = __popc(many_left) + __popc(many_right) > warp_size;
      push_brackets(on_left.variations == 1, left[0], left[N], on_left.negatives, polynomial, slot, T(-1), T(1));
      push_pieces(on_left.variations > 1, many_left, left, item::piece(polynomial, slot, 0, on_left.variations),
                  {T(-1), noise});
    }
    if (!half_loaded_) {
      slot += on_left.variations;
      push_brackets(on_right.variations == 1, right[0], right[N], on_right.negatives, polynomial, slot, T(0), T(1));
      push_pieces(on_right.variations > 1, many_right, right, item::piece(polynomial, slot, 0, on_right.variations),
                  {T(0), noise});
    }
    __syncwarp();
    // Where groups are full of roots, a load is little of the work, and few of them fit side by side.
    if (4 * expected_ > Memory::root_slots || head_ - tail_ + 1 >= Memory::groups) raise_old_pieces(before);
    return true;
  }

  // The oldest pieces, at the bottom of the stack, change places with those at its top, so that no group waits for
  // long.
  __device__ __forceinline__ void raise_old_pieces(int old) {
    const int fresh = pieces_ - old, n = old < fresh ? old : fresh;
    if (n == 0) return;
    if (lane_ < n) {
      const int top = pieces_ - 1 - lane_;
      T low[N + 1], high[N + 1];  // all are read before any is written: they wait for memory once
      VT_UNROLL
      for (int i = 0; i <= N; ++i) low[i] = memory_.piece[i][lane_], high[i] = memory_.piece[i][top];
      const auto low_place = memory_.piece_place[lane_], high_place = memory_.piece_place[top];
      const auto low_item = memory_.piece_item[lane_], high_item = memory_.piece_item[top];
      VT_UNROLL
      for (int i = 0; i <= N; ++i) memory_.piece[i][lane_] = high[i], memory_.piece[i][top] = low[i];
      memory_.piece_place[lane_] = high_place, memory_.piece_place[top] = low_place;
      memory_.piece_item[lane_] = high_item, memory_.piece_item[top] = low_item;
    }
    __syncwarp();
  }

  __device__ __forceinline__ void halve();
  __device__ __forceinline__ void examine();
  __device__ __forceinline__ void refine(bool more_to_do);
  __device__ __forceinline__ bool retire();
  __device__ __forceinline__ void store(int group);
  __device__ __forceinline__ std::uint64_t touches(int first_slot, int places) const;

  memory_t& memory_;
  const problem<T>& given_;
  const cells<T>& where_;
  unsigned count_;
  int lane_;
  int pieces_ = 0, first_bracket_ = 0, brackets_ = 0, first_doubt_ = 0, doubts_ = 0;
  unsigned head_ = 0, tail_ = 0;  // groups tail_ ... head_ - 1 are at work
  int slots_begin_ = 0, slots_end_ = 0, expected_ = 0;
  bool half_loaded_ = false;
  bool touches_ = false;  // there may be a bit in memory_.touching, or a root that is not above the one before it
};

}  // namespace vieta::cuda
