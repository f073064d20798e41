#pragma once

#include <cstddef>
#include <cstdint>

#include "base/simd/isa.hpp"
#include "minimax/code/machine_code.hpp"
#include "minimax/proof/smooth_piece.hpp"

namespace vieta::approximation {

/// How many values a program is run on at once: the values of all its steps lie in the first cache.
constexpr std::size_t run_block_size = 256;

/// The inner loops of check_floats, compiled once for each instruction set.
struct run_kernels {
  isa level;
  /// An instruction that is neither an input nor a call, on n <= run_block_size values. `memory` has a block for each
  /// place, then one for each constant.
  void (*run)(const instruction& i, const machine_code& code, std::uint64_t directions, float* memory, std::size_t n);
  /// Rounded to halves, in place.
  void (*halve)(float* x, std::size_t n);
  /// out[i] = the polynomial at x[i].
  void (*values)(const smooth_piece& piece, const float* x, double* out, std::size_t n);
  /// The largest of relative_error(exact, y, least), or of weighted_error(exact, y, weight) where `weight` is given.
  double (*largest_error)(const double* exact, const float* y, const double* weight, double least, std::size_t n);
};

const run_kernels& find_run_kernels();

VIETA_AT_EACH_LEVEL(extern const run_kernels run_table)

}  // namespace vieta::approximation
