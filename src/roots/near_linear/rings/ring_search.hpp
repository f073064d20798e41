#pragma once

#include <vector>

#include "roots/coefficients.hpp"
#include "roots/near_linear/rings/ring_discs.hpp"
#include "roots/near_linear/rings/ring_plan.hpp"
#include "roots/session.hpp"

namespace vieta::near_linear {

struct rings_searched {
  std::vector<located_root> roots;
  bool used_residuals = false;  ///< some discs needed long sums
};

/// Proven roots in all cells of all rings, those at borders of cells perhaps several times. `density` refines the grid
/// of samples. Stops early if the session must.
rings_searched search_rings(const coefficients& a, const envelope& hull, const std::vector<ring>& rings, double density,
                            const session& context);

}  // namespace vieta::near_linear
