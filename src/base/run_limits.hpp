#pragma once

#include <atomic>
#include <chrono>
#include <string>

namespace vieta {

/// What ends one call of a verb early: its clock with `max_seconds`, and the flag that `cancel` points to. Every verb
/// and every stage of it asks here, so that all of them mean the same by "out of time". Threads share it.
class run_limits {
 public:
  /// Throws vieta::error where that is negative or no number; 0 means no limit.
  static void validate(double max_seconds);

  /// The clock starts here. Throws as `validate` does.
  run_limits(double max_seconds, const std::atomic<bool>* cancel);
  /// Of the options of any verb: all of them call the two so.
  template <class Options>
  explicit run_limits(const Options& options) : run_limits(options.max_seconds, options.cancel) {}

  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }
  [[nodiscard]] bool cancelled() const { return cancel_ != nullptr && cancel_->load(std::memory_order_relaxed); }
  [[nodiscard]] bool out_of_time() const { return max_seconds_ > 0 && seconds() > max_seconds_; }
  [[nodiscard]] bool must_stop() const { return cancelled() || out_of_time(); }
  /// What a report says under `stopped_by` of work that was not finished.
  [[nodiscard]] std::string stopped_by() const { return cancelled() ? "cancelled" : "time"; }
  /// What is left for a part of the work that has options of its own: 0 (no limit) where there is none.
  [[nodiscard]] double seconds_left() const;

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  double max_seconds_ = 0;
  const std::atomic<bool>* cancel_ = nullptr;
};

}  // namespace vieta
