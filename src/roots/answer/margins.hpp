#pragma once

#include <limits>

// What the radii of this room are rounded by. Each radius stands behind a few dozen operations in double, whose errors
// stay below 2^-47 relative to it.
namespace vieta {

inline constexpr double up = 1 + 0x1p-46, down = 1 - 0x1p-46;
inline constexpr double log2_error = 4e-12;  ///< of the difference of two logarithms, each within 1e-12
inline constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace vieta
