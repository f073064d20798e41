#include <algorithm>
#include <string_view>

#include "io/complex_text.hpp"
#include "io/headings.hpp"
#include "io/polynomial/pol.hpp"
#include "io/polynomial/readers.hpp"
#include "io/token_reader.hpp"
#include "io/wrapped_list.hpp"

namespace vieta::io {

namespace {

bool is_latin(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

std::string_view before_equals(std::string_view word) { return word.substr(0, word.find('=')); }

/// A file with a slip in its head is a .pol file all the same, and its reader tells what is wrong: without its ';',
/// "Degree=2" is no equation in a variable called Degree, and no expression begins like "drx 0 1".
bool looks_like_pol(std::string_view text) {
  token_reader in(text, "");
  std::string_view statement;
  if (in.next_statement(statement) &&
      (is_pol_option(before_equals(statement)) || statement.find_first_of("^*+-/()") == statement.npos))
    return true;
  const std::string_view word = in.next(), after = in.next();
  const bool number_follows = !after.empty() && after[0] >= '0' && after[0] <= '9';
  if (is_pol_option(before_equals(word)))
    return word.find('=') != std::string_view::npos || number_follows || after.empty() || after[0] == '=' ||
           is_pol_option(before_equals(after));
  if (word.size() != 3) return false;
  const auto letter = [&](std::size_t k, const char* set) {
    return std::string_view(set).find(word[k]) != std::string_view::npos ? 1 : 0;
  };
  const int right = letter(0, "sdu") + letter(1, "rc") + letter(2, "iqf");
  return right == 3 || (right == 2 && std::all_of(word.begin(), word.end(), is_latin) && number_follows);
}

/// A word of letters other than those of exponents and imaginary units, or an operator that no list has. A nan or inf
/// is what somebody's program wrote into a list, which then has to say so.
bool looks_like_expression(std::string_view text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '#') {
      at = text.find('\n', at);
      if (at == std::string_view::npos) return false;
    } else if (c == '*' || c == '^' || c == '=' || c == '_' || static_cast<unsigned char>(c) >= 0x80) {
      return true;
    } else if (is_latin(c)) {
      std::size_t length = 1;
      while (at + length < text.size() && is_latin(text[at + length])) ++length;
      const std::string_view word = text.substr(at, length);
      if (word.find_first_not_of("eEij") != std::string_view::npos && !is_not_finite(word)) return true;
      at += length - 1;
    }
  }
  return false;
}

/// Whether all words are numbers, and more than one: no expression has two numbers side by side.
bool looks_like_numbers(std::string_view text) {
  std::size_t numbers = 0;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '#') {
      at = std::min(text.find('\n', at), text.size());
      continue;
    }
    const std::size_t end = std::min(text.find_first_of(" \t\r\n,;#", at), text.size());
    exact::real re, im;
    if (end > at) {
      if (!parse_complex(text.substr(at, end - at), re, im)) return false;
      ++numbers;
    }
    at = end + (end < text.size() && text[end] != '#' ? 1 : 0);
  }
  return numbers > 1;
}

}  // namespace

format detect_format(std::string_view text) {
  if (text.starts_with("\x93NUMPY")) return format::npy;
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first != std::string_view::npos) {
    const bool is_matrix = text[first] == '[' && text.find(';') != text.npos && has_rows(text);
    if (is_matrix || unwrap_list(text)) return format::list;
    if (text[first] == '[' || text[first] == '{') return format::json;
    if (text.find(';') != text.npos && looks_like_numbers(text)) return format::list;
    if (text[first] == '!' || looks_like_pol(text)) return format::pol;
    const std::size_t headings = length_of_headings(text);
    if (headings > 0 && looks_like_numbers(text.substr(headings))) return format::list;
  }
  return looks_like_expression(text) && !looks_like_numbers(text) ? format::expression : format::list;
}

}  // namespace vieta::io
