#pragma once

#include <cstdint>
#include <vector>

#include "roots/certificate.hpp"

namespace vieta {

/// Parts of a component of discs |x - z_i| <= n |W_i|, each in a disc of its own; all of it in one disc at worst; nothing
/// where that is not proven either. A disc holds exactly as many roots as it has members, the discs are disjoint, and
/// disjoint from the discs of nodes that are no members. `radius`: n |W_i| of all nodes in their own scale.
///
/// On a circle with sum_j |W_j| / |x - z_j| < 1 neither p nor prod (x - z_j) vanishes, and inside of it both have as many
/// zeros (Rouche). That needs no common radius n |W_i|, which a few large W_i would make huge for all: worth it where
/// more precision does not help, as the coefficients are uncertain. O(m n) with a large constant for m members of n.
std::vector<proven_disc> split_by_circles(const std::vector<std::uint32_t>& members, const node_set& nodes,
                                          const std::vector<weierstrass_correction>& corrections,
                                          const std::vector<double>& radius);

}  // namespace vieta
