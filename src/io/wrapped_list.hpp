#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace vieta::io {

struct unwrapped_list {
  std::string numbers;  ///< the text with blanks in the place of what stood around them: lines keep their numbers
  bool is_descending = false;  ///< the function around them begins with the highest power: roots([1 -3 2])
};

/// A list of numbers with what a programming language writes around it taken off: "p = [1 -3 2];", "{1.0f, 2.0f}",
/// "[1., -3., 2.]", "array([1.+0.j, 2.-1.j])", "np.roots([1, -3, 2])". Nothing where the text is no such list, or
/// is one as it stands (plain numbers, and arrays of JSON).
std::optional<unwrapped_list> unwrap_list(std::string_view text);

/// A text in one pair of quotes, as another language has it, without them: "'1 -3 2'".
std::string_view without_quotes(std::string_view text);

/// Whether semicolons stand between rows of several numbers: "1 2; 3 4".
bool has_rows(std::string_view numbers);

}  // namespace vieta::io
