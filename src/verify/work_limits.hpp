#pragma once

#include <string>

#include "base/parallel_for.hpp"
#include "base/run_limits.hpp"
#include "vieta/verify.hpp"

namespace vieta::checking {

/// Thrown by `work_limits::check`: the work is not done, and says nothing.
struct stopped {};

/// The options of one call and its clock. Threads share it.
class work_limits {
 public:
  explicit work_limits(const verify_options& options) : threads_(options.threads), limits_(options) {}

  [[nodiscard]] int threads() const { return thread_count(threads_); }
  [[nodiscard]] bool cancelled() const { return limits_.cancelled(); }
  [[nodiscard]] bool must_stop() const { return limits_.must_stop(); }
  void check() const {
    if (must_stop()) throw stopped();
  }
  /// "stopped, out of time: 3 of 7 discs were checked"
  [[nodiscard]] std::string complaint(std::size_t done, std::size_t all, const std::string& things) const {
    return std::string("stopped, ") + (cancelled() ? "cancelled" : "out of time") + ": " + std::to_string(done) +
           " of " + std::to_string(all) + ' ' + things + " were checked";
  }

 private:
  int threads_;
  run_limits limits_;
};

}  // namespace vieta::checking
