#pragma once

#include <string>

#include "base/parallel_for.hpp"
#include "base/run_limits.hpp"
#include "base/words.hpp"
#include "vieta/verify.hpp"

namespace vieta::checking {

/// Thrown by `work_limits::check`: the work is not done, and says nothing.
struct stopped {};

/// The options of one call and its clock. Threads share it.
class work_limits {
 public:
  explicit work_limits(const verify_options& options)
      : threads_(options.threads), max_seconds_(options.max_seconds), limits_(options) {}

  [[nodiscard]] int threads() const { return thread_count(threads_); }
  void use_one_thread() { threads_ = 1; }
  [[nodiscard]] bool cancelled() const { return limits_.cancelled(); }
  [[nodiscard]] bool must_stop() const { return limits_.must_stop(); }
  /// For a part of the work that has options of its own.
  [[nodiscard]] double seconds_left() const { return limits_.seconds_left(); }
  void check() const {
    if (must_stop()) throw stopped();
  }
  /// "not decided within 2 s: 3 of 7 discs were checked"
  [[nodiscard]] std::string complaint(std::size_t done, std::size_t all, const std::string& things) const {
    return (cancelled() ? std::string("not decided, cancelled")
                        : "not decided within " + report::duration(max_seconds_)) +
           ": " + std::to_string(done) + " of " + std::to_string(all) + ' ' + things + " were checked";
  }

 private:
  int threads_;
  double max_seconds_;
  run_limits limits_;
};

}  // namespace vieta::checking
