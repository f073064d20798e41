#pragma once

#include "exact/arb.hpp"
#ifdef VIETA_HAVE_ARB

#include <cstddef>
#include <vector>

#include "verify/systems/solution_claims.hpp"
#include "verify/work_limits.hpp"

namespace vieta::verify_newton {

/// Two solutions, as places in a list, that are not proven to be different.
struct meeting {
  std::size_t first, second;
};

/// Of the claims at these places, which have radii: a solution is different from another one when they are farther
/// apart in some coordinate than both radii together. Each place is the second of one meeting at most. Throws
/// `stopped`.
std::vector<meeting> meeting_solutions(const std::vector<solution_claim>& claims,
                                       const std::vector<std::size_t>& places, const checking::work_limits& limits);

}  // namespace vieta::verify_newton

#endif  // VIETA_HAVE_ARB
