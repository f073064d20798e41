#pragma once

#include <cstddef>
#include <cstdint>

#include "vieta/core/bracket.hpp"
#include "vieta/core/real_roots_status.hpp"

// What a kernel of real_roots is told. It travels as a kernel parameter, in constant memory.

namespace vieta::cuda {

constexpr int largest_degree = 64;
constexpr int largest_low_degree = 5;     ///< up to this degree threads do better than warps
constexpr int largest_whole_degree = 20;  ///< for whole_kernel: beyond it too much fails, as divisions add up
/// Beyond it noise is everywhere, in float, where there are many roots: to look into all of it would take the chain.
constexpr int largest_noise_degree = 12;
constexpr std::size_t most_at_once =
    1u << 29;  ///< polynomials of one launch: their indices share words with three bits

/// Degrees above these are left to the chain: the lists of a warp fill the shared memory.
template <class T>
constexpr int largest_bernstein_degree = sizeof(T) == 4 ? 32 : 24;

/// Which cells the Bernstein kernel works on. A place in the interval is a number t: x = start + t width. With 0
/// inside, there are two pieces, t in [-1, 0] with width left_width and t in [0, 1] with right_width, and start is 0.
/// Otherwise t is in [0, 1].
template <class T>
struct cells {
  T start, left_width, right_width;
  bool two_pieces, symmetric, mirrored;
  bool scaled;                         ///< powers are not all 1
  bool lists_whole;                    ///< whole_kernel follows, and takes what may have all its roots in the interval
  T restriction;                       ///< one piece: its nearer end over its farther end, in [0, 1)
  T least, most;                       ///< coefficients whose absolute values add up to something outside are left over
  T right_powers[largest_degree + 1];  ///< of the right end, or of the farther one
  T left_powers[largest_degree + 1];   ///< of the left end
  T largest_powers[largest_degree + 1];  ///< of |x| in the interval
};

template <class T>
struct problem {
  const T* coefficients;
  T* roots;
  std::size_t polynomial_step, root_polynomial_step;
  unsigned coefficient_step, root_step;  ///< 32 bits: one instruction then finds coefficient k of a polynomial
  std::uint8_t* counts;
  real_roots_status* statuses;
  std::uint64_t* touching;  ///< may be null
  unsigned count;
  int degree;
  T lo, hi;
  core::tolerance<T> wanted;
  unsigned* unclear_count;  ///< on the device, as is all below
  unsigned* unclear;        ///< indices of polynomials that the first look leaves to the kernels after it
  unsigned* next_unclear;   ///< how far these are with that list
  unsigned* next_group;     ///< of the first look and of the second: how many groups of the common rest are taken
  unsigned* refused_count;
  unsigned* refused;  ///< indices of polynomials for the second look
  unsigned* left_over_count;
  unsigned* left_over;  ///< indices of polynomials that the chain solves
};

}  // namespace vieta::cuda
