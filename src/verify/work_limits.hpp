#pragma once

#include <chrono>
#include <string>

#include "base/number.hpp"
#include "base/parallel_for.hpp"
#include "base/words.hpp"
#include "vieta/error.hpp"
#include "vieta/verify.hpp"

namespace vieta::checking {

/// Thrown by `work_limits::check`: the work is not done, and says nothing.
struct stopped {};

/// The options of one call and its clock. Threads share it.
class work_limits {
 public:
  explicit work_limits(const verify_options& options) : options_(options) {
    if (!(options.max_seconds >= 0))
      throw error("max_seconds: found " + report::shortest(options.max_seconds) + ", expected 0 (no limit) or more");
  }

  [[nodiscard]] int threads() const { return thread_count(options_.threads); }
  [[nodiscard]] bool cancelled() const { return options_.cancel != nullptr && options_.cancel->load(); }
  [[nodiscard]] bool must_stop() const {
    return cancelled() ||
           (options_.max_seconds > 0 &&
            std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count() > options_.max_seconds);
  }
  void check() const {
    if (must_stop()) throw stopped();
  }
  /// "not decided within 2 s: 3 of 7 discs were checked"
  [[nodiscard]] std::string complaint(std::size_t done, std::size_t all, const std::string& things) const {
    return (cancelled() ? std::string("not decided, cancelled")
                        : "not decided within " + report::duration(options_.max_seconds)) +
           ": " + std::to_string(done) + " of " + std::to_string(all) + ' ' + things + " were checked";
  }

 private:
  verify_options options_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace vieta::checking
