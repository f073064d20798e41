#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "vieta/polynomial_system.hpp"
#include "vieta/solve.hpp"

namespace vieta::tracking {

/// A system in unknowns y of about the size 1, x_v = 2^k_v y_v, each equation times a power of two: exactly the same
/// solutions.
struct scaled_system {
  polynomial_system system;
  std::vector<std::int64_t> units;  ///< the k_v
};

/// For sizes that paths and proofs in doubles are not made for, such as 1e200 x^2 = 1e-200; none where coefficients are
/// of usual sizes, or not known exactly.
std::optional<scaled_system> in_own_units(const polynomial_system& system);

/// The result of the scaled system becomes one of `system`: points, radii that are proven in the unknowns as they were
/// given, and sizes. What cannot be proven there loses its proof.
void bring_back(const polynomial_system& system, const std::vector<std::int64_t>& units, const solve_options& options,
                solve_result& result);

}  // namespace vieta::tracking
