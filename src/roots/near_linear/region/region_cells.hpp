#pragma once

#include <cstdint>
#include <vector>

#include "roots/near_linear/rings/ring_plan.hpp"
#include "vieta/roots.hpp"

namespace vieta::near_linear {

/// Neighbouring cells of a ring, of all passes: cell j of N covers the angles (2 j - 1) pi / N to (2 j + 1) pi / N.
/// Where they go across the angle 0, `last` is beyond N. At most N cells: then they are all.
struct cell_span {
  std::int64_t first = 0, last = 0;  ///< [first, last)
  [[nodiscard]] std::int64_t count() const { return last - first; }
};

/// The cells of a ring that may meet the region, in spans that do not touch, and `margin` more on both sides of each.
/// O(cells on the border of the region).
std::vector<cell_span> cells_in_region(const ring& r, const roots_region& region, std::int64_t margin);

/// Angles [first, last) in units of 2 pi / 2^bits.
struct angle_span {
  std::int64_t first = 0, last = 0;
};
inline constexpr int angle_bits = 50;

/// The same as angles between 0 and 2^angle_bits, in order.
std::vector<angle_span> angles_of(const std::vector<cell_span>& cells, const ring& r);
/// What of `angles` is not in `others`; both in order.
std::vector<angle_span> difference(const std::vector<angle_span>& angles, const std::vector<angle_span>& others);

}  // namespace vieta::near_linear
