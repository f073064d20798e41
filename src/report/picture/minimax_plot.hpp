#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "report/picture/scene.hpp"
#include "vieta/minimax.hpp"

namespace vieta::report {

/// Another curve of errors, and what it is called.
using named_error = std::pair<std::string, std::function<double(double)>>;

/// The function and its stand-in above, the error below with its points of alternation. The functions are asked for
/// values in the intervals only.
scene draw_minimax(const minimax_result& result, const std::function<double(double)>& function,
                   const std::function<double(double)>& approximation, const std::function<double(double)>& error,
                   const std::vector<named_error>& others = {});

/// The same with the functions of the result's own problem, and errors of other stand-ins, given as expressions in x.
scene draw_minimax(const minimax_result& result, const std::vector<std::string>& beside = {});

}  // namespace vieta::report
