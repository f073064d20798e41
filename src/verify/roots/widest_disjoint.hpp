#pragma once

#include "exact/arb.hpp"

#ifdef VIETA_HAVE_ARB

#include <cstddef>
#include <vector>

#include "verify/claim.hpp"
#include "verify/work_limits.hpp"

namespace vieta::checking {

/// Of claims that are proven, or have a `within`, and have as many roots as the degree says: the open ones (as places)
/// whose discs are disjoint from each other and from discs that hold all the other roots. None where those meet.
/// Throws `stopped`.
std::vector<std::size_t> widest_disjoint(const std::vector<claim>& claims, const work_limits& limits);

}  // namespace vieta::checking

#endif
