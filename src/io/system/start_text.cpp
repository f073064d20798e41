#include <algorithm>
#include <string>

#include "base/message.hpp"
#include "base/plain_text.hpp"
#include "io/system/system_readers.hpp"

namespace vieta::io {
namespace {

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(separator, at), text.size());
    parts.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

/// Blanks stand around signs and before i, as in "1 + 2 i". Between two numbers they would make them one.
std::string without_blanks(std::string_view text) {
  const auto of_number = [](char c) { return (c >= '0' && c <= '9') || c == '.' || c == 'e' || c == 'E'; };
  std::string word;
  bool blank = false;
  for (const char c : text) {
    if (blank && !word.empty() && of_number(word.back()) && of_number(c))
      throw error("found " + in_quotes(text) + ", expected one number between commas");
    blank = c == ' ';
    if (c != ' ' && c != '*') word += c;
  }
  return word;
}

complex<qd> coordinate(std::string_view text) {
  std::string word = without_blanks(text);
  const bool imaginary = !word.empty() && (word.back() == 'i' || word.back() == 'I' || word.back() == 'j');
  if (!imaginary) return {parse_multiple(word), qd(0.0)};
  word.pop_back();
  std::size_t split_at = 0;
  for (std::size_t k = word.size(); k-- > 1;)
    if ((word[k] == '+' || word[k] == '-') && word[k - 1] != 'e' && word[k - 1] != 'E') {
      split_at = k;
      break;
    }
  std::string im = word.substr(split_at);
  if (im.empty() || im == "+" || im == "-") im += '1';
  return {split_at > 0 ? parse_multiple(word.substr(0, split_at)) : qd(0.0), parse_multiple(im)};
}

}  // namespace

std::vector<system_point> read_points_text(std::string_view text, std::string_view name, std::size_t variables) {
  const std::string what(name);
  std::string memory;
  text = in_plain_characters(text, memory);
  std::vector<system_point> points;
  for (const std::string_view point : split(text, ';')) {
    if (point.find_first_not_of(' ') == std::string_view::npos) continue;
    points.emplace_back();
    for (const std::string_view z : split(point, ',')) {
      try {
        points.back().push_back(coordinate(z));
      } catch (const error& problem) {
        throw error(what + ": " + problem.what());
      }
    }
    if (points.back().size() != variables)
      throw error(what + ": found " + std::to_string(points.back().size()) +
                  (points.back().size() == 1 ? " coordinate, expected " : " coordinates, expected ") +
                  std::to_string(variables));
  }
  return points;
}

}  // namespace vieta::io
