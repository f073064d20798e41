#pragma once

#include <cmath>

#include "vieta/core/config.hpp"
#include "vieta/core/scalar.hpp"

namespace vieta::near_linear {

/// The grid on which the cells of a ring are sampled: points ((i + 1/2) step, (j + 1/2) step), -half_x <= i < half_x,
/// -half_y <= j < half_y.
struct sample_grid {
  double step = 0;
  int half_x = 0, half_y = 0;
  int log2_scale = 0;   ///< powers of u are taken of u / scale
  bool tilted = false;  ///< p (r / x)^centre grows like e^(-tilt w) in the mean, so much that it has to be divided out

  sample_grid() = default;
  /// The function varies on the scale of 1 / spread; roots of a random function are 2 / spread apart. `length`,
  /// `width`: half of the cell's.
  VT_HD sample_grid(double length, double width, double reach, double spread, double tilt, double density) {
    const double longest = max(length, width) / 60, shortest = min(length, width) / 1.5;
    step = min(max(0.8 / (1.7320508 * spread) / density, longest), shortest);
    set_size(length, width);
    log2_scale = static_cast<int>(std::rint(std::log2(reach)));
    tilted = abs(tilt) * step > 0.05;
  }
  /// Steps as long as it takes for no more points than that.
  VT_HD void limit(double length, double width, int most_points) {
    while (points() > most_points && half_x > 2 && half_y > 2) {
      step *= 1.1;
      set_size(length, width);
    }
  }
  VT_HD int points() const { return 4 * half_x * half_y; }

 private:
  VT_HD void set_size(double length, double width) {
    half_x = static_cast<int>(std::ceil(length / step)) + 1;
    half_y = static_cast<int>(std::ceil(width / step)) + 1;
  }
};

}  // namespace vieta::near_linear
