#pragma once

#include <functional>
#include <string>

#include "report/picture/scene.hpp"
#include "vieta/minimax.hpp"

namespace vieta::report {

/// The function and its stand-in above, the error below with its points of alternation. The functions are asked for
/// values in the intervals only.
scene draw_minimax(const minimax_result& result, const std::function<double(double)>& function,
                   const std::function<double(double)>& approximation, const std::function<double(double)>& error);

/// The same with the functions of the result's own problem.
scene draw_minimax(const minimax_result& result);

}  // namespace vieta::report
