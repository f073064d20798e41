#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "solve/components/carrier.hpp"

namespace vieta::decomposing {

/// Points of a witness set that belong together.
struct part {
  std::vector<std::size_t> members;
  double trace = 0;     ///< see solution_set
  bool linear = false;  ///< the trace is
};

/// Splits the witness points of components of one dimension. Loops in the space of slices permute the points of each
/// component among themselves (Sommese, Verschelde, Wampler 2001); where slices move parallel, the sum of all points of
/// a component is linear, and that of a part of them is not (the trace test: Sommese, Verschelde, Wampler 2002).
std::vector<part> split(const carrier& by, const std::vector<system_point>& points, const hyperplanes& slices,
                        const followers& with, const newton_options& refined, std::uint64_t seed);

}  // namespace vieta::decomposing
