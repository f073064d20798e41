#include "solve/track/shared_paths.hpp"

#include <map>
#include <utility>

#include "base/parallel_for.hpp"

namespace vieta::tracking {
namespace {

struct paths_call {
  shared::member_target on;
  bool device = false;
  int threads = 1, rung = 0;
  tracking_settings settings;
  double max_seconds = 0;
  homotopy_tape tape;
};

/// A path_job without pointers: `rates` is a place in the message's list, from 1 on.
struct sent_job {
  std::size_t path = 0, rates = 0;
  projective_point z;
  double t = 1;
  int steps = 0, rejected = 0;
  bool without_circles = false, rough = false;
};
struct sent_jobs {
  std::vector<sent_job> jobs;
  std::vector<std::vector<double>> rates;
};

sent_jobs jobs_of_rank(std::size_t rank, std::size_t size, std::size_t count,
                       const std::function<path_job(std::size_t)>& job) {
  sent_jobs sent;
  std::map<const std::vector<double>*, std::size_t> known;
  for (std::size_t k = rank; k < count; k += size) {
    path_job next = job(k);
    std::size_t rates = 0;
    if (next.rates != nullptr) {
      const auto [at, is_new] = known.try_emplace(next.rates, sent.rates.size() + 1);
      if (is_new) sent.rates.push_back(*next.rates);
      rates = at->second;
    }
    sent.jobs.push_back(
        {next.path, rates, std::move(next.z), next.t, next.steps, next.rejected, next.without_circles, next.rough});
  }
  return sent;
}

}  // namespace

void follow_shared(const homotopy_tape& tape, const tracking_settings& settings, std::size_t count, int rung,
                   const workers& by, const std::function<path_job(std::size_t)>& job,
                   const std::function<void(std::size_t, path_end&&)>& done, const std::function<bool()>& must_stop) {
  const auto size = static_cast<std::size_t>(by.on.ranks->size());
  std::vector<shared::bytes> parts(1);
  for (std::size_t rank = 1; rank < size; ++rank) parts.push_back(shared::packed(jobs_of_rank(rank, size, count, job)));
  const paths_call call{shared::member_target(by.on),
                        by.device,
                        by.on.threads,
                        rung,
                        settings,
                        by.limits == nullptr ? 0 : by.limits->seconds_left(),
                        tape};
  const std::vector<shared::bytes> arrived =
      shared::deal(*by.on.ranks, shared::work::paths, shared::packed(call), std::move(parts), [&] {
        workers own = by;
        own.on = shared::member_target(by.on).of(0);
        follow_jobs(
            tape, settings, (count + size - 1) / size, rung, own, [&](std::size_t k) { return job(k * size); },
            [&](std::size_t k, path_end&& e) { done(k * size, std::move(e)); }, must_stop);
        return shared::bytes();
      });
  for (std::size_t rank = 1; rank < size; ++rank) {
    auto ends = shared::unpacked<std::vector<path_end>>(arrived[rank]);
    for (std::size_t k = 0; k < ends.size(); ++k) done(rank + k * size, std::move(ends[k]));
  }
}

shared::bytes paths_share(const shared::share& mine) {
  const auto call = shared::unpacked<paths_call>(mine.common);
  const auto sent = shared::unpacked<sent_jobs>(mine.part);
  const run_limits limits(call.max_seconds, mine.cancel);
  workers own;
  own.on = call.on.of(mine.rank);
  own.threads = thread_count(call.threads);
  own.device = call.device;
  std::vector<path_end> ends(sent.jobs.size());
  follow_jobs(
      call.tape, call.settings, sent.jobs.size(), call.rung, own,
      [&](std::size_t k) {
        const sent_job& from = sent.jobs[k];
        path_job next{from.path, from.z, from.t, from.steps, from.rejected};
        next.without_circles = from.without_circles, next.rough = from.rough;
        if (from.rates > 0) next.rates = &sent.rates[from.rates - 1];
        return next;
      },
      [&](std::size_t k, path_end&& e) { ends[k] = std::move(e); }, [&] { return limits.must_stop(); });
  return shared::packed(ends);
}

}  // namespace vieta::tracking
