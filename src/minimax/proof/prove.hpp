#pragma once

#include <functional>
#include <string>
#include <vector>

#include "minimax/problem.hpp"

namespace vieta::approximation {

struct proof {
  double bound;  ///< |error| is at most this on all intervals; infinite when that could not be shown
  int boxes = 0;
  std::string note;                  ///< why not
  double largest = 0, worst_at = 0;  ///< of samples: the largest |error|, to nearest, and where
  std::vector<double> larger_at =
      {};  ///< where errors above `largest`, the maximum over points, were met: the last ones
};

/// Bounds the error of these coefficients (decimal texts, taken exactly) over the whole intervals: Taylor models on
/// boxes, cut in two until the bound is within `slack` (relative) of `largest`, the maximum over points. Throws
/// nothing; without Arb the note says so. `effort` > 0 asks for another subdivision with more bits. At samples a ball
/// each is a proof.
proof prove(const problem& p, const std::vector<std::string>& coefficients, double largest, double slack, int effort,
            const std::function<bool()>& must_stop);

}  // namespace vieta::approximation
