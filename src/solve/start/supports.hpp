#pragma once

#include <cstddef>
#include <vector>

#include "solve/start/mixed_cells.hpp"
#include "solve/tape/terms.hpp"

namespace vieta::tracking {

/// The exponents of each equation, in the order of its terms.
std::vector<support> supports_of(const std::vector<std::vector<plain_term>>& equations, std::size_t variables);

/// The equations, in ascending order, to which a constant term must be added so that no isolated solution with
/// coordinates 0 is lost.
///
/// For generic coefficients, consider solutions whose coordinates in Z vanish, and only those. If fewer equations than
/// |Z| vanish identically there, the others are too many, and there is none (Bernshtein); if more do, none is isolated.
/// None either where an equation becomes a single monomial. So the torus holds all isolated solutions in C^n, unless
/// exactly |Z| equations vanish identically for some Z. A
/// constant term added keeps an equation from that. For up to `most_examined` variables all Z are examined and
/// constants added one by one, each where it helps most; otherwise every equation gets one (Li, Wang 1996).
std::vector<std::size_t> missing_constants(const std::vector<support>& supports);
inline constexpr std::size_t most_examined = 14;

}  // namespace vieta::tracking
