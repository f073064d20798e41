#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <type_traits>
#include <utility>

#include "base/number.hpp"
#include "base/run_limits.hpp"
#include "vieta/error.hpp"

namespace vieta {

/// Decimal digits that a solution with 1 to 4 doubles can have.
inline constexpr int digits_of_parts[5] = {0, 14, 30, 45, 60};

/// Within this many times the radius of a proven solution there is no other one: a radius that grows as x is rounded to
/// the digits that it vouches for still belongs to one solution alone.
inline constexpr double isolation = 6;

/// Decimal digits that agree at this relative error, at most `most`; 0 where it is not below 1: infinite, or not a
/// number.
inline int decimal_digits(double relative_error, int most = 99) noexcept {
  return relative_error < 1 ? static_cast<int>(std::min(-std::log10(std::max(relative_error, 1e-99)), 1.0 * most)) : 0;
}

/// "digits: found 61, expected 0 to 60"
template <class T>
[[noreturn]] void refuse_option(const std::string& what, T given, const std::string& expected) {
  std::string found;
  if constexpr (std::is_floating_point_v<T>)
    found = report::shortest(given);
  else
    found = std::to_string(given);
  throw error(what + ": found " + found + ", expected " + expected);
}

/// What `newton` and `solve` ask of `precision`, `digits` and `max_seconds`.
template <class Options>
void check_precision(const Options& options) {
  if (options.precision < 0 || options.precision > 4) refuse_option("precision", options.precision, "0 to 4");
  if (options.digits < 0 || options.digits > digits_of_parts[4]) refuse_option("digits", options.digits, "0 to 60");
  if (options.precision > 0 && options.digits > digits_of_parts[options.precision])
    refuse_option("digits", options.digits,
                  "at most " + std::to_string(digits_of_parts[options.precision]) + " with " +
                      std::to_string(options.precision) + (options.precision == 1 ? " double" : " doubles"));
  run_limits::validate(options.max_seconds);
}

/// {parts, digits}: each where it is given, and else what the other one needs; 15 digits where neither is.
template <class Options>
std::pair<int, int> precision_of(const Options& options) {
  const int digits = options.digits > 0      ? options.digits
                     : options.precision > 0 ? digits_of_parts[options.precision]
                                             : 15;
  int parts = options.precision;
  for (int p = 4; options.precision == 0 && p >= 1; --p)
    if (digits_of_parts[p] >= digits) parts = p;
  return {parts, digits};
}

}  // namespace vieta
