#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace vieta::expression {

/// Throws vieta::error about what was typed or pasted and has two reasonable readings, before one of them is taken: a
/// rule of minus signs under a numerator, "1 e-3", "2\frac{1}{3}", "0x10", "1_000", an index "x_{n+1}", the number of
/// an equation before it.
void refuse_two_readings(std::string_view text, std::string_view name);

/// The same for what only polynomials in one variable have: "3x2", where x2 is the only name, and "1 -pi".
void refuse_two_readings_of_polynomial(std::string_view text, std::string_view name);

/// The same for equations, each a piece of a text between semicolons or ends of lines: bullets before all of them,
/// words of other programs, a line that goes on with the one before.
void refuse_two_readings_of_equations(const std::vector<std::string>& equations, std::string_view name);

/// The text with a blank in the place of each character of a comment, from '#' to the end of its line.
std::string without_comments(std::string_view text);

}  // namespace vieta::expression
