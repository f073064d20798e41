#pragma once

#include "vieta/core/config.hpp"

// Control points that cannot be told from zero: rounding the coefficients could give them another sign, and with it
// other numbers of roots.

namespace vieta {

/// Neighbouring control points within the noise.
struct noise_run {
  int first, last;
};

/// The next run from control point `from` on, of those from 0 to n, where two complex roots may be so near to the real
/// line that rounding the coefficients could put them there; its first is behind n where there is none. A change of
/// sign with at most two control points in the noise is a root's.
template <class IsNoise, class IsNegative>
VT_HD noise_run next_noise_run(int n, int from, const IsNoise& is_noise, const IsNegative& is_negative) {
  for (int first = from, last; first <= n; first = last + 1) {
    last = first;
    if (!is_noise(first)) continue;
    while (last < n && is_noise(last + 1)) ++last;
    const bool at_end = first == 0 || last == n;
    const bool is_root = !at_end && is_negative(first - 1) != is_negative(last + 1) && last - first < 2;
    if (!is_root) return {first, last};
  }
  return {n + 1, n};
}

}  // namespace vieta
