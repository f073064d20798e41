#include "io/message.hpp"

namespace vieta::io {

namespace {

std::string printable(std::string_view text) {
  static const char* const hex = "0123456789abcdef";
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7f) {
      result += c;
    } else {
      result += {'\\', 'x', hex[byte / 16], hex[byte % 16]};
    }
  }
  return result;
}

}  // namespace

std::string in_quotes(std::string_view text) {
  constexpr std::size_t longest = 32;
  if (text.size() <= longest) return "'" + printable(text) + "'";
  return "'" + printable(text.substr(0, 20)) + "...' (" + std::to_string(text.size()) + " characters)";
}

std::string brief(std::string_view text, std::size_t longest) {
  const std::string all = printable(text.substr(0, longest + 1));
  return all.size() <= longest ? all : all.substr(0, longest) + "...";
}

void fail(std::string_view name, std::size_t line, std::string_view found, std::string_view expected) {
  throw error(std::string(name) + ":" + std::to_string(line) + ": found " + std::string(found) + ", expected " +
              std::string(expected));
}

}  // namespace vieta::io
