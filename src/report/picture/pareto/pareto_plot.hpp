#pragma once

#include "report/picture/scene.hpp"
#include "vieta/minimax_pareto.hpp"

namespace vieta::report {

/// Cost against error: a line along the efficient variants of each error and constraint.
scene draw_pareto(const pareto_result& result);

}  // namespace vieta::report
