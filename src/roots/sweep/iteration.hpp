#pragma once

#include <cstdint>
#include <vector>

#include "roots/session.hpp"
#include "roots/sweep/chart.hpp"
#include "roots/sweep/newton_polygon.hpp"
#include "roots/sweep/nodes.hpp"

namespace vieta {

/// As many starting points as roots: on circles about 0 whose radii come from the Newton polygon, evenly spread, at
/// angles that share no symmetry with the polynomial (Bini 1996).
node_set starting_points(const std::vector<polygon_edge>& edges);

struct iteration_report {
  int sweeps = 0;
  std::int64_t updates = 0;
};

/// Improves all nodes together in double precision until each one stands at the rounding noise of p or its step becomes
/// negligible. Sweeps are of Jacobi type: the result does not depend on the number of threads.
/// O(n (terms + n)) operations per sweep.
iteration_report ehrlich_aberth(node_set& nodes, atlas& charts, const session& context);
iteration_report durand_kerner(node_set& nodes, atlas& charts, const session& context);

}  // namespace vieta
