#pragma once

#include <cstddef>

#include "base/simd/isa.hpp"
#include "roots/batch/finish.hpp"

namespace vieta::root_batches {

/// Polynomials of one degree, one in each lane: place k of every array holds the numbers of all lanes. Arrays have
/// `places(degree)` of them.
struct lane_arrays {
  coefficient_arrays b;
  point_arrays node;   ///< starting points at first
  disc_arrays disc;    ///< the answers
  double *gap, *rank;  ///< rank: the place of a root among those of its polynomial
  double* is_real;     ///< one for each lane: not 0 when all coefficients are real
};

/// One for each root, filled up to a multiple of four, and one for the leading coefficient.
VT_HD constexpr int places(int degree) { return (degree + 4) / 4 * 4; }

/// What a kernel says of its lanes, a bit for each.
struct lane_outcomes {
  unsigned proven = 0;  ///< all discs are proven and as small as asked for
  unsigned apart = 0;   ///< all discs are proven
};

struct batch_kernels {
  isa level;
  int lanes;
  /// `real`: no lane has a complex coefficient.
  lane_outcomes (*solve)(const lane_arrays&, int degree, bool real, double relative_radius);
};

/// The table of the widest instruction set that this processor has (and VIETA_ISA permits).
const batch_kernels& kernels();

VIETA_AT_EACH_LEVEL(extern const batch_kernels table)

}  // namespace vieta::root_batches
