#pragma once

#include <iosfwd>
#include <string>

#include "vieta/newton.hpp"

namespace vieta::report {

/// In place of a number of digits: coordinates as JSON numbers, the nearest doubles.
inline constexpr int in_doubles = -1;

/// {"solutions": [...], "report": {...}}: docs/reference/json.md. Coordinates are strings, with `digits` significant
/// digits, or as many as are known (0), or JSON numbers (`in_doubles`).
void write_json(std::ostream& out, const polynomial_system& system, const newton_result& result, int digits = 0);

/// One solution as JSON; `more` is put before the last brace.
std::string solution_text(const newton_solution& solution, int digits, const std::string& more = "");

/// A radius that is valid about the coordinates as they are written with so many digits, or in doubles; rounded up.
double radius_about_text(const newton_solution& solution, int digits);

/// Significant digits worth writing for one solution: those that are known and two more, in a column of its own size.
int known_digits(const newton_solution& solution);

/// Of these, what is worth writing of one part of a coordinate: beside a proven radius it may be smaller than the
/// others, or noise, and then has fewer.
int known_digits(const newton_solution& solution, const qd& part);

/// A radius that is valid about the coordinates as they are written with the digits that are known of each part.
double radius_about_known(const newton_solution& solution, int most = 64);

}  // namespace vieta::report
