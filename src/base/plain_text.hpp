#pragma once

#include <string>
#include <string_view>

namespace vieta::io {

/// What people type or paste as mathematics, in the characters that the readers of expressions know: superscripts
/// become powers, subscripts digits of a name, the minus, times and division signs of typography '-', '*' and '/', and
/// TeX's \cdot, \times, \left, \right and \pi lose their backslash. Greek letters stay as they are: they are letters
/// of names. Line breaks stay where they are.
std::string plain_text(std::string_view text);

/// The same for an expression, where braces are parentheses, but part of the name in "x_{1}".
std::string expression_text(std::string_view text);

/// The length in bytes of the letter that a text begins with: 1 for a to z, A to Z and '_', 2 for a Greek one, else 0.
std::size_t length_of_letter(std::string_view text);

/// Of the number without a sign that the text begins with; 0 without one. In expressions "2e" is twice a variable, and
/// "0x" nothing times one.
std::size_t length_of_number(std::string_view text);

}  // namespace vieta::io
