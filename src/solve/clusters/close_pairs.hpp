#pragma once

#include <functional>
#include <vector>

#include "newton/iteration.hpp"
#include "solve/end_points.hpp"
#include "solve/tape/terms.hpp"

namespace vieta::tracking {

/// Looks at singular ends that two paths have, or one beside a simple solution that is as near: where two simple
/// solutions are proven there (look_at_fold), they take their place; where it is a double point, the ends say so.
void part_close_pairs(const systems::session& with, const std::vector<std::vector<plain_term>>& equations,
                      std::vector<judged_end>& ends, const std::function<bool()>& must_stop);

}  // namespace vieta::tracking
