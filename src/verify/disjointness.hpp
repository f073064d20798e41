#pragma once

#include "exact/arb.hpp"

#ifdef VIETA_HAVE_ARB

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "verify/disc.hpp"
#include "verify/work_limits.hpp"

namespace vieta::checking {

/// The pairs of discs, smaller index first, that are not proven to be disjoint. An empty place meets nothing.
/// Throws `stopped`.
std::vector<std::pair<std::size_t, std::size_t>> meeting_discs(const std::vector<std::optional<disc>>& discs,
                                                               const work_limits& limits);

}  // namespace vieta::checking

#endif
