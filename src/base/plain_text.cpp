#include "base/plain_text.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/expression/two_readings.hpp"
#include "base/message.hpp"

namespace vieta::io {

namespace {

constexpr std::pair<std::string_view, std::string_view> replacements[] = {
    {"\u2212", "-"},       // minus sign
    {"\u2013", "-"},       // en dash, into which word processors turn a minus
    {"\u2014", "-"},       // em dash
    {"\u2219", "*"},       // bullet operator
    {"\u00d7", "*"},       // multiplication sign
    {"\u00b7", "*"},       // middle dot
    {"\u22c5", "*"},       // dot operator
    {"\u2217", "*"},       // asterisk operator
    {"\u00f7", "/"},       // division sign
    {"\u2215", "/"},       // division slash
    {"\u2044", "/"},       // fraction slash
    {"\u00b5", "\u03bc"},  // micro sign: a Greek mu
    {"\u03c0", " pi "},    // no letter of a name: in "2\u03c0x" it stands beside x
    {"\u212f", "e"},       // script small e
    {"\u00a0", " "},       // no-break space
    {"\u202f", " "},       // narrow no-break space
    {"\u2009", " "},       // thin space
    {"\u200b", ""},        // zero-width space
    {"\ufeff", ""}};       // the mark that some editors begin a text with

constexpr std::pair<std::string_view, std::string_view> fractions[] = {
    {"\u00bd", "1/2"}, {"\u00bc", "1/4"}, {"\u00be", "3/4"}, {"\u2150", "1/7"}, {"\u2151", "1/9"}, {"\u2152", "1/10"},
    {"\u2153", "1/3"}, {"\u2154", "2/3"}, {"\u2155", "1/5"}, {"\u2156", "2/5"}, {"\u2157", "3/5"}, {"\u2158", "4/5"},
    {"\u2159", "1/6"}, {"\u215a", "5/6"}, {"\u215b", "1/8"}, {"\u215c", "3/8"}, {"\u215d", "5/8"}, {"\u215e", "7/8"}};

constexpr std::pair<std::string_view, char> superscripts[] = {
    {"\u2070", '0'}, {"\u00b9", '1'}, {"\u00b2", '2'}, {"\u00b3", '3'}, {"\u2074", '4'}, {"\u2075", '5'},
    {"\u2076", '6'}, {"\u2077", '7'}, {"\u2078", '8'}, {"\u2079", '9'}, {"\u207a", '+'}, {"\u207b", '-'}};

/// The superscript that the text begins with and its length, or 0.
std::pair<char, std::size_t> superscript_at(std::string_view text) {
  for (const auto& [from, to] : superscripts)
    if (text.starts_with(from)) return {to, from.size()};
  return {0, 0};
}

/// The digit of the subscript that the text begins with, U+2080 to U+2089; 0 for another text.
char subscript_at(std::string_view text) {
  if (text.size() < 3 || !text.starts_with("\xe2\x82")) return 0;
  const auto last = static_cast<unsigned char>(text[2]);
  return last >= 0x80 && last <= 0x89 ? static_cast<char>(last - 0x80 + '0') : '\0';
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }
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
  if (text[0] == '\\')
    while (length < text.size() && is_latin(text[length])) ++length;
  const std::string_view group = text.substr(0, length);
  text.remove_prefix(length);
  return group;
}

/// Commands that are the words of functions and letters.
bool is_word(std::string_view command) {
  for (const std::string_view known :
       {"sin",     "cos",        "tan",      "arcsin", "arccos", "arctan",  "sinh",  "cosh",   "tanh",
        "exp",     "log",        "ln",       "min",    "max",    "alpha",   "beta",  "gamma",  "delta",
        "epsilon", "zeta",       "eta",      "theta",  "iota",   "kappa",   "mu",    "lambda", "nu",
        "xi",      "pi",         "rho",      "sigma",  "tau",    "upsilon", "phi",   "chi",    "psi",
        "omega",   "varepsilon", "vartheta", "varrho", "varphi", "Gamma",   "Delta", "Theta",  "Lambda",
        "Xi",      "Sigma",      "Upsilon",  "Phi",    "Psi",    "Omega",   "ell",   "hbar"})
    if (command == known) return true;
  return false;
}

/// What a TeX command stands for, without its backslash; with it where it is not known.
std::string tex(std::string_view word) {
  if (word == "cdot" || word == "times" || word == "ast") return "*";
  if (word == "lvert" || word == "rvert" || word == "vert") return "|";
  if (word == "div") return "/";
  if (word == "left" || word == "right") return "";
  for (const std::string_view blank : {"quad", "qquad", "displaystyle", "textstyle", "big", "Big", "bigg", "Bigg",
                                       "bigl", "bigr", "Bigl", "Bigr", "biggl", "biggr"})
    if (word == blank) return " ";
  return is_word(word) ? std::string(word) : '\\' + std::string(word);
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
  if (is_font(command)) {
    std::string letters = plain_text(take_group(groups));
    return {std::move(letters), taken()};
  }
  if (command == "sqrt" && groups.starts_with('[')) {
    const std::size_t end = std::min(groups.find(']'), groups.size() - 1);
    const std::string order = plain_text(groups.substr(1, end - 1));
    groups.remove_prefix(end + 1);
    return {"((" + plain_text(take_group(groups)) + ")^(1/(" + order + ")))", taken()};
  }
  if (command == "sqrt") {
    const std::string under = plain_text(take_group(groups));
    return {"sqrt(" + under + ')', taken()};
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

namespace {

/// A fraction behind a whole number is added to it; behind anything else that a number or a name ends with it has no
/// one reading and stays as it is.
void append_fraction(std::string& plain, std::string_view fraction, std::string_view given) {
  std::size_t first = plain.size();
  while (first > 0 && is_digit(plain[first - 1])) --first;
  const bool behind_letter =
      first > 0 && (is_latin(plain[first - 1]) || plain[first - 1] == '_' || plain[first - 1] == '.' ||
                    static_cast<unsigned char>(plain[first - 1]) >= 0x80);
  const std::size_t last = plain.find_last_not_of(' ');
  const bool behind_blank =
      first == plain.size() && last != plain.npos && last + 1 < plain.size() && is_digit(plain[last]);
  if (behind_blank || (first < plain.size() && behind_letter)) {
    plain += given;
  } else if (first == plain.size()) {
    plain += '(' + std::string(fraction) + ')';
  } else {
    plain.insert(first, "(");
    plain += '+' + std::string(fraction) + ')';
  }
}

/// Puts a blank between two words that TeX or a font keeps apart.
void append_word(std::string& plain, std::string_view word) {
  const bool in_name = !plain.empty() && (is_latin(plain.back()) || static_cast<unsigned char>(plain.back()) >= 0x80 ||
                                          (is_digit(plain.back()) && plain.size() > 1));
  if (in_name && length_of_letter(word) > 0) plain += ' ';
  plain += word;
}

/// Whether a letter or a digit comes next, which would grow together with what stands before it.
bool grows(std::string_view rest) {
  return !rest.empty() && (rest[0] != '_' && (length_of_letter(rest) > 0 || is_digit(rest[0]) || rest[0] == '.'));
}

}  // namespace

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
      append_word(plain, meaning);
      at += length;
      // "\\cos\\theta", "\\mathrm{i}x": no one word.
      if (!meaning.empty() && length_of_letter(meaning) > 0 && grows(text.substr(at))) plain += ' ';
      continue;
    }
    if (superscript_at(rest).second > 0) {
      std::string power;
      for (auto next = superscript_at(rest); next.second > 0; next = superscript_at(text.substr(at))) {
        power += next.first;
        at += next.second;
      }
      // In parentheses what follows does not become a part of it: x\u00b23 is no power 23.
      const bool digits = power.find_first_of("+-") == std::string::npos && !grows(text.substr(at));
      plain += digits ? '^' + power : "^(" + power + ')';
      continue;
    }
    if (subscript_at(rest) != 0) {
      for (char digit = subscript_at(rest); digit != 0; digit = subscript_at(text.substr(at))) plain += digit, at += 3;
      if (grows(text.substr(at))) plain += ' ';  // the name ends with its index
      continue;
    }
    const auto fraction = std::find_if(std::begin(fractions), std::end(fractions),
                                       [&](const auto& r) { return rest.starts_with(r.first); });
    if (fraction != std::end(fractions)) {
      append_fraction(plain, fraction->second, fraction->first);
      at += fraction->first.size();
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

std::string_view in_plain_characters(std::string_view text, std::string& memory) {
  const auto beyond_ascii = [](char c) { return static_cast<unsigned char>(c) >= 0x80; };
  if (std::none_of(text.begin(), text.end(), beyond_ascii)) return text;
  memory = plain_text(text);
  return memory;
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

namespace {

/// What people put around a whole text: quotes and backticks become blanks.
void drop_quotes(std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n"), last = text.find_last_not_of(" \t\r\n");
  if (first == last || text[first] != text[last] ||
      std::string_view("'\"`").find(text[first]) == std::string_view::npos)
    return;
  if (text.find(text[first], first + 1) == last) text[first] = text[last] = ' ';
}

/// MATLAB's signs for each entry, ".*", "./" and ".^", are those of numbers; Python's modules and C's constants are the
/// names in them: "np.pi", "M_PI".
void drop_dots(std::string& text) {
  for (std::size_t at = text.find('.'); at != text.npos && at + 1 < text.size(); at = text.find('.', at + 1))
    if (std::string_view("*/^").find(text[at + 1]) != std::string_view::npos) text[at] = ' ';
  for (const std::string_view word : {"np.", "numpy.", "math.", "Math.", "M_PI"})
    for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
      const std::string_view rest = std::string_view(text).substr(at + word.size());
      const bool begins = at == 0 || (!is_latin(text[at - 1]) && text[at - 1] != '_');
      if (begins && word == "M_PI" && length_of_letter(rest) == 0 && (rest.empty() || !is_digit(rest[0])))
        text.replace(at, word.size(), "pi  ");
      else if (begins && word != "M_PI" && length_of_letter(rest) > 0)
        text.replace(at, word.size(), std::string(word.size(), ' '));
    }
}

}  // namespace

std::string expression_text(std::string_view text, std::string_view name) {
  expression::refuse_two_readings(text, name);
  std::string plain = without_eq(plain_text(text));
  std::replace(plain.begin(), plain.end(), '$', ' ');  // TeX's borders of mathematics
  drop_quotes(plain);
  drop_suffixes(plain);
  drop_dots(plain);
  std::string result;
  result.reserve(plain.size());
  for (std::size_t at = 0; at < plain.size(); ++at) {
    const std::size_t end = plain[at] == '{' && at > 0 && plain[at - 1] == '_' ? plain.find('}', at) : plain.npos;
    if (end != plain.npos) {
      result.append(plain, at + 1, end - at - 1);
      at = end;
      if (grows(std::string_view(plain).substr(at + 1))) result += ' ';  // the name ends with its index
    } else {
      result += plain[at] == '{' ? '(' : plain[at] == '}' ? ')' : plain[at];
    }
  }
  return result;
}

}  // namespace vieta::io
