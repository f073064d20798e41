#pragma once

#include <cstdint>

#include "roots/fixed_point/kernels.hpp"

namespace vieta {

/// Coefficients in fixed point on the device, and which those are: (exponent, floor) is theirs alone.
struct device_chart {
  digit_rows rows;
  std::int64_t row_count = 0, digit_count = 0;
  std::int64_t exponent = 0, floor = 0;
  std::int32_t highest_digit = 0;
};

/// A point as in short_points, for the rows of one chart.
struct device_point {
  double a = 0, b = 0, slope = 0;
  std::int32_t form = 0;  ///< short_form
  std::int32_t base = 0, highest = 0, lowest = 0;
  std::int32_t chart = 0;  ///< which of those that are given
  std::int32_t digits =
      0;  ///< places that every sum on the way takes from its end on, as far as one can tell beforehand
};

/// As short_sums. Not `done`: the sum took more places than there were.
struct device_sum {
  double re = 0, im = 0;
  std::int32_t re_digit = 0, im_digit = 0;
  std::int32_t done = 0;
};

}  // namespace vieta
