#pragma once

#include <memory>

#include "roots/near_linear/ranges/rank_ranges.hpp"
#include "vieta/roots.hpp"

namespace vieta {

/// Roots that stay with the ranks that have found them.
struct roots_apart {
  std::shared_ptr<near_linear::rank_ranges> ranges;  ///< null where all are on rank 0
  near_linear::ranges_told told;
};

/// `roots`, whose result has no roots in it where they stay apart.
roots_result find_apart(const polynomial& p, const roots_options& options, roots_apart& apart);

}  // namespace vieta
