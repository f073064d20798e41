#pragma once

#include <cstddef>
#include <vector>

#include "vieta/rational_system.hpp"

namespace vieta::tracking {

/// Variables that stand for themselves, by number.
std::vector<std::size_t> own_variables(const rational_system& system);

/// A point in the unknowns that were asked for becomes one in all unknowns: cosines, sines and roots have their values
/// there, as far as doubles tell, and behind them stands 1/d for each denominator d.
system_point completed(const rational_system& system, const system_point& asked);

}  // namespace vieta::tracking
