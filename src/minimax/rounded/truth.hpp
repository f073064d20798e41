#pragma once

#include <cstdint>
#include <vector>

#include "minimax/lanes/lane_kernel.hpp"
#include "minimax/rounded/rounded_function.hpp"

namespace vieta::approximation {

constexpr bool is_near(std::uint64_t bits) { return ((bits + near_ulps) & grid_mask) <= 2 * near_ulps; }
/// The bits of the number of the grid next to it.
constexpr std::uint64_t nearest_in_grid(std::uint64_t bits) { return (bits + (grid_mask + 1) / 2) & ~grid_mask; }

/// The Taylor polynomial of the function on [centre - |half|, centre + |half|] in t, centre + half t, with a bound of
/// its error. False where that is not small beside the values.
bool make_taylor_piece(operation kind, double centre, double half, taylor_piece& piece);

/// The fraction that 2^exponent is of a turn, 2 pi, cut off after 128 bits.
turn_stretch turn_of(int exponent);

/// Pieces of sin or cos around all multiples of 2^-index_bits of a turn, and the largest of their errors.
struct turn_pieces {
  static constexpr unsigned index_bits = 11;
  explicit turn_pieces(operation kind);
  std::vector<taylor_piece> pieces;
  double error = 0;
};

/// Where the value of the function at a float lies in the grid of 25 bits.
struct grid_place {
  bool known = false;
  std::uint64_t border = 0;  ///< bits of the nearest number of the grid
  int side = 0;              ///< 1: above it, -1: below, 0: on it
};
grid_place place_in_grid(operation kind, double x);

/// Whether all that rounds to a float, in any mode, rounds this double as it does the value at `place`.
bool rounds_alike(const grid_place& place, std::uint64_t y);

/// Looks at the ends of what is claimed. Within, the difference to x or to the constant is monotone.
bool holds(operation kind, const rounded_claim& claim);

}  // namespace vieta::approximation
