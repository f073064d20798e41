#pragma once

#include <cmath>
#include <cstdint>

#include "roots/sweep/scaled.hpp"
#include "vieta/core/dd.hpp"

namespace vieta::near_linear {

/// value * 2^exponent
struct radius_power {
  dd value = dd(1.0);
  std::int64_t exponent = 0;
};

VT_HD radius_power normalised(const dd& value, std::int64_t exponent) {
  int shift = 0;
  std::frexp(value.hi, &shift);
  return {scale(value, scale_by(1.0, -shift)), exponent + shift};
}

VT_HD radius_power product(const radius_power& a, const radius_power& b) {
  return normalised(a.value * b.value, a.exponent + b.exponent);
}

/// base^exponent, exponent >= 0: relative error below exponent * 5 * 2^-106, as every product adds 5 * 2^-106.
VT_HD radius_power power_of(const radius_power& base, std::int64_t exponent) {
  radius_power result, square = base;
  for (; exponent > 0; exponent >>= 1) {
    if ((exponent & 1) != 0) result = product(result, square);
    square = product(square, square);
  }
  return result;
}

}  // namespace vieta::near_linear
