#pragma once

#include <complex>
#include <cstdint>
#include <vector>

#include "vieta/solve_parameters.hpp"

namespace vieta::tracking {

/// The parameters of the instance that starts solve, in the order of the others. Throws vieta::error where one of them
/// has no value.
solve_options in_order_of(const parameter_values& values, solve_options options);

/// Values of no special position: of the sizes that the instances have, with random arguments.
/// `spread`: moduli are up to 2^spread larger or smaller.
std::vector<std::complex<double>> generic_values(const parameter_values& values, std::uint64_t seed, double spread = 0);

}  // namespace vieta::tracking
