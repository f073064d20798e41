#include "io/complex_text.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace vieta::io {

namespace {

std::string_view trimmed(std::string_view text) {
  const char* const blank = " \t\r\n";
  const auto first = text.find_first_not_of(blank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blank) - first + 1);
}

/// Where the imaginary part of "1e-5+2i" begins: the last sign that is not the sign of an exponent.
std::size_t start_of_imaginary_part(std::string_view text) {
  for (std::size_t k = text.size(); k-- > 1;) {
    const bool sign = text[k] == '+' || text[k] == '-';
    const bool hexadecimal = text.find('x') != std::string_view::npos || text.find('X') != std::string_view::npos;
    const std::string_view letters = hexadecimal ? "pP" : "eEdD";  // of exponents
    if (sign && letters.find(text[k - 1]) == std::string_view::npos) return k;
  }
  return 0;
}

bool parse_sum(std::string_view text, exact::real& re, exact::real& im) {
  constexpr std::string_view minus = "\u2212";  // of typography
  if (const std::size_t at = text.find(minus); at != text.npos)
    return parse_sum(std::string(text.substr(0, at)) + '-' + std::string(text.substr(at + minus.size())), re, im);
  if (text.empty()) return false;
  if (text.ends_with("im")) text.remove_suffix(1);  // Julia
  if (text.back() != 'i' && text.back() != 'j') {
    if (!exact::parse_real(text, re)) return false;
    im = {};
    return true;
  }
  text.remove_suffix(1);
  const std::size_t split = start_of_imaginary_part(text);
  std::string_view factor = text.substr(split);
  if (factor.empty() || factor == "+" || factor == "-") factor = factor == "-" ? "-1" : "1";
  exact::real real_part, imaginary_part;
  if (split > 0 && !exact::parse_real(text.substr(0, split), real_part)) return false;
  if (!exact::parse_real(factor, imaginary_part)) return false;
  re = std::move(real_part);
  im = std::move(imaginary_part);
  return true;
}

}  // namespace

bool parse_complex(std::string_view text, exact::real& re, exact::real& im) {
  if (text.empty() || text.front() != '(') return parse_sum(text, re, im);
  if (text.size() < 2 || text.back() != ')') return false;
  text = text.substr(1, text.size() - 2);
  const auto comma = text.find(',');
  if (comma == std::string_view::npos) return parse_sum(trimmed(text), re, im);
  exact::real real_part, imaginary_part;
  if (!exact::parse_real(trimmed(text.substr(0, comma)), real_part)) return false;
  if (!exact::parse_real(trimmed(text.substr(comma + 1)), imaginary_part)) return false;
  re = std::move(real_part);
  im = std::move(imaginary_part);
  return true;
}

bool is_not_finite(std::string_view word) {
  if (!word.empty() && (word.back() == 'i' || word.back() == 'j')) word.remove_suffix(1);
  const auto is = [&](std::string_view lower) {
    return std::equal(word.begin(), word.end(), lower.begin(), lower.end(),
                      [](char a, char b) { return a == b || (a >= 'A' && a <= 'Z' && a - 'A' + 'a' == b); });
  };
  return is("nan") || is("inf") || is("infinity");
}

}  // namespace vieta::io
