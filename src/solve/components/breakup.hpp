#pragma once

#include <cstdint>
#include <vector>

#include "solve/components/trace.hpp"

namespace vieta::decomposing {

/// Splits the witness points of components of one dimension. Loops in the space of slices permute the points of each
/// component among themselves (Sommese, Verschelde, Wampler 2001); where slices move parallel, the sum of all points of
/// a component is linear, and that of a part of them is not (the trace test: Sommese, Verschelde, Wampler 2002).
std::vector<part> split(const carrier& by, const std::vector<system_point>& points, const hyperplanes& slices,
                        const followers& with, const newton_options& refined, std::uint64_t seed);

}  // namespace vieta::decomposing
