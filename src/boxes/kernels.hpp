#pragma once

#include "base/simd/isa.hpp"
#include "vieta/core/bernstein_box.hpp"

namespace vieta::boxes {

inline constexpr int most_lanes = 8;

/// One box in each lane, as arrays: what the schedule hands to a kernel and gets back. See core::box_lanes and
/// `decisions`.
struct alignas(64) lane_block {
  using row = double[most_lanes];
  row lower[4], upper[4], error[4];
  double tolerance = 0;
  row from[4], to[4], cut_lower[4], cut_upper[4], inverse[16];
  row left_lower[4], left_upper[4], first_upper[4], second_lower[4];  // what is left of the box, and halves of that
  row around_lower[4], around_upper[4];
  unsigned empty = 0, one_sign = 0, proven = 0, settled = 0;  // one bit for each lane
  unsigned one_solution = 0, perhaps_one = 0, divide = 0, last = 0;
};

/// Looks at the boxes of all lanes; `roots` and `work` hold `lanes` numbers for each one of core::examine_box.
using examine_function = void (*)(const core::bernstein_shape& shape, const double* roots, lane_block& block, bool clip,
                                  double* work);

struct kernel_table {
  isa level;
  int lanes;
  examine_function examine[4];  ///< for 1 .. 4 variables
};

/// The table of the widest instruction set that this processor has (and VIETA_ISA permits).
const kernel_table& kernels();
/// One box at a time.
const kernel_table& scalar_kernels();

VIETA_AT_EACH_LEVEL(extern const kernel_table table)

}  // namespace vieta::boxes
