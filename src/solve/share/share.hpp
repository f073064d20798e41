#pragma once

#include <functional>

#include "base/team/call.hpp"
#include "vieta/solve_parameters.hpp"

namespace vieta::tracking {

/// What is known of a family beside its equations, where paths begin at points; see start_work.
struct start_manner {
  bool one_family = false, direct = false;
};

/// What `solve_parameters` does, for some of the rows, by one member alone. All values decide the generic instance, so
/// that each member that solves it has the same one.
parameters_report parameters_of_rows(const polynomial_system& system, const parameter_values& values,
                                     const solve_options& options, const team_share& rows,
                                     const std::function<bool(solved_instance&&)>& done, start_manner manner = {});

/// For rank 0: rows dealt in ranges.
parameters_report parameters_shared(const polynomial_system& system, const parameter_values& values,
                                    const solve_options& options, const std::function<bool(solved_instance&&)>& done);
/// For the others.
shared::bytes parameters_share(const shared::share& mine);

}  // namespace vieta::tracking
