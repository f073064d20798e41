#pragma once

#include <functional>

#include "boxes/problem.hpp"

namespace vieta::boxes {

/// Traces the curves of a system of n - 1 equations in n = 2 .. 4 variables, all of its degrees brought to those of the
/// shape. Items go to the end of `result`, as in `solve_block`.
void solve_curves(const shape& form, const box_system& system, const boxes_options& options,
                  const std::function<bool()>& must_stop, boxes_result& result);

}  // namespace vieta::boxes
