#pragma once

#include <cstdint>
#include <vector>

#include "roots/sweep/chart.hpp"
#include "roots/sweep/nodes.hpp"

namespace vieta {

/// A run of nodes that share a chart (and, for an iteration, a band): what one call of a Horner kernel works on.
struct segment {
  std::int64_t chart_index = 0;
  std::vector<std::uint32_t> nodes;
};

/// Sorts the given nodes by chart and cuts the runs into pieces of at most `longest`.
std::vector<segment> make_segments(const node_set& nodes, const std::vector<std::uint32_t>& chosen, const atlas& charts,
                                   std::size_t longest);

/// The nodes of a segment as points w = z / rho of its chart, with `limbs` limbs each.
struct segment_points {
  std::vector<double> re[4], im[4];
  segment_points(const node_set& nodes, const segment& s, const atlas& charts, int limbs);
  [[nodiscard]] kernel_points view() const;
};

}  // namespace vieta
