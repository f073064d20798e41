#pragma once

#include <cstdint>
#include <vector>

#include "roots/session.hpp"
#include "roots/sweep/nodes.hpp"
#include "roots/sweep/weierstrass.hpp"

namespace vieta {

class ladder_device;

/// Moves the chosen nodes to the roots of the secular equation 1 + sum_j W_j / (x - z_j) = 0, which has the roots of p:
/// Ehrlich-Aberth steps in double precision relative to the nodes. High precision has gone into W; the steps d_i = x_i
/// - z_i are small numbers that double holds well. O(n) per node and step, on `device` if it is not null. Source: Bini
/// and Robol, "Solving secular and polynomial equations: a multiprecision algorithm", J. Comput. Appl. Math. 272 (2014)
/// 276-292.
void solve_secular_equation(node_set& nodes, const std::vector<weierstrass_correction>& corrections,
                            const std::vector<std::uint32_t>& chosen, const session& context,
                            ladder_device* device = nullptr);

}  // namespace vieta
