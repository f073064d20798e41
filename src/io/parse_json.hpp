#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace vieta::io {

/// JSON as a tree. Throws vieta::error with the input's name and the line for what is no JSON, for numbers beyond the
/// range of doubles, and for nesting that would end the parser's stack.
///
/// `instead` says what to write for such a number.
nlohmann::json parse_json(std::string_view text, std::string_view name,
                          std::string_view instead = "it as a text such as \"1e999\"");

/// A value as it stands in the file, in quotes and shortened, for messages.
std::string shown(const nlohmann::json& value);

}  // namespace vieta::io
