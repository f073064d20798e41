#pragma once

#include <cstddef>
#include <string_view>

namespace vieta::io {

/// Spreadsheets name their columns in the first line: the length of all up to its end, 0 where there is none.
std::size_t length_of_headings(std::string_view text);

}  // namespace vieta::io
