#pragma once

namespace vieta::systems {

/// most = max(most, x), where a NaN stays, whenever it comes: what is bounded by it is not known.
inline void keep_largest(double& most, double x) {
  if (x > most || x != x) most = x;
}

}  // namespace vieta::systems
