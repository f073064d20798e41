#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace vieta::io {

/// JSON as a tree. Throws vieta::error with the input's name and the line for what is no JSON, for numbers beyond the
/// range of doubles, and for nesting that would end the parser's stack.
nlohmann::json parse_json(std::string_view text, std::string_view name);

/// A value as it stands in the file, in quotes and shortened, for messages.
std::string shown(const nlohmann::json& value);

}  // namespace vieta::io
