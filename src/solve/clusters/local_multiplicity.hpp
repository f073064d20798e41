#pragma once

#include <cstddef>
#include <vector>

#include "solve/tape/terms.hpp"
#include "vieta/polynomial_system.hpp"

namespace vieta::tracking {

/// What the derivatives at a zero of the equations say.
struct local_multiplicity {
  /// So many independent combinations of derivatives at the zero vanish on all equations and their multiples: where
  /// `ended`, all of them, and the zero is isolated with this multiplicity. Where not, there are at least as many.
  std::size_t least = 0;
  bool ended = false;
  bool clear = false;  ///< each rank was told: pivots are far above what is unknown of them, or below that
};

/// The dual space of the equations at x, a zero that is known to `accuracy`, relative to its largest coordinate or to
/// 1. Order by order its functionals are integrals of those of lower order (Mourrain 1997; Mantzaflaris, Mourrain 2011,
/// theorem 4.2). A zero is isolated where some order adds none, and lies on a set of positive dimension where they
/// become more than the paths that end at it (the local dimension test of Bates, Hauenstein, Peterson, Sommese 2009).
/// Ends as soon as there are more than `most`, or the work grows beyond some seconds.
local_multiplicity multiplicity_at(const std::vector<std::vector<plain_term>>& equations, const system_point& x,
                                   double accuracy, std::size_t most);

}  // namespace vieta::tracking
