#include "solve/track/track_all.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/parallel_for.hpp"
#include "solve/track/device_tracker.hpp"
#include "solve/track/shared_paths.hpp"

namespace vieta::tracking {

namespace {

/// Whether a path with a limit, followed on to `later`, went elsewhere. A system whose coefficients are rounded is
/// close to one with a set of solutions, and the path stays at a point of the set until t is as small as that distance.
/// With c loops it nears its limit like t^(1/c).
bool left_its_limit(const path_end& limit, const path_end& later) {
  const auto at = [](const path_end& e, std::size_t v) {
    const complex<qd> x = e.z[v] / e.z[0];
    return complex<double>{x.re.x0, x.im.x0};
  };
  double size = 0, distance = 0;
  for (std::size_t v = 0; v < limit.z.size(); ++v) {
    size = std::max(size, abs(at(limit, v)));
    distance = std::max(distance, abs(at(later, v) - at(limit, v)));
  }
  const double nearer = std::pow(later.t / limit.last_t, 1.0 / static_cast<double>(limit.winding));
  return distance > size * (1e-6 + 100 * limit.accuracy + 10 * nearer);
}

}  // namespace

void follow_jobs(const homotopy_tape& tape, const tracking_settings& settings, std::size_t count, int rung,
                 const workers& by, const std::function<path_job(std::size_t)>& job,
                 const std::function<void(std::size_t, path_end&&)>& done, const std::function<bool()>& must_stop) {
  if (shared::is_shared(by.on) && count >= 2 * static_cast<std::size_t>(by.on.ranks->size())) {
    follow_shared(tape, settings, count, rung, by, job, done, must_stop);
    return;
  }
  if (by.device && rung == 0) {
    follow_on_cuda(tape, settings, by.on, count, by.threads, job, done, must_stop);
    return;
  }
  const path_tracker tracker(tape, settings, must_stop);
  const std::size_t share = count / (4 * static_cast<std::size_t>(by.threads));
  parallel_for(count, std::clamp<std::size_t>(share, 64, 4096), by.threads, [&](std::size_t begin, std::size_t end) {
    tracker.follow(
        end - begin, rung, [&](std::size_t k) { return job(begin + k); },
        [&](std::size_t k, path_end&& e) { done(begin + k, std::move(e)); });
  });
}

std::vector<path_end> track_all(const homotopy_tape& tape, const std::vector<std::size_t>& which,
                                const std::function<projective_point(std::size_t)>& start,
                                const tracking_settings& settings, const workers& given,
                                const std::function<bool()>& must_stop, const std::function<void(std::size_t)>& done,
                                const parameter_paths* family,
                                const std::function<bool(const std::vector<path_end>&)>& enough) {
  workers by = given;
  if (family != nullptr) by.on.ranks = nullptr;  // instances are dealt, not their paths
  std::vector<path_end> ends(which.size());
  std::vector<std::size_t> jobs(which.size());
  std::iota(jobs.begin(), jobs.end(), std::size_t{0});
  const auto follow = [&](int rung, const workers& with) {
    follow_jobs(
        tape, settings, jobs.size(), rung, with,
        [&](std::size_t k) {
          const std::size_t job = jobs[k];
          const path_end& last = ends[job];
          path_job next{which[job], {}, 1, last.steps, last.rejected};
          if (last.status == path_status::limit)
            next.z = last.last, next.t = last.last_t, next.without_circles = true;
          else if (rung == 0 && last.status != path_status::left)
            next.z = start(which[job]);
          else
            next.z = last.z, next.t = last.t;
          if (family != nullptr) next.target = family->target(which[job]), next.generic = family->generic;
          return next;
        },
        [&](std::size_t k, path_end&& e) {
          path_end& old = ends[jobs[k]];
          const bool counts = rung == 0 && done && e.status != path_status::left;
          const bool better = old.status != path_status::limit || e.status == path_status::arrived ||
                              e.status == path_status::infinite ||
                              (e.status == path_status::starved && left_its_limit(old, e));
          if (better) old = std::move(e);
          if (counts) done(1);
        },
        must_stop);
  };
  for (int rung = 0; rung < 3 && !jobs.empty(); ++rung) {
    follow(rung, by);
    if (rung == 0 && by.device && !must_stop()) {  // circles about t = 0
      std::vector<std::size_t> all = jobs;
      std::erase_if(jobs, [&](std::size_t k) { return ends[k].status != path_status::left; });
      follow(0, by.on_cpu());
      jobs = std::move(all);
    }
    std::erase_if(jobs, [&](std::size_t k) {
      const bool cluster = rung == 0 && ends[k].status == path_status::limit && !ends[k].last.empty();
      return ends[k].status != path_status::starved && !cluster;
    });
    if (rung == 0 && !jobs.empty() && enough && !must_stop() && enough(ends)) break;
  }
  // Also what waited for more digits when the time was over.
  for (path_end& e : ends)
    if (e.status == path_status::left || (e.status == path_status::starved && e.parts < 4 && must_stop()))
      e.status = path_status::stopped;
  return ends;
}

}  // namespace vieta::tracking
