#pragma once

#include <functional>
#include <span>
#include <vector>

#include "base/team/call.hpp"
#include "vieta/boxes.hpp"

namespace vieta::boxes {

/// For rank 0: `alike` lists the systems of each shape, in their order. They are dealt in ranges of whole blocks of
/// `systems_at_once`, so that each shares its lanes with those that it would share them with on one rank. `first` of
/// the result lacks its last number, and the report what the whole call has to say. `alone` solves rank 0's own.
boxes_result solve_shared(std::span<const box_system> systems, const std::vector<std::vector<std::size_t>>& alike,
                          const boxes_options& options,
                          const std::function<boxes_result(std::span<const box_system>)>& alone);
/// For the others.
shared::bytes solve_share(const shared::share& mine);

}  // namespace vieta::boxes
