#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "solve/end_points.hpp"
#include "solve/tape/tape.hpp"

namespace vieta::tracking {

/// Those of the ends at infinity that cannot be there, by the equations of their faces; each that was looked at says
/// what they tell.
std::vector<std::size_t> refuted_ends(const homotopy_tape& tape, std::vector<judged_end>& ends,
                                      const std::vector<std::size_t>& among, const std::function<bool()>& must_stop);

/// A solution of a size below `far` could hide there, as far as the path was followed, and it is not known to be
/// infinite.
bool is_near(const judged_end& end, double far);

std::vector<std::size_t> all_of(const std::vector<judged_end>& ends);

}  // namespace vieta::tracking
