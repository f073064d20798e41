#pragma once

#include <atomic>

namespace vieta::cli {

/// While it lives, the first Ctrl-C (or SIGTERM) sets a flag, so that the work can end in order; the second one ends
/// the program. What is done in its time is work, what comes then is the answer: `work_watch` looks at the former.
class interrupt {
 public:
  interrupt();
  ~interrupt();
  interrupt(const interrupt&) = delete;
  interrupt& operator=(const interrupt&) = delete;

  [[nodiscard]] static const std::atomic<bool>& flag();
};

}  // namespace vieta::cli
