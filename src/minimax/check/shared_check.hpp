#pragma once

#include "base/team/call.hpp"
#include "minimax/check/float_check.hpp"

namespace vieta::approximation {

/// `check_all` by all members of a team: stretches of inputs dealt in ranges. `all` says what came of the device, as
/// float_checks do.
std::vector<worst_input> check_shared(const check_task& task, const target& on, const check_control& control,
                                      std::uint64_t& done, std::uint64_t& left_out, float_checks& all);
/// For the others.
shared::bytes floats_share(const shared::share& mine);

/// One interval of a check, by one member: on a device where that is asked for or pays.
std::vector<worst_input> check_alone(const check_task& task, const target& on, const check_control& control,
                                     const stretch_range& range, std::uint64_t& done, std::uint64_t& left_out,
                                     float_checks& all);

}  // namespace vieta::approximation
