#pragma once

#include <iosfwd>
#include <string>

#include "vieta/newton.hpp"

namespace vieta::report {

/// "12.3 us", "4.56 ms", "7.89 s".
std::string duration(double seconds);

/// "1 path", "2 paths".
std::string counted(std::size_t count, const char* one, const char* many);

/// A line for each coordinate, for people; of long points the first ones only.
void print_coordinates(std::ostream& out, const polynomial_system& system, const newton_solution& solution, int digits);

}  // namespace vieta::report
