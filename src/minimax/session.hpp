#pragma once

#include <string>
#include <utility>

#include "base/run_limits.hpp"
#include "vieta/minimax.hpp"

namespace vieta::approximation {

/// Why work ends early, and how far it is.
class session {
 public:
  explicit session(const minimax_options& options) : options_(options), limits_(options) {}

  [[nodiscard]] double seconds() const { return limits_.seconds(); }
  void begin(std::string work) {
    now_.work = std::move(work);
    now_.count = 0;
  }
  /// To be asked between steps.
  bool must_stop() {
    now_.seconds = seconds();
    ++now_.count;
    if (options_.progress) options_.progress(now_);
    if (limits_.must_stop()) stopped_by_ = limits_.stopped_by();
    return !stopped_by_.empty();
  }
  [[nodiscard]] const std::string& stopped_by() const { return stopped_by_; }

 private:
  const minimax_options& options_;
  run_limits limits_;
  minimax_progress now_;
  std::string stopped_by_;
};

}  // namespace vieta::approximation
