#pragma once

#include <string>
#include <string_view>

namespace vieta::io {

/// What people type or paste as mathematics, in the characters that the readers of expressions know: superscripts
/// become powers, subscripts digits of a name, the minus, times and division signs of typography '-', '*' and '/', and
/// TeX's \cdot, \frac, \sqrt[3]{2}, \left, \mathrm{e}, \, and their like are what they mean. Greek letters stay as they
/// are: they are letters of names, and so does a command of TeX that is not known. Line breaks stay where they are.
std::string plain_text(std::string_view text);

/// The text itself where all of it is ASCII, else what plain_text makes of it, kept in `memory`: for lists of numbers.
std::string_view in_plain_characters(std::string_view text, std::string& memory);

/// The same for an expression, where braces are parentheses, but part of the name in "x_{1}". SymPy's Eq(a, b) is a =
/// b, C's 2.0f is 2.0, and a dollar sign is a blank. Throws vieta::error, with the name of the text, where it has two
/// readings (expression/two_readings.hpp).
std::string expression_text(std::string_view text, std::string_view name);

/// SymPy's equations, "Eq(x**2, 2)", become "x**2 = 2".
std::string without_eq(std::string text);

/// The length in bytes of the letter that a text begins with: 1 for a to z, A to Z and '_', 2 for a Greek one, else 0.
std::size_t length_of_letter(std::string_view text);

/// Of the number without a sign that the text begins with; 0 without one. In expressions "2e" is twice a variable, and
/// "0x" nothing times one.
std::size_t length_of_number(std::string_view text);

}  // namespace vieta::io
