#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/simd/isa.hpp"
#include "minimax/lanes/lane_program.hpp"

namespace vieta::approximation {

/// How many ulps of a double may lie between a value and the grid of 25 bits before the code looks at its exceptions.
constexpr std::uint64_t near_ulps = 64;
/// The bits of a double behind the 25th.
constexpr std::uint64_t grid_mask = (std::uint64_t(1) << 28) - 1;

/// On how many numbers a program is run at once, so that the values of its steps stay in the first cache.
constexpr std::size_t lanes_at_once = 128;

/// A program whose steps know where their values lie. Constants have places of their own and stay there.
struct placed_program {
  struct placed_step {
    lane_operation kind;
    std::uint16_t out, a, b, c;
    std::uint64_t data;
  };
  std::vector<placed_step> steps;
  std::uint16_t places = 1, result = 0;                            ///< place 0 is that of x
  std::vector<std::pair<std::uint16_t, std::uint64_t>> constants;  ///< place, bits

  placed_program() = default;
  explicit placed_program(const lane_program& p);
  /// For `places * lanes_at_once` values, with all constants.
  [[nodiscard]] std::vector<std::uint64_t> memory() const;
};

/// Of a stretch of neighbouring floats: value = first + c[0] t + c[1] t^2 + ... with t in [-1, 1], where `first` and
/// c[0] are sums of two doubles.
struct taylor_piece {
  static constexpr int terms = 7;
  double first = 0, first_rest = 0, slope_rest = 0, c[terms] = {};
  double error = 0;  ///< of the value, the rounding of what is calculated with it included
};

/// x = (multiple of the step) in units of a full or a half turn, as a fraction of 128 bits.
struct turn_stretch {
  std::uint64_t high = 0, low = 0;            ///< that of the first number
  std::uint64_t step_high = 0, step_low = 0;  ///< from one to the next
};

/// Inner loops, compiled once for each instruction set. All of them take n <= lanes_at_once numbers.
struct lane_kernels {
  isa level;
  /// Runs the steps of a program; x lies in place 0 of `memory`. `fused`: a * b + c is rounded once.
  void (*run)(const placed_program::placed_step* steps, std::size_t count, const std::uint64_t* const* tables,
              bool fused, std::uint64_t* memory, std::size_t n);
  /// The float of bits first + k as double bits.
  void (*floats)(std::uint32_t first, std::uint64_t* out, std::size_t n);
  /// Values high[k] + low[k] at t = (k + from) * scale.
  void (*taylor)(const taylor_piece& piece, double from, double scale, double* high, double* low, std::size_t n);
  /// Values at places of a turn, from the pieces around multiples of 2^-`index_bits` of it.
  void (*turn)(const taylor_piece* pieces, unsigned index_bits, const turn_stretch& at, double* high, double* low,
               std::size_t n);
  /// high + low divided by others, and the error of it, from those of both.
  void (*divide)(double* high, double* low, const double* by_high, const double* by_low, double error,
                 double* error_out, std::size_t n);
  /// Marks the numbers whose y is not known to lie strictly between the same two neighbours in the grid of 25 bits as
  /// high + low, off by `error` at most. Says how many were marked.
  std::size_t (*compare)(const double* high, const double* low, const double* error, const std::uint64_t* y,
                         std::uint8_t* marks, std::size_t n);
  /// Marks the numbers whose y does not lie strictly between a base, x or else a constant, and its neighbour in that
  /// grid, away from 0 or towards it. `instead`, times x where there is one, takes the place of a y that is near the
  /// grid.
  std::size_t (*beside)(const std::uint64_t* x, double base, bool outwards, double instead, const std::uint64_t* y,
                        std::uint8_t* marks, std::size_t n);
  /// Marks the numbers of which y & mask does not lie in [from, to].
  std::size_t (*outside)(const std::uint64_t* y, std::uint64_t mask, std::uint64_t from, std::uint64_t to,
                         std::uint8_t* marks, std::size_t n);
};

const lane_kernels& find_lane_kernels();

VIETA_AT_EACH_LEVEL(extern const lane_kernels lane_table_of_kernels)

}  // namespace vieta::approximation
