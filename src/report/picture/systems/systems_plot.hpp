#pragma once

#include <string>
#include <vector>

#include "report/picture/scene.hpp"
#include "vieta/newton.hpp"
#include "vieta/solve.hpp"

namespace vieta::report {

/// How each start converged: the size of each step, a line for each start.
scene draw_newton(const newton_result& result, const std::string& title);

/// All coordinates of all solutions in the complex plane, a colour for each variable; of real solutions filled.
scene draw_solutions(const solve_result& result, const std::vector<std::string>& variables, const std::string& title);

}  // namespace vieta::report
