#include "base/plain_text.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/message.hpp"

namespace vieta::io {

namespace {

constexpr std::pair<std::string_view, std::string_view> replacements[] = {
    {"\u2212", "-"},  // minus sign
    {"\u2013", "-"},  // en dash, into which word processors turn a minus
    {"\u2014", "-"},  // em dash
    {"\u2219", "*"},  // bullet operator
    {"\u00d7", "*"},  // multiplication sign
    {"\u00b7", "*"},  // middle dot
    {"\u22c5", "*"},  // dot operator
    {"\u2217", "*"},  // asterisk operator
    {"\u00f7", "/"},  // division sign
    {"\u2215", "/"},  // division slash
    {"\u2044", "/"},  // fraction slash
    {"\u00bd", "(1/2)"}, {"\u00bc", "(1/4)"}, {"\u00be", "(3/4)"}, {"\u00b5", "\u03bc"},  // micro sign: a Greek mu
    {"\u03c0", " pi "},  // no letter of a name: in "2\u03c0x" it stands beside x
    {"\u212f", "e"},     // script small e
    {"\u00a0", " "},     // no-break space
    {"\u202f", " "},     // narrow no-break space
    {"\u2009", " "},     // thin space
    {"\u200b", ""},      // zero-width space
    {"\u2080", "0"},     {"\u2081", "1"},     {"\u2082", "2"},     {"\u2083", "3"},      {"\u2084", "4"},
    {"\u2085", "5"},     {"\u2086", "6"},     {"\u2087", "7"},     {"\u2088", "8"},      {"\u2089", "9"}};

constexpr std::pair<std::string_view, char> superscripts[] = {
    {"\u2070", '0'}, {"\u00b9", '1'}, {"\u00b2", '2'}, {"\u00b3", '3'}, {"\u2074", '4'}, {"\u2075", '5'},
    {"\u2076", '6'}, {"\u2077", '7'}, {"\u2078", '8'}, {"\u2079", '9'}, {"\u207a", '+'}, {"\u207b", '-'}};

/// The superscript that the text begins with and its length, or 0.
std::pair<char, std::size_t> superscript_at(std::string_view text) {
  for (const auto& [from, to] : superscripts)
    if (text.starts_with(from)) return {to, from.size()};
  return {0, 0};
}

bool is_latin(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// The ASCII character that a full-width one (U+FF01 to U+FF5E) or an italic letter of mathematics (U+1D434 to U+1D467)
/// looks like, and the length of the latter; 0 for others.
std::pair<char, std::size_t> look_alike(std::string_view text) {
  const auto byte = [&](std::size_t k) { return k < text.size() ? static_cast<unsigned char>(text[k]) : 0U; };
  const auto code = [&](std::size_t length) {
    unsigned value = length == 3 ? byte(0) & 0x0fU : byte(0) & 0x07U;
    for (std::size_t k = 1; k < length; ++k) value = value << 6 | (byte(k) & 0x3fU);
    return value;
  };
  if (byte(0) == 0xef && (byte(1) == 0xbc || byte(1) == 0xbd) && code(3) >= 0xff01 && code(3) <= 0xff5e)
    return {static_cast<char>(code(3) - 0xff01 + '!'), 3};
  if (byte(0) != 0xf0 || byte(1) != 0x9d || code(4) < 0x1d434 || code(4) > 0x1d467) return {0, 0};
  const unsigned letter = code(4) - 0x1d434;
  return {static_cast<char>(letter < 26 ? 'A' + letter : 'a' + (letter - 26)), 4};
}

/// The group that a command of TeX takes: what stands in braces, or one character. Empty where there is none.
std::string_view take_group(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  if (text.empty()) return {};
  std::size_t length = 1;
  if (text[0] == '{') {
    for (int depth = 1; depth > 0 && length < text.size(); ++length)
      depth += text[length] == '{' ? 1 : text[length] == '}' ? -1 : 0;
    const std::string_view group = text.substr(1, length - 2);
    text.remove_prefix(length);
    return group;
  }
  const std::string_view group = text.substr(0, length);
  text.remove_prefix(length);
  return group;
}

/// What a TeX command stands for, without its backslash.
std::string tex(std::string_view word) {
  if (word == "cdot" || word == "times") return "*";
  if (word == "div") return "/";
  if (word == "left" || word == "right") return "";
  for (const std::string_view blank : {"quad", "qquad", "displaystyle", "big", "Big", "bigl", "bigr"})
    if (word == blank) return " ";
  return std::string(word);
}

/// Commands that change the letters of the group behind them, not what they mean.
bool is_font(std::string_view command) {
  for (const std::string_view known : {"mathrm", "mathit", "mathbf", "operatorname", "text", "mathsf", "boldsymbol"})
    if (command == known) return true;
  return false;
}

/// The TeX command that the text begins with, in plain characters, and its length.
std::pair<std::string, std::size_t> plain_command(std::string_view text) {
  std::size_t length = 1;
  while (length < text.size() && is_latin(text[length])) ++length;
  const std::string_view command = text.substr(1, length - 1);
  std::string_view groups = text.substr(length);
  const auto taken = [&] { return text.size() - groups.size(); };
  if (command == "frac" || command == "tfrac" || command == "dfrac") {
    const std::string above = plain_text(take_group(groups)), below = plain_text(take_group(groups));
    return {"((" + above + ")/(" + below + "))", taken()};
  }
  if (is_font(command)) return {plain_text(take_group(groups)), taken()};
  if (command == "sqrt" && groups.starts_with('[')) {
    const std::size_t end = std::min(groups.find(']'), groups.size() - 1);
    const std::string order = plain_text(groups.substr(1, end - 1));
    groups.remove_prefix(end + 1);
    return {"((" + plain_text(take_group(groups)) + ")^(1/(" + order + ")))", taken()};
  }
  if (!command.empty()) return {tex(command), length};
  if (text.size() < 2) return {"\\", 1};
  const char sign = text[1];
  if (std::string_view(",;:! ()[]").find(sign) != std::string_view::npos)
    return {" ", 2};  // spaces, and mathematics' borders
  if (sign == '{' || sign == '}') return {std::string(1, sign), 2};
  return {"\\", 1};
}

}  // namespace

std::size_t length_of_letter(std::string_view text) {
  if (text.empty()) return 0;
  if (is_latin(text[0]) || text[0] == '_') return 1;
  const auto byte = [&](std::size_t k) { return k < text.size() ? static_cast<unsigned char>(text[k]) : 0U; };
  // U+0370 to U+03FF
  return (byte(0) == 0xce || byte(0) == 0xcf || (byte(0) == 0xcd && byte(1) >= 0xb0)) && (byte(1) & 0xc0U) == 0x80 ? 2
                                                                                                                   : 0;
}

std::size_t length_of_number(std::string_view text) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const auto digits_from = [&](std::size_t k) {
    while (k < text.size() && is_digit(text[k])) ++k;
    return k;
  };
  const auto is_sign = [&](std::size_t k) { return k < text.size() && (text[k] == '+' || text[k] == '-'); };
  if (text.starts_with("0x")) {
    const std::size_t power = text.find_first_not_of("0123456789abcdefABCDEF.", 2);
    if (power != text.npos && power > 2 && text[power] == 'p') {
      const std::size_t exponent = power + (is_sign(power + 1) ? 2 : 1);
      if (digits_from(exponent) > exponent) return digits_from(exponent);
    }
  }
  std::size_t end = 0;
  bool point = false;
  for (; end < text.size() && (is_digit(text[end]) || text[end] == '.'); ++end) point |= text[end] == '.';
  if (end == 0 || end == text.size()) return end;
  const std::size_t exponent = end + (is_sign(end + 1) ? 2 : 1), last = digits_from(exponent);
  if ((text[end] == 'e' || text[end] == 'E') && last > exponent) return last;
  // Fortran's doubles, in full: 1.5d+10 might as well begin 1.5 times d, but programs print two digits at least.
  const bool word_ends = last == text.size() || length_of_letter(text.substr(last)) == 0;
  const bool fortran = (text[end] == 'd' || text[end] == 'D') && point && is_sign(end + 1) && last >= exponent + 2;
  return fortran && word_ends ? last : end;
}

std::string plain_text(std::string_view text) {
  const auto is_plain = [](char c) { return static_cast<unsigned char>(c) < 0x80 && c != '\\'; };
  std::string plain;
  plain.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    if (is_plain(text[at])) {
      plain += text[at++];
      continue;
    }
    const std::string_view rest = text.substr(at);
    if (rest[0] == '\\') {
      const auto [meaning, length] = plain_command(rest);
      plain += meaning;
      at += length;
      continue;
    }
    if (superscript_at(rest).second > 0) {
      std::string power;
      for (auto next = superscript_at(rest); next.second > 0; next = superscript_at(text.substr(at))) {
        power += next.first;
        at += next.second;
      }
      const bool digits = power.find_first_of("+-") == std::string::npos;
      plain += digits ? '^' + power : "^(" + power + ')';
      continue;
    }
    if (rest.starts_with("\u221a")) {  // a square root, of the number that follows or of parentheses
      at += 3;
      std::size_t end = at;
      while (end < text.size() && ((text[end] >= '0' && text[end] <= '9') || text[end] == '.')) ++end;
      plain += end > at ? " sqrt(" + std::string(text.substr(at, end - at)) + ')' : " sqrt ";
      at = end;
      continue;
    }
    if (const auto [ascii, length] = look_alike(rest); length > 0) {
      plain += ascii;
      at += length;
      continue;
    }
    const auto known = std::find_if(std::begin(replacements), std::end(replacements),
                                    [&](const auto& r) { return rest.starts_with(r.first); });
    if (known != std::end(replacements)) {
      plain += known->second;
      at += known->first.size();
    } else {
      const std::size_t length = std::min(length_of_character(rest), rest.size());
      plain += rest.substr(0, length);
      at += length;
    }
  }
  return plain;
}

namespace {

/// C's mark of a float, "2.0f", becomes a blank, unless f is the only name there is.
void drop_suffixes(std::string& text) {
  std::vector<std::size_t> places;
  bool has_names = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view rest = std::string_view(text).substr(at);
    const std::size_t number = length_of_number(rest);
    if (number > 0) {
      const std::string_view next = rest.substr(number);
      const bool is_decimal = rest.substr(0, number).find('.') != std::string_view::npos;
      const bool has_suffix = is_decimal && !next.empty() && (next[0] == 'f' || next[0] == 'F') &&
                              length_of_letter(next.substr(1)) == 0 && !next.substr(1).starts_with('(') &&
                              (next.size() < 2 || next[1] < '0' || next[1] > '9');
      if (has_suffix) places.push_back(at + number);
      at += number + (has_suffix ? 1 : 0);
      continue;
    }
    const std::size_t letter = length_of_letter(rest);
    has_names |= letter > 0;
    at += std::max<std::size_t>(letter, 1);
  }
  if (!has_names) return;
  for (const std::size_t at : places) text[at] = ' ';
}

}  // namespace

std::string without_eq(std::string text) {
  for (std::size_t at = text.find("Eq("); at != text.npos; at = text.find("Eq(", at)) {
    const std::size_t start = at++;
    if (start > 0 && (length_of_letter(std::string_view(text).substr(start - 1)) > 0 || text[start - 1] == ')'))
      continue;
    std::size_t comma = text.npos, end = start + 3;
    for (int depth = 1; end < text.size(); ++end) {
      const char c = text[end];
      depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
      if (depth == 0) break;
      if (c == ',' && depth == 1) comma = comma == text.npos ? end : 0;  // 0: more than two arguments
    }
    if (end == text.size() || comma == text.npos || comma == 0) continue;
    text[end] = ' ';
    text[comma] = '=';
    text.replace(start, 3, "   ");
  }
  return text;
}

std::string expression_text(std::string_view text) {
  std::string plain = without_eq(plain_text(text));
  std::replace(plain.begin(), plain.end(), '$', ' ');  // TeX's borders of mathematics
  drop_suffixes(plain);
  std::string result;
  result.reserve(plain.size());
  for (std::size_t at = 0; at < plain.size(); ++at) {
    const std::size_t end = plain[at] == '{' && at > 0 && plain[at - 1] == '_' ? plain.find('}', at) : plain.npos;
    if (end != plain.npos) {
      result.append(plain, at + 1, end - at - 1);
      at = end;
    } else {
      result += plain[at] == '{' ? '(' : plain[at] == '}' ? ')' : plain[at];
    }
  }
  return result;
}

}  // namespace vieta::io
