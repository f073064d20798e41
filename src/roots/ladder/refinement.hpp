#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "roots/answer/certificate.hpp"
#include "roots/factors/square_free.hpp"
#include "roots/session.hpp"
#include "roots/sweep/chart.hpp"
#include "roots/sweep/nodes.hpp"

namespace vieta {

struct other_ways {
  std::function<std::vector<proven_disc>()> quick, long_one;
};

struct refinement_report {
  int rounds = 0;
  int precision_bits = 0;
  std::string device;      ///< that did a part of the work; empty: none
  std::string stopped_by;  ///< empty when every disc is as small as asked for
  /// Set when p turned out to have multiple roots: its factors are to be solved instead, and no discs are returned.
  std::vector<square_free_factor> factors;
};

/// Proves and sharpens: residuals at the nodes in just enough precision, Weierstrass corrections, discs; nodes whose
/// disc is still too large move to the roots of the secular equation, and the next round asks for more bits at these
/// nodes only. The factor-low, residual-high idea: all O(n^2) work is in double, high precision goes into p(z_i) alone.
/// Returns disjoint discs that hold all roots. The other ways are asked once, the quick one where nodes are unsettled
/// in the first round, the long one after some: discs that they return are the answer.
std::vector<proven_disc> refine(node_set& nodes, atlas& charts, const polynomial& p, const session& context,
                                refinement_report& report, const other_ways& others = {});

}  // namespace vieta
