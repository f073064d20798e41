#pragma once

#include <functional>
#include <span>

#include "base/team/call.hpp"
#include "vieta/newton.hpp"

namespace vieta::systems {

/// For rank 0: starts dealt in ranges, `path` for a homotopy from each. `alone` has those of rank 0.
newton_result newton_shared(const polynomial_system& system, std::span<const system_point> starts,
                            const newton_options& options, const homotopy_options* path,
                            const std::function<newton_result(std::span<const system_point>)>& alone);
/// For the others.
shared::bytes newton_share(const shared::share& mine);

}  // namespace vieta::systems
