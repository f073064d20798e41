#pragma once

#include <functional>

#include "boxes/kernels.hpp"
#include "boxes/problem.hpp"
#include "vieta/boxes.hpp"

namespace vieta::boxes {

/// Systems that share lanes. Results depend on it, in the order of looks, and on nothing else of the schedule.
inline constexpr std::size_t systems_at_once = 256;

/// Solves systems begin .. end - 1, whose views `view` gives; all of this shape. Items go to the end of `result` in the
/// order of the systems. Lanes hold systems of their own; a system that is alone gets all of them. The report's
/// `stopped_by` is "time" where `must_stop` left boxes undecided.
void solve_block(const shape& shape, const view_function& view, std::size_t begin, std::size_t end,
                 const boxes_options& options, const std::function<bool()>& must_stop, boxes_result& result);

}  // namespace vieta::boxes
