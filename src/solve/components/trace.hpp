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

/// How points bend when the hyperplanes move parallel, by -1/2, 0, 1/2.
struct bends {
  std::vector<std::vector<complex<qd>>> second;  ///< the second difference of each point; empty where a path was lost
  std::vector<double> unknown;                   ///< how well each is known, proven
  std::vector<double> size;                      ///< of each point
};
bends bends_of(const carrier& by, const std::vector<system_point>& points, const hyperplanes& slices,
               const followers& with, newton_options refined, std::uint64_t direction);

/// The trace of the members of a part, and whether it is linear (Sommese, Verschelde, Wampler 2002): the sum of their
/// second differences is 0, up to what is unknown of the points.
void measure(part& p, const bends& of);

/// The place of x among the points; as many as there are where it is none of them, or two could be meant.
std::size_t place_of(const std::vector<std::vector<scalar>>& points, const std::vector<scalar>& x);

}  // namespace vieta::decomposing
