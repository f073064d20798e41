#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "roots/coefficients.hpp"
#include "roots/near_linear/rings/ring_discs.hpp"
#include "roots/near_linear/rings/ring_parts.hpp"
#include "roots/near_linear/rings/ring_plan.hpp"
#include "roots/session.hpp"

namespace vieta::near_linear {

class ring_record;

struct rings_searched {
  std::vector<located_root> roots;
  bool used_residuals = false;  ///< some discs needed long sums
};

/// What one pass of a ring gave.
struct pass_searched {
  std::uint32_t ring = 0, pass = 0;
  bool whole = false;  ///< not cut short
  bool used_residuals = false;
  std::vector<located_root> roots;
};
/// The roots of passes ring by ring and pass by pass, in whatever order these come.
rings_searched in_order(std::vector<pass_searched> passes);

/// A part of the work after which members hand in what they have.
struct search_turn {
  double seconds = 0;  ///< after which no further pass is begun, but one at least is done; 0: no limit
  std::function<void(const pass_searched&)> done = {};  ///< from any thread, for a pass that was not cut short
};
/// The passes of these parts that the turn and the session leave time for, in any order.
std::vector<pass_searched> search_parts(const coefficients& a, const envelope& hull, const std::vector<ring>& rings,
                                        const std::vector<ring_part>& parts, double density, const session& context,
                                        const search_turn& turn = {});

/// Proven roots in all cells of all rings, those at borders of cells perhaps several times, ring by ring and pass by
/// pass. `density` refines the grid of samples. Stops early if the session must. `record` keeps what is found, as
/// search `number`; it may be null.
rings_searched search_rings(const coefficients& a, const envelope& hull, const std::vector<ring>& rings, double density,
                            const session& context, ring_record* record = nullptr, std::uint32_t number = 0);

}  // namespace vieta::near_linear
