#pragma once

#include "base/team/call.hpp"
#include "solve/track/track_all.hpp"

namespace vieta::tracking {

/// `follow_jobs` by all members of the team `by.on.ranks`: job k is that of rank k mod size, so that easy and hard
/// paths, which lie together, are spread. Each rung of the precision ladder is one such call, so that what fails is
/// dealt anew.
void follow_shared(const homotopy_tape& tape, const tracking_settings& settings, std::size_t count, int rung,
                   const workers& by, const std::function<path_job(std::size_t)>& job,
                   const std::function<void(std::size_t, path_end&&)>& done, const std::function<bool()>& must_stop);
/// For the others.
shared::bytes paths_share(const shared::share& mine);

}  // namespace vieta::tracking
