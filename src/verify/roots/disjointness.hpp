#pragma once

#include "exact/arb.hpp"

#ifdef VIETA_HAVE_ARB

#include <cstddef>
#include <optional>
#include <vector>

#include "verify/roots/count/disc.hpp"
#include "verify/work_limits.hpp"

namespace vieta::checking {

/// Two discs, as places in a list, that are not proven to be disjoint.
struct meeting {
  std::size_t larger, smaller;
};

/// Meetings such that the discs without the larger ones of them are pairwise disjoint: none where all discs are, and
/// never more than there are discs. An empty place meets nothing. Takes O(n log n) for n discs of few different sizes.
/// Throws `stopped`.
std::vector<meeting> meeting_discs(const std::vector<std::optional<disc>>& discs, const work_limits& limits);

}  // namespace vieta::checking

#endif
