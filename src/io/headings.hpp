#pragma once

#include <cstddef>
#include <string_view>

namespace vieta::io {

/// Spreadsheets name their columns in the first line: the length of all up to its end, 0 where there is none.
std::size_t length_of_headings(std::string_view text);

/// "c2,c1,c0": names that end in numbers, each one less than that before it.
bool are_descending(std::string_view headings);

/// Throws vieta::error where "#N/A", "#DIV/0!" and their like stand in the place of a number, not in a comment.
void refuse_errors_of_spreadsheets(std::string_view text, std::string_view name);

}  // namespace vieta::io
