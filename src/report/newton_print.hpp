#pragma once

#include <iosfwd>
#include <string>

#include "vieta/newton.hpp"

namespace vieta::report {

/// A line for each coordinate, for people; of long points the first ones only. `digits` 0: those that are known.
void print_coordinates(std::ostream& out, const polynomial_system& system, const newton_solution& solution, int digits);

/// The radius about these coordinates as they are printed.
std::string printed_radius(const newton_solution& solution, int digits);

}  // namespace vieta::report
