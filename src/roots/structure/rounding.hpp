#pragma once

#include <cstddef>

#include "vieta/polynomial.hpp"
#include "vieta/roots.hpp"

namespace vieta::structure {

/// How far a root moves, relative to its modulus and to first order, when every coefficient is rounded to a double.
struct rounding_move {
  std::size_t root = 0;  ///< of the list
  double relative = 0;   ///< 1 at most; 0: nothing is known
};

/// The isolated root that moves most. Estimates in double, for degrees to 2000.
rounding_move largest_move(const polynomial& p, const roots_result& result);

/// Whether coefficients look as if they had been rounded: some have 15 significant digits or more, and a fraction.
bool looks_rounded(const polynomial& p);

}  // namespace vieta::structure
