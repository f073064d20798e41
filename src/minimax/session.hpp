#pragma once

#include <atomic>
#include <chrono>
#include <string>
#include <utility>

#include "vieta/minimax.hpp"

namespace vieta::approximation {

/// Why work ends early, and how far it is.
class session {
 public:
  explicit session(const minimax_options& options) : options_(options) {}

  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }
  void begin(std::string work) {
    now_.work = std::move(work);
    now_.count = 0;
  }
  /// To be asked between steps.
  bool must_stop() {
    now_.seconds = seconds();
    ++now_.count;
    if (options_.progress) options_.progress(now_);
    if (options_.cancel != nullptr && options_.cancel->load())
      stopped_by_ = "cancelled";
    else if (options_.max_seconds > 0 && now_.seconds > options_.max_seconds)
      stopped_by_ = "time";
    return !stopped_by_.empty();
  }
  [[nodiscard]] const std::string& stopped_by() const { return stopped_by_; }

 private:
  const minimax_options& options_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  minimax_progress now_;
  std::string stopped_by_;
};

}  // namespace vieta::approximation
