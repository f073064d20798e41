#include "io/headings.hpp"

#include <algorithm>

#include "io/complex_text.hpp"

namespace vieta::io {

namespace {

bool is_letter_of_heading(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '"'; }

/// "c0", "x^2", "\"name\"": what is no number, and not what programs write in the place of one.
bool is_heading(std::string_view word) {
  exact::real re, im;
  return is_letter_of_heading(word[0]) && !is_not_finite(word) && !parse_complex(word, re, im);
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

}  // namespace vieta::io
