#include "io/parse_json.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "base/message.hpp"

namespace vieta::io {

std::string shown(const nlohmann::json& value) {
  return in_quotes(value.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace));
}

nlohmann::json parse_json(std::string_view text, std::string_view name, std::string_view instead) {
  using nlohmann::json;
  int depth = 0;
  for (const char c : text) {
    depth += c == '[' || c == '{' ? 1 : c == ']' || c == '}' ? -1 : 0;
    if (depth > 64) fail(name, 1, "JSON nested more than 64 deep", "less");
  }
  try {
    std::vector<std::set<std::string> > keys;  // of each open object
    const auto refuse_twice = [&](int, json::parse_event_t event, json& key) {
      if (event == json::parse_event_t::object_start) keys.emplace_back();
      if (event == json::parse_event_t::object_end) keys.pop_back();
      if (event == json::parse_event_t::key && !keys.back().insert(key.get<std::string>()).second)
        throw error(std::string(name) + ": found the key " + in_quotes(key.get<std::string>()) +
                    " twice in an object, expected it once");
      return true;
    };
    return json::parse(text, refuse_twice);
  } catch (const json::parse_error& problem) {
    // The position is that of the last byte that was read, counted from 1; at the end it is one more than there are.
    const std::size_t at = std::max<std::size_t>(problem.byte, 1) - 1;
    const std::string_view rest = at < text.size() ? text.substr(at, text.substr(at).find_first_of(" \t\r\n")) : "";
    const auto until = text.begin() + static_cast<std::ptrdiff_t>(std::min(at, text.size()));
    fail(name, 1 + static_cast<std::size_t>(std::count(text.begin(), until, '\n')),
         rest.empty() ? "the end of the file" : in_quotes(rest), "JSON");
  } catch (const json::out_of_range&) {
    throw error(std::string(name) + ": found a number beyond the range of doubles, expected " + std::string(instead));
  }
}

}  // namespace vieta::io
