#pragma once

#include "vieta/minimax.hpp"

namespace vieta::approximation {

/// What keeps errors from falling with the degree.
struct obstacle {
  double least_error = 0;  ///< no p of any degree has an error below this: the function jumps
  double jump_at = 0;
  bool has_singular_point = false;  ///< errors fall like a power of the degree in the end, not faster
  double singular_at = 0;
};

/// Of the function in the problem's form, where that is an expression.
obstacle obstacle_of(const minimax_problem& given);

}  // namespace vieta::approximation
