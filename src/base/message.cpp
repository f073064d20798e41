#include "base/message.hpp"

namespace vieta::io {

namespace {

/// Whether a UTF-8 character of several bytes shows: no control character (U+0080 to U+009F), none that has no width or
/// turns the direction of a line (U+200B to U+200F, U+2028 to U+202E, U+2060 to U+206F, U+FEFF).
bool is_visible(std::string_view character) {
  return character >= "\xc2\xa0" && !(character >= "\xe2\x80\x8b" && character <= "\xe2\x80\x8f") &&
         !(character >= "\xe2\x80\xa8" && character <= "\xe2\x80\xae") &&
         !(character >= "\xe2\x81\xa0" && character <= "\xe2\x81\xaf") && character != "\xef\xbb\xbf";
}

std::string printable(std::string_view text) {
  static const char* const hex = "0123456789abcdef";
  std::string result;
  for (std::size_t length = 0; !text.empty(); text.remove_prefix(length)) {
    length = length_of_character(text);
    const auto byte = static_cast<unsigned char>(text[0]);
    if (length > 1 ? is_visible(text.substr(0, length)) : byte >= 0x20 && byte < 0x7f) {
      result += text.substr(0, length);
    } else {
      for (const char c : text.substr(0, length)) {
        const auto part = static_cast<unsigned char>(c);
        result += {'\\', 'x', hex[part / 16], hex[part % 16]};
      }
    }
  }
  return result;
}

}  // namespace

std::size_t length_of_character(std::string_view text) {
  if (text.empty()) return 0;
  const auto first = static_cast<unsigned char>(text[0]);
  const std::size_t length = first >= 0xc2 && first < 0xe0   ? 2
                             : first >= 0xe0 && first < 0xf0 ? 3
                             : first >= 0xf0 && first < 0xf5 ? 4
                                                             : 1;
  for (std::size_t k = 1; k < length; ++k)
    if (k >= text.size() || (static_cast<unsigned char>(text[k]) & 0xc0) != 0x80) return 1;
  return length;
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t longest = 32;
  if (text.size() <= longest) return "'" + printable(text) + "'";
  return "'" + printable(text.substr(0, 20)) + "...' (" + std::to_string(text.size()) + " characters)";
}

std::string brief(std::string_view text, std::size_t longest) {
  std::string all = printable(text.substr(0, longest + 1));
  if (all.size() <= longest) return all;
  while (longest > 0 && (static_cast<unsigned char>(all[longest]) & 0xc0) == 0x80) --longest;  // no half characters
  return all.substr(0, longest) + "...";
}

std::string_view without_mark(std::string_view text) {
  return text.starts_with("\xEF\xBB\xBF") ? text.substr(3) : text;
}

void fail(std::string_view name, std::size_t line, std::string_view found, std::string_view expected) {
  throw error(std::string(name) + ":" + std::to_string(line) + ": found " + std::string(found) + ", expected " +
              std::string(expected));
}

}  // namespace vieta::io
