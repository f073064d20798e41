#pragma once

#include <concepts>
#include <initializer_list>
#include <string>

namespace vieta::report {

// What the tables of all verbs say in the same words.

/// "1 path", "2 paths".
template <std::integral Count>
std::string counted(Count count, const char* one, const char* many) {
  return std::to_string(count) + ' ' + (count == 1 ? one : many);
}

/// Of a batch: "8 polynomials of degree at most 4, 18 roots: 5 ok, 3 with touching roots", as a line; counts of 0 are
/// left out.
struct outcome {
  std::size_t count;
  const char *one, *many;
};
std::string batch_line(std::size_t polynomials, int degree, std::size_t roots, std::initializer_list<outcome> outcomes);

/// Three significant digits: "12.3 us", "4.56 ms", "7.89 s".
std::string duration(double seconds);

/// "the user" or "time", of a report's `stopped_by`.
std::string who_stopped(const std::string& stopped_by);

/// "solved in part: stopped by time", as a line; nothing where nobody stopped it.
std::string stopped_line(const std::string& stopped_by);

}  // namespace vieta::report
