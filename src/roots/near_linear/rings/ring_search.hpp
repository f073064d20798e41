#pragma once

#include <vector>

#include "roots/coefficients.hpp"
#include "roots/near_linear/rings/ring_discs.hpp"
#include "roots/near_linear/rings/ring_parts.hpp"
#include "roots/near_linear/rings/ring_plan.hpp"
#include "roots/session.hpp"

namespace vieta::near_linear {

struct rings_searched {
  std::vector<located_root> roots;
  bool used_residuals = false;  ///< some discs needed long sums
};

struct part_searched {
  std::vector<located_root> roots;
  std::vector<std::uint64_t> of_pass;  ///< how many of them each pass has
};
struct parts_searched {
  std::vector<part_searched> parts;  ///< in the order of those that were asked for
  bool used_residuals = false;
};
parts_searched search_parts(const coefficients& a, const envelope& hull, const std::vector<ring>& rings,
                            const std::vector<ring_part>& parts, double density, const session& context);

/// Proven roots in all cells of all rings, those at borders of cells perhaps several times. `density` refines the grid
/// of samples. Stops early if the session must.
rings_searched search_rings(const coefficients& a, const envelope& hull, const std::vector<ring>& rings, double density,
                            const session& context);

}  // namespace vieta::near_linear
