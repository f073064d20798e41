#pragma once

#include "vieta/rational_system.hpp"
#include "vieta/solve.hpp"

namespace vieta::tracking {

/// The angles of each solution, from their cosines and sines.
void set_angles(const rational_system& system, solve_result& result);

}  // namespace vieta::tracking
