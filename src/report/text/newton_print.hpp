#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "vieta/newton.hpp"
#include "vieta/solve.hpp"

namespace vieta::report {

/// How many digits a coordinate has in a table: `exactly` so many, or (0) those that are known, `most` of them.
struct shown_digits {
  int exactly = 0, most = 64;
  bool tells_apart = false;  ///< more where two solutions would look alike
};

/// As many as are known, in the place of fewer, where the radius about some printed solution would reach another one.
shown_digits telling_apart(const std::vector<const newton_solution*>& solutions, shown_digits digits);

/// A line for each coordinate, for people; of long points the first ones only.
void print_coordinates(std::ostream& out, const polynomial_system& system, const newton_solution& solution,
                       shown_digits digits);

/// The radius about these coordinates as they are printed.
std::string printed_radius(const newton_solution& solution, shown_digits digits);

void print(std::ostream& out, const polynomial_system& system, const newton_result& result, shown_digits digits);
void print(std::ostream& out, const polynomial_system& system, const solve_result& result, shown_digits digits);

/// What is known of solutions where paths began at points that were given, or that loops found.
std::string start_lines(const solve_report& r);

}  // namespace vieta::report
