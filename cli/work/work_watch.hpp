#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace vieta::cli {

/// Sees to it that --max-seconds and Ctrl-C are kept where the work does not look at the clock itself, as within one
/// multiplication of numbers of a million digits. The work is expected to end by itself, with what is known; where it
/// does not within a second, the program ends with exit code 2 and a line that says so. A second of the processor, too,
/// so that no answer is lost because others want the machine. What is known is then printed in full, however long that
/// takes.
class work_watch {
 public:
  /// `max_seconds`: 0 for no limit. There is one of these in a program.
  explicit work_watch(double max_seconds);
  ~work_watch();
  work_watch(const work_watch&) = delete;
  work_watch& operator=(const work_watch&) = delete;

  enum class stage { reading, working, answering };
  static void enter(stage now);

  /// What is left of `max_seconds` since the program began; never quite nothing, so that the work can say why it ended.
  [[nodiscard]] static double seconds_left(double max_seconds);

 private:
  void watch();

  double max_seconds_;
  std::mutex lock_;
  std::condition_variable condition_;
  bool over_ = false;
  std::thread thread_;
};

}  // namespace vieta::cli
