#pragma once

#include "exact/arb.hpp"

#ifdef VIETA_HAVE_ARB

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "verify/disc.hpp"

namespace vieta::checking {

/// The pairs of discs, smaller index first, that are not proven to be disjoint. An empty place meets nothing.
std::vector<std::pair<std::size_t, std::size_t>> meeting_discs(const std::vector<std::optional<disc>>& discs);

}  // namespace vieta::checking

#endif
