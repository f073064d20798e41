#pragma once

#include <functional>
#include <vector>

#include "roots/structure/least_squares.hpp"

namespace vieta::structure {

/// Distinct roots and how often each is one.
struct multiplicities {
  column place;
  std::vector<int> count;
  column tail = {};  ///< added to the places: bits beyond double, where it is not empty
};

/// What p may be near: for each number of different roots, from 1 on, for which p and p' nearly have a common divisor
/// of the degree that is left, the roots and multiplicities that it leads to. `p`: ascending, its first and last
/// coefficients of like modulus. Ends when `accept` returns true.
void each_structure(const column& p, double tolerance, const std::function<bool(const multiplicities&)>& accept,
                    const std::function<bool()>& must_stop);

}  // namespace vieta::structure
