#pragma once

#include <cstddef>
#include <string_view>

namespace vieta::approximation {

/// Whether a name is one of these words, which stand between blanks.
inline bool among(std::string_view words, std::string_view name) {
  for (std::size_t at = words.find(name); at != std::string_view::npos && !name.empty(); at = words.find(name, at + 1))
    if (at > 0 && words[at - 1] == ' ' && words.substr(at + name.size()).starts_with(' ')) return true;
  return false;
}

}  // namespace vieta::approximation
