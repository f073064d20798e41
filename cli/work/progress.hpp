#pragma once

#include <chrono>
#include <string>

namespace vieta::cli {

/// One line on a terminal's standard error that is rewritten, and erased in the end. Short work shows none.
class progress_line {
 public:
  explicit progress_line(bool wanted);
  ~progress_line();
  progress_line(const progress_line&) = delete;
  progress_line& operator=(const progress_line&) = delete;

  [[nodiscard]] bool enabled() const { return enabled_; }
  void show(const std::string& text);
  void erase();

 private:
  using clock = std::chrono::steady_clock;
  bool enabled_, visible_ = false;
  clock::time_point next_;
};

}  // namespace vieta::cli
