#include "io/parse_json.hpp"

#include <algorithm>

#include "io/message.hpp"

namespace vieta::io {

std::string shown(const nlohmann::json& value) {
  return in_quotes(value.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace));
}

nlohmann::json parse_json(std::string_view text, std::string_view name) {
  using nlohmann::json;
  int depth = 0;
  for (const char c : text) {
    depth += c == '[' || c == '{' ? 1 : c == ']' || c == '}' ? -1 : 0;
    if (depth > 64) fail(name, 1, "JSON nested more than 64 deep", "less");
  }
  try {
    return json::parse(text);
  } catch (const json::parse_error& problem) {
    const auto at = std::min(text.size(), static_cast<std::size_t>(problem.byte));
    const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
    fail(name, static_cast<std::size_t>(line), "no JSON", "JSON text");
  } catch (const json::out_of_range&) {
    throw error(std::string(name) +
                ": found a number beyond the range of doubles, expected it as a text such as \"1e999\"");
  }
}

}  // namespace vieta::io
