#include <cctype>
#include <string_view>

#include "io/readers.hpp"
#include "io/token_reader.hpp"

namespace vieta::io {

namespace {

bool looks_like_pol(std::string_view text) {
  token_reader in(text, "");
  std::string_view statement;
  if (in.next_statement(statement)) return true;
  const std::string_view word = in.next();
  const auto letter = [&](std::size_t k, const char* set) {
    return std::string_view(set).find(word[k]) != std::string_view::npos;
  };
  return word.size() == 3 && letter(0, "sdu") && letter(1, "rc") && letter(2, "iqf");
}

/// A letter other than those of exponents and imaginary units, or an operator that no list has.
bool looks_like_expression(std::string_view text) {
  bool comment = false;
  for (const char c : text) {
    if (c == '#') comment = true;
    if (c == '\n') comment = false;
    if (comment) continue;
    if (c == '*' || c == '^' || c == '=' || c == '_') return true;
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (letter && c != 'e' && c != 'E' && c != 'i' && c != 'j') return true;
  }
  return false;
}

}  // namespace

format detect_format(std::string_view text) {
  if (text.starts_with("\x93NUMPY")) return format::npy;
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first != std::string_view::npos) {
    if (text[first] == '[' || text[first] == '{') return format::json;
    if (text[first] == '!' || looks_like_pol(text)) return format::pol;
  }
  return looks_like_expression(text) ? format::expression : format::list;
}

}  // namespace vieta::io
