#include "solve/track_all.hpp"

#include <algorithm>
#include <atomic>

#include "parallel_for.hpp"

namespace vieta::tracking {

std::vector<path_end> track_all(const homotopy_tape& tape, const std::vector<std::size_t>& which,
                                const std::function<projective_point(std::size_t)>& start,
                                const tracking_settings& settings, int threads, const std::function<bool()>& must_stop,
                                const std::function<void(std::size_t)>& done, const parameter_paths* family) {
  const path_tracker tracker(tape, settings, must_stop);
  std::vector<path_end> ends(which.size());
  std::vector<std::size_t> jobs(which.size());
  for (std::size_t k = 0; k < jobs.size(); ++k) jobs[k] = k;
  for (int rung = 0; rung < 3 && !jobs.empty(); ++rung) {
    const std::size_t share = jobs.size() / (4 * static_cast<std::size_t>(threads));
    parallel_for(jobs.size(), std::clamp<std::size_t>(share, 64, 4096), threads,
                 [&](std::size_t begin, std::size_t end) {
                   tracker.follow(
                       end - begin, rung,
                       [&](std::size_t k) {
                         const std::size_t job = jobs[begin + k];
                         const path_end& last = ends[job];
                         path_job next{which[job], {}, 1, last.steps, last.rejected};
                         if (rung == 0)
                           next.z = start(which[job]);
                         else if (last.status == path_status::limit)
                           next.z = last.last, next.t = last.last_t, next.without_circles = true;
                         else
                           next.z = last.z, next.t = last.t;
                         if (family != nullptr)
                           next.target = family->target(which[job]), next.generic = family->generic;
                         return next;
                       },
                       [&](std::size_t k, path_end&& e) {
                         path_end& old = ends[jobs[begin + k]];
                         if (old.status != path_status::limit || e.status == path_status::arrived) old = std::move(e);
                         if (rung == 0 && done) done(1);
                       });
                 });
    std::erase_if(jobs, [&](std::size_t k) {
      const bool cluster = rung == 0 && ends[k].status == path_status::limit && !ends[k].last.empty();
      return ends[k].status != path_status::starved && !cluster;
    });
  }
  return ends;
}

}  // namespace vieta::tracking
