#include "base/run_limits.hpp"

#include <algorithm>

#include "base/memory/reserve.hpp"
#include "base/number.hpp"
#include "vieta/error.hpp"

namespace vieta {

void run_limits::validate(double max_seconds) {
  if (!(max_seconds >= 0))
    throw error("max_seconds: found " + report::shortest(max_seconds) + ", expected 0 (no limit) or more");
}

run_limits::run_limits(double max_seconds, const std::atomic<bool>* cancel)
    : max_seconds_(max_seconds), cancel_(cancel) {
  validate(max_seconds);
  check_memory();
}

double run_limits::seconds_left() const {
  constexpr double hardly_any = 1e-9;  // 0 would mean that there is no limit
  return max_seconds_ > 0 ? std::max(max_seconds_ - seconds(), hardly_any) : 0;
}

}  // namespace vieta
