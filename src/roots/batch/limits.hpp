#pragma once

#include "vieta/core/config.hpp"

// When the kernels go on to the next stage or give up. Nothing that is proven depends on these.

namespace vieta::root_batches {

inline constexpr int most_degree = 64;

inline constexpr int most_sweeps = 30;
inline constexpr int most_proofs = 4;

/// Square of the relative step after which the next one, cubically smaller, is lost in rounding or taken by the proof's
/// own correction.
VT_HD constexpr double settled_step(int degree) { return 0x1p-34 / (degree * degree); }

}  // namespace vieta::root_batches
