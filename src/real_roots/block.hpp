#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "vieta/core/real_roots_status.hpp"
#include "vieta/target.hpp"

// What the schedule (cpu.cpp) and the SIMD kernels (kernels_float.cpp, kernels_double.cpp) say to each other. The
// kernels take polynomials in blocks that stay in the cache, and leave over what they cannot decide.

namespace vieta {

/// A part of the interval on one side of zero, as start + width s with 0 <= s <= 1.
template <class T>
struct interval_piece {
  T start, width;
  const double*
      to_bernstein;  ///< rows of N + 1 weights: Bernstein coefficient j is the sum over k of weight[j][k] c[k]
};

/// What is the same for all blocks of a call. Abscissae are t = x / 2^exponent with |t| <= 1.
template <class T>
struct block_plan {
  int degree;         ///< of the polynomials as given
  int kernel_degree;  ///< N: that, or the next larger one with a kernel; the additional coefficients are zero
  int exponent;
  int block_size;
  T lo, hi;
  int pieces;      ///< 1 or 2
  bool symmetric;  ///< two pieces of equal width: p(-t) shares its work with p(t)
  interval_piece<T> piece[2];
  const T* derivative_weights;  ///< for D = 1 to N: C(N - D + j, j), j = 0 to D, which make p^(N - D) / (N - D)!
  const T* left_over_weights;   ///< the same for the degree as given, D below it
  T unit;                       ///< 2^exponent
  const T* scale;               ///< unit^k for each k, or null when all are 1
  T least, most;                ///< a polynomial is left over unless the sum of its |c[k]| lies between
  T absolute, relative;
  T end_margin[2];  ///< N / width of the first (last) piece, times how near to the end a root counts as lying at it
  int deepest;      ///< an interval that was halved so often is not halved again
};

template <class T>
struct block_input {
  const T* coefficients;
  std::size_t between_coefficients, between_polynomials;
  int count;  ///< at most block_size
};

/// Where the answers of a block go.
template <class T>
struct block_output {
  T* roots;
  std::size_t between_places, between_polynomials;
  std::uint8_t* counts;
  real_roots_status* statuses;
  std::uint64_t* touching;  ///< may be null
};

/// What a polynomial still needs when the kernel is done with its block.
struct block_attention {
  static constexpr std::uint8_t none = 0;       ///< its roots are written
  static constexpr std::uint8_t left_over = 1;  ///< to be solved by other means
  static constexpr std::uint8_t unsorted = 2;   ///< its roots stand in their slots, some with a touch or out of order
};

/// An interval with equal signs at its ends where two roots, or a touch, may be.
template <class T>
struct doubtful_interval {
  T lo, hi;
  T near;   ///< where to look for the extremum
  T at_lo;  ///< a number with the sign of p at lo
  int polynomial, slot;
  bool must_decide;  ///< two roots may be there unless an extremum shows otherwise
};

/// For coefficients that add up to 1: a root near which |p| is smaller may be too small for the range of T, or what
/// underflow takes away from values may be more than a rounding error of p(0).
template <class T>
constexpr T least_value = sizeof(T) == 4 ? T(0x1p-118) : T(0x1p-1014);

/// An integer as wide as T, so that lanes of both go together.
template <class T>
using lane_integer = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;

/// What an interval on the work stack carries, packed into one lane: level (6 bits), sign variations (7), slot (7) and
/// polynomial (the rest).
struct work_item {
  static constexpr int variations_shift = 6, slot_shift = 13, polynomial_shift = 20;
  static constexpr int level_mask = 63, variations_mask = 127, slot_mask = 127;
  static constexpr int most_polynomials = 2048;
};

/// One thread's memory for one block. Arrays of [slot][polynomial] have rows of block_size.
template <class T>
struct block_memory {
  T* coefficients;          ///< [N + 1][block_size]
  T *lower, *upper, *root;  ///< [N][block_size]: brackets and starting points, then roots; NaN: nothing there
  T* at_lower;              ///< [N][block_size]: a number with the sign of p at the lower end
  T *curvature, *noise;     ///< [block_size]: bounds of |p''|, and of the rounding errors of p, where |t| <= 1
  lane_integer<T>* slots;   ///< places in use for each polynomial, at most N
  std::uint8_t* attention;  ///< a value of block_attention
  std::uint64_t* touching;  ///< bit k: slot k holds a touch
  std::uint32_t* rows;      ///< [block_size / lanes * N]: rows of brackets to refine, as slot * block_size + polynomial
  std::uint32_t *alone, *slow;  ///< [N * block_size] each: see late_brackets.hpp; as slot * block_size + polynomial
  // Stack of intervals to be halved: Bernstein coefficients [N + 1][capacity], where they are and whose.
  int capacity;
  T *work, *work_start, *work_width;
  lane_integer<T>* items;
  doubtful_interval<T>* doubtful;  ///< at most N / 2 for each polynomial
};

/// The degrees that have kernels of their own; others are filled up with zeros to the next one.
constexpr int bernstein_degree_for(int degree) {
  if (degree <= 1) return 1;
  return degree <= 24 ? degree : degree <= 32 ? 32 : degree <= 48 ? 48 : 64;
}
constexpr int chain_degree_for(int degree) {
  if (degree <= 1) return 1;
  return degree <= 5 ? degree : degree <= 8 ? 8 : degree <= 16 ? 16 : degree <= 32 ? 32 : 64;
}

/// From this degree on kernels share functions that know the degree at run time only: loading, Newton's steps, extrema,
/// writing. Below, all of a kernel is one function. Sharing halves the time to compile and costs up to 16 % at run
/// time.
constexpr int first_shared_degree = 7;

template <class T>
using block_kernel = void (*)(const block_plan<T>&, const block_input<T>&, const block_memory<T>&,
                              const block_output<T>&);

/// What the kernel for polynomials that others left over says about one of them.
template <class T>
struct left_over_answer {
  T roots[64];
  int count;
  real_roots_status status;
  std::uint64_t touching;
};

/// Takes columns of `lanes` coefficients, answers some of the polynomials and returns which ones, as bits.
template <class T>
using left_over_solver = unsigned (*)(const block_plan<T>&, const T* columns, left_over_answer<T>*);
constexpr int left_over_degree_for(int degree) { return degree <= 4 ? 4 : degree <= 16 ? 16 : 64; }
constexpr int most_lanes = 16;

/// How the kernels of one SIMD level are called.
template <class T>
struct block_kernels {
  isa level;
  int lanes;
  block_kernel<T> bernstein[65], derivatives[65];  ///< by degree; null where there is none
  left_over_solver<T> left_over[65];
};

template <class T>
const block_kernels<T>& real_roots_kernels(isa level);

}  // namespace vieta
