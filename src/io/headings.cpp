#include "io/headings.hpp"

#include <algorithm>
#include <string>

#include "base/message.hpp"
#include "io/complex_text.hpp"

namespace vieta::io {

namespace {

bool begins_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

/// What programs write where there is no number; and no expression is a name, but f(x) is one.
bool stands_for_a_number(std::string_view word) {
  for (const std::string_view known : {"NA", "N/A", "NULL", "null", "None", "pi", "missing"})
    if (word == known) return true;
  const std::size_t open = word.find('(');
  return word.find_first_of("+-*/=") != word.npos || (open + 1 < word.size() && !begins_name(word[open + 1]));
}

/// "c0", "x^2", "\"name\"": what is no number, and not what programs write in the place of one.
bool is_heading(std::string_view word) {
  exact::real re, im;
  if (word[0] == '"') return word.size() < 3 || !parse_complex(word.substr(1, word.find('"', 1) - 1), re, im);
  return begins_name(word[0]) && !is_not_finite(word) && !parse_complex(word, re, im) && !stands_for_a_number(word);
}

}  // namespace

std::size_t length_of_headings(std::string_view text) {
  constexpr std::string_view blank = " \t\r,;";
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, std::min(end, text.find('#', at)) - at);
    const std::size_t next = std::min(end + 1, text.size());
    std::size_t words = 0;
    for (std::size_t k = line.find_first_not_of(blank); k != line.npos; ++words) {
      const std::size_t last = std::min(line.find_first_of(blank, k), line.size());
      if (!is_heading(line.substr(k, last - k))) return 0;
      k = line.find_first_not_of(blank, last);
    }
    // The one that a file may have, and only where something follows it.
    if (words > 0) return text.find_first_not_of(" \t\r\n", next) == text.npos ? 0 : next;
    at = next;
  }
  return 0;
}

bool are_descending(std::string_view headings) {
  constexpr std::string_view between = " \t\r\n,;\"";
  long last = -1;
  std::size_t count = 0;
  for (std::size_t k = headings.find_first_not_of(between); k != headings.npos;) {
    const std::size_t end = std::min(headings.find_first_of(between, k), headings.size());
    const std::string_view word = headings.substr(k, end - k);
    const std::size_t digits = word.find_last_not_of("0123456789") + 1;
    if (digits == word.size() || word.size() - digits > 4) return false;
    const long number = std::stol(std::string(word.substr(digits)));
    if (count > 0 && number != last - 1) return false;
    last = number, ++count;
    k = headings.find_first_not_of(between, end);
  }
  return count > 1;
}

void refuse_errors_of_spreadsheets(std::string_view text, std::string_view name) {
  for (std::size_t at = text.find('#'); at != text.npos; at = text.find('#', at)) {
    for (const std::string_view known : {"#N/A", "#DIV/0!", "#REF!", "#VALUE!", "#NUM!", "#NAME?", "#NULL!"})
      if (text.substr(at).starts_with(known))
        fail(name,
             1 + static_cast<std::size_t>(
                     std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n')),
             in_quotes(known), "a number: this is an error of a spreadsheet");
    at = std::min(text.find('\n', at), text.size());  // the rest of a comment
  }
}

}  // namespace vieta::io
