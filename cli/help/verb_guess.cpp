#include "help/verb_guess.hpp"

#include <algorithm>
#include <set>
#include <string_view>

#include "base/plain_text.hpp"
#include "input/input.hpp"

namespace vieta::cli {

std::string verb_for(const std::string& typed) {
  if (is_list(typed)) return "roots";
  if (!is_expression(typed)) return "";
  const std::set<std::string_view> functions = {"sin", "cos", "tan", "asin", "acos",  "atan", "sinh", "cosh", "tanh",
                                                "exp", "log", "ln",  "log2", "log10", "abs",  "erf",  "cbrt", "sign"};
  const std::set<std::string_view> numbers = {"i", "I", "j", "im", "pi", "e", "sqrt"};
  const std::string plain = io::plain_text(typed);
  const std::string_view text = plain;
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  std::set<std::string_view> variables;
  std::string_view first;
  bool calls_function = false;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    for (std::size_t length = 1; end < text.size() && length > 0; end += length)
      length = end > at && is_digit(text[end]) ? 1 : io::length_of_letter(text.substr(end));
    const std::string_view word = text.substr(at, end - at);
    const bool of_number = at > 0 && (is_digit(text[at - 1]) || text[at - 1] == '.') && end < text.size() &&
                           (word == "e" || word == "E") &&
                           (is_digit(text[end]) || text[end] == '-' || text[end] == '+');
    calls_function = calls_function || functions.contains(word);
    if (functions.contains(word)) {
      at = end;
      continue;
    }
    if (!word.empty() && !numbers.contains(word) && !of_number) variables.insert(word);
    if (first.empty()) first = word;
    at = std::max(end, at + 1);
  }
  const std::size_t end_of_all = text.find_last_not_of("; \t\n");
  const bool equations = text.find_first_of(";,\n") < end_of_all;
  // "p(x) =" and "y =" say what is defined.
  const std::size_t sign = text.find('=');
  const bool defines = sign != std::string::npos && text.find_first_not_of(' ', first.size()) == sign;
  const bool function = sign != std::string::npos && !first.empty() && text.substr(first.size()).starts_with('(');
  // "y = sin(x)" defines a function; "cos(a) + cos(b) = 1; sin(a) = sin(b)" are equations.
  const bool has_equations = sign != std::string::npos && text.find(';') < end_of_all;
  if (calls_function) return has_equations ? "solve" : "minimax";
  return equations || (variables.size() > 1 && !(variables.size() == 2 && (defines || function))) ? "solve" : "roots";
}

bool is_signed_text(const std::string& text) {
  if (text.size() < 2 || text[0] != '-' || text[1] == '-') return false;
  const bool number = (text[1] >= '0' && text[1] <= '9') || text[1] == '.' || text[1] == '(';
  if (!number && text.find_first_of("^*(+-/ ", 1) == text.npos) return false;
  return is_list(text) || is_expression(text);
}

}  // namespace vieta::cli
