#pragma once

#include "vieta/core/dd.hpp"
#include "vieta/core/exponent.hpp"

namespace vieta::boxes {

/// A coordinate from 0 to 1 along an edge as one along the axis, lower + local (upper - lower): the nearest double, and
/// doubles that are certainly not above it and not below it. The ends themselves are exact.
///
/// Three operations in double-double leave the last bit to be rounded, and 2^-101 of the largest number where their sum
/// is far below them (docs/method/boxes.md, "Rounding").
struct neighbours {
  double nearest, below, above;

  VT_HD neighbours(double lower, double upper, double local) : nearest(local), below(local), above(local) {
    if (lower == 0 && upper == 1) return;
    if (local == 0 || local == 1) {
      nearest = below = above = local == 0 ? lower : upper;
      return;
    }
    using dd = double_double<double>;
    // Products of double-doubles overflow above 2^996 where they are made without a fused operation.
    const double size = max(abs(lower), abs(upper)), down = size < 0x1p990 ? 1 : 0x1p-64,
                 up = size < 0x1p990 ? 1 : 0x1p64;
    const dd at = dd(lower * down) + dd(local) * exact_sum(upper * down, -lower * down);
    const double slack = 0x1p-100 * size * down;
    nearest = at.hi * up;
    below = next(at.hi - slack, -1) * up;
    above = next(at.hi + slack, 1) * up;
  }

 private:
  /// The next double in that direction, or the one behind it.
  VT_HD static double next(double x, int direction) { return x + direction * (0x1.8p-53 * abs(x) + 0x1p-1074); }
};

/// The way back: where x, from lower to upper, lies along the edge, good to 2^-96 of its size and 2^-1000. In a scale
/// in which the ends are about 1, where nothing that counts leaves the range of doubles.
VT_HD double_double<double> local_coordinate(double lower, double upper, double x) {
  if (lower == 0 && upper == 1) return double_double<double>(x);
  const int e = exponent_of(max(abs(lower), abs(upper)));
  const double from = scale_by_power_of_two(lower, -e), to = scale_by_power_of_two(upper, -e);
  return exact_sum(scale_by_power_of_two(x, -e), -from) / exact_sum(to, -from);
}

/// A few units in the last place of the ends, in lengths of the edge.
inline double some_ulps(double lower, double upper) { return 0x1p-50 * max(abs(lower), abs(upper)) / (upper - lower); }

}  // namespace vieta::boxes
