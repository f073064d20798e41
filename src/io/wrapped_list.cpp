#include "io/wrapped_list.hpp"

#include <algorithm>

#include "io/complex_text.hpp"

namespace vieta::io {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

/// A part of a text, by its first and last places, from which signs are taken off at either end.
class inner_text {
 public:
  explicit inner_text(std::string_view text) : text_(text), last_(text.size()) { trim(); }

  [[nodiscard]] std::string_view view() const { return text_.substr(first_, last_ - first_); }
  [[nodiscard]] std::size_t first() const { return first_; }

  bool take_last(char c) {
    if (view().empty() || view().back() != c) return false;
    --last_;
    trim();
    return true;
  }
  void take_first(std::size_t length) {
    first_ += length;
    trim();
  }
  void keep_first(std::size_t length) {
    last_ = first_ + length;
    trim();
  }
  bool take_brackets(char open, char close) {
    if (view().size() < 2 || view().front() != open || view().back() != close) return false;
    ++first_, --last_;
    trim();
    return true;
  }

 private:
  void trim() {
    const auto is_blank = [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); };
    while (first_ < last_ && is_blank(text_[first_])) ++first_;
    while (first_ < last_ && is_blank(text_[last_ - 1])) --last_;
  }

  std::string_view text_;
  std::size_t first_ = 0, last_;
};

/// "p =", "const float c[3] =", "auto p:list[float] =": what stands before the brackets in a definition.
void take_definition(inner_text& text) {
  const std::size_t equals = text.view().find('=');
  if (equals == std::string_view::npos || !is_letter(text.view()[0])) return;
  const std::string_view head = text.view().substr(0, equals);
  const bool is_declaration = std::all_of(head.begin(), head.end(), [](char c) {
    return is_letter(c) || is_digit(c) || std::string_view(" []*:<>").find(c) != std::string_view::npos;
  });
  const std::size_t next = text.view().find_first_not_of(" \t\r\n", equals + 1);
  if (is_declaration && next != std::string_view::npos &&
      (text.view()[next] == '[' || text.view()[next] == '{' || is_letter(text.view()[next])))
    text.take_first(equals + 1);
}

bool is_part_of_number(char c) { return std::string_view(",; \t\r\n").find(c) == std::string_view::npos; }

enum class function { none, ascending, descending };

/// Functions of NumPy, MATLAB and their like whose argument is a list of coefficients, by the last part of the name.
function function_named(std::string_view name) {
  name = name.substr(name.rfind('.') + 1);
  for (const std::string_view known : {"roots", "poly1d"})
    if (name == known) return function::descending;
  for (const std::string_view known : {"array", "asarray", "tensor", "list", "tuple", "Polynomial", "polyroots"})
    if (name == known) return function::ascending;
  return function::none;
}

/// "np.array(" ... ", dtype=float32)". False where a function is not known.
bool take_functions(inner_text& text, bool& is_descending) {
  while (!text.view().empty() && is_letter(text.view()[0])) {
    std::size_t length = 0;
    const auto in_name = [](char c) { return is_letter(c) || is_digit(c) || c == '.'; };
    while (length < text.view().size() && in_name(text.view()[length])) ++length;
    const function what = function_named(text.view().substr(0, length));
    if (what == function::none) return false;
    is_descending |= what == function::descending;
    text.take_first(length);
    if (!text.take_brackets('(', ')')) return false;
    const std::size_t type = text.view().find("dtype");
    if (type != std::string_view::npos) {
      text.keep_first(type);
      if (!text.take_last(',')) return false;
    }
  }
  return true;
}

/// Whether JSON reads this as an array of numbers: no dot at an end of one, no complex ones, no comma at the end.
bool is_json(std::string_view inside) {
  if (inside.find_first_not_of("0123456789+-.eE, \t\r\n") != inside.npos || inside.empty() || inside.back() == ',')
    return false;
  if (inside.find(',') == inside.npos) return false;
  for (std::size_t k = inside.find('.'); k != inside.npos; k = inside.find('.', k + 1))
    if (k == 0 || !is_digit(inside[k - 1]) || k + 1 == inside.size() || !is_digit(inside[k + 1])) return false;
  return true;
}

}  // namespace

bool has_rows(std::string_view numbers) {
  bool semicolon = false, number = false, in_number = false, several = false;
  for (const char c : numbers) {
    const bool starts = !in_number && is_part_of_number(c);
    several |= starts && number;
    number |= starts;
    in_number = is_part_of_number(c);
    if (c == ';') semicolon = true, number = false;
  }
  return semicolon && several;
}

std::optional<unwrapped_list> unwrap_list(std::string_view text) {
  inner_text inside(text);
  const std::string_view given = inside.view();
  if (given.empty()) return std::nullopt;
  const bool is_wrapped = is_letter(given[0]) || std::string_view("[{(").find(given[0]) != std::string_view::npos;
  if (!is_wrapped && given.find_first_of("fF") == given.npos) return std::nullopt;  // most files
  while (inside.take_last(';')) {
  }
  bool is_descending = false;
  take_definition(inside);
  if (!take_functions(inside, is_descending)) return std::nullopt;
  const bool is_whole = inside.view() == given && !given.empty() && given[0] == '[';
  const bool in_parentheses = !inside.view().empty() && inside.view()[0] == '(';
  const bool brackets =
      inside.take_brackets('[', ']') || inside.take_brackets('{', '}') || inside.take_brackets('(', ')');
  const std::string_view numbers = inside.view();
  if (numbers.empty() || numbers.find_first_not_of("0123456789+-.eEdDiIjJfFnNaAtTyYxXpP/,; \t\r\n") != numbers.npos)
    return std::nullopt;
  if (has_rows(numbers)) return std::nullopt;
  if (brackets && is_whole && is_json(numbers)) return std::nullopt;

  std::string plain(text.size(), ' ');
  for (std::size_t k = 0; k < text.size(); ++k)
    if (text[k] == '\n') plain[k] = '\n';
  std::size_t count = 0;
  bool suffixes = false;
  constexpr std::string_view between = ",; \t\r\n";
  for (std::size_t at = 0; at < numbers.size();) {
    const std::size_t end = std::min(numbers.find_first_of(between, at), numbers.size());
    std::string_view word = numbers.substr(at, end - at);
    const bool has_suffix = word.size() > 1 && (word.back() == 'f' || word.back() == 'F') &&
                            word.find('.') != word.npos && !word.starts_with("0x");
    if (has_suffix) word.remove_suffix(1);
    exact::real re, im;
    if (!word.empty()) {
      if (!parse_complex(word, re, im) && !is_not_finite(word)) return std::nullopt;
      ++count;
      std::copy(word.begin(), word.end(), plain.begin() + static_cast<std::ptrdiff_t>(inside.first() + at));
      suffixes |= has_suffix;
    }
    if (end < numbers.size() && numbers[end] == ',') plain[inside.first() + end] = ',';
    at = end + 1;
  }
  // "(1,2)" is a complex number.
  if ((!brackets && !suffixes) || count < (in_parentheses && !is_descending ? 3U : 1U)) return std::nullopt;
  return unwrapped_list{std::move(plain), is_descending};
}

std::string_view without_quotes(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n"), last = text.find_last_not_of(" \t\r\n");
  if (first == text.npos || first == last || (text[first] != '\'' && text[first] != '"')) return text;
  const bool is_pair = text.find(text[first], first + 1) == last;
  return is_pair ? text.substr(first + 1, last - first - 1) : text;
}

}  // namespace vieta::io
