#pragma once

#include <concepts>
#include <string>

namespace vieta::report {

// What the tables of all verbs say in the same words.

/// "1 path", "2 paths".
template <std::integral Count>
std::string counted(Count count, const char* one, const char* many) {
  return std::to_string(count) + ' ' + (count == 1 ? one : many);
}

/// Three significant digits: "12.3 us", "4.56 ms", "7.89 s".
std::string duration(double seconds);

/// "the user" or "time", of a report's `stopped_by`.
std::string who_stopped(const std::string& stopped_by);

/// "solved in part: stopped by time", as a line; nothing where nobody stopped it.
std::string stopped_line(const std::string& stopped_by);

}  // namespace vieta::report
