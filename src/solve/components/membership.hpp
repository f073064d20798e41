#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "solve/components/carrier.hpp"
#include "vieta/components.hpp"

namespace vieta::decomposing {

/// A point, and how well it is known, relative to its size.
struct known_point {
  std::vector<scalar> x;
  double accuracy = 0;
};

/// Whether a point lies on a component, and how far the nearest of the ends about it is from it.
struct found_place {
  containment on = containment::undecided;
  double distance = HUGE_VAL;
};

/// Which of the points lie on a component: its witness points are moved to slices through each of them (Sommese,
/// Verschelde, Wampler 2001, the homotopy membership test).
std::vector<found_place> lie_on(const solution_set& set, const std::vector<known_point>& points, const followers& with,
                                std::uint64_t seed);

}  // namespace vieta::decomposing
