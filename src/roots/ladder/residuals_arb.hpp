#pragma once

#include <cstdint>
#include <vector>

#include "roots/ladder/residuals.hpp"
#include "roots/session.hpp"
#include "roots/sweep/nodes.hpp"

namespace vieta {

/// Whether this build has arbitrary precision.
bool arb_is_available();

/// The top of the ladder: p at the nodes in ball arithmetic with `bits[i]` bits (see arb_polynomial). The ball's radius
/// is the error bound.
void evaluate_by_arb(const node_set& nodes, const polynomial& p, const std::vector<std::uint32_t>& chosen,
                     const std::vector<int>& bits, std::vector<residual>& residuals, const session& context);

}  // namespace vieta
