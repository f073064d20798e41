#include "solve/track/path_tracker.hpp"

#include <memory>

#include "solve/track/lane.hpp"

namespace vieta::tracking {

void path_tracker::follow(std::size_t count, int rung, const std::function<path_job(std::size_t)>& job,
                          const std::function<void(std::size_t, path_end&&)>& done) const {
  const batch memory(tape_, rung);
  std::vector<lane> lanes;
  for (std::size_t k = 0; k < memory.lanes(); ++k) lanes.emplace_back(tape_, memory, k, settings_, rung);
  std::size_t next = 0, busy = 0;
  const auto refill = [&](lane& l) {
    if (next < count) {
      l.start(next, job(next));
      ++next, ++busy;
    } else {
      l.idle();
    }
  };
  for (lane& l : lanes) refill(l);
  // A step of many unknowns takes long: a second for 500.
  const unsigned rounds_unasked = tape_.view().variables > 32 ? 1 : 64;
  for (unsigned round = 0; busy > 0; ++round) {
    const bool stop = round % rounds_unasked == 0 && must_stop_();
    for (const lane& l : lanes) l.prepare_expansion();
    memory.expand();
    for (lane& l : lanes) l.choose_step();
    memory.advance();
    for (lane& l : lanes) {
      if (!l.busy()) continue;
      l.take_step();
      if (stop && l.busy()) l.stop();
      if (l.busy()) continue;
      --busy;
      done(l.job(), std::move(l.end()));
      if (!stop) refill(l);
    }
    if (stop) break;
  }
}

}  // namespace vieta::tracking
