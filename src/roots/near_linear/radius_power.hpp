#pragma once

#include <cmath>
#include <cstdint>

#include "roots/sweep/scaled.hpp"
#include "vieta/core/dd.hpp"
#include "vieta/core/td.hpp"

namespace vieta::near_linear {

/// value * 2^exponent
template <class T>
struct scaled_power {
  T value = T(1.0);
  std::int64_t exponent = 0;
};
using radius_power = scaled_power<dd>;
using long_radius_power = scaled_power<td>;

VT_HD long_radius_power normalised(const td& value, std::int64_t exponent) {
  int shift = 0;
  std::frexp(value.x0, &shift);
  const double scale = scale_by(1.0, -shift);
  return {td(value.x0 * scale, value.x1 * scale, value.x2 * scale), exponent + shift};
}

VT_HD long_radius_power product(const long_radius_power& a, const long_radius_power& b) {
  return normalised(a.value * b.value, a.exponent + b.exponent);
}

/// base^exponent, exponent >= 0: relative error below exponent * 2^-152, as every product adds that. In triple-doubles,
/// so that rounded to double-doubles a power is right to 2^-105 up to an exponent of 2^46.
VT_HD long_radius_power power_of(const long_radius_power& base, std::int64_t exponent) {
  long_radius_power result, square = base;
  for (; exponent > 0; exponent >>= 1) {
    if ((exponent & 1) != 0) result = product(result, square);
    square = product(square, square);
  }
  return result;
}

VT_HD radius_power rounded(const long_radius_power& power) { return {dd(power.value), power.exponent}; }

}  // namespace vieta::near_linear
