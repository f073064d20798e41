#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <stdexcept>

namespace vieta {

/// A member waited for another one that has failed: the other's error is what matters.
class left_alone : public std::runtime_error {
 public:
  left_alone() : std::runtime_error("another member failed") {}
};

/// Where some threads wait for each other: std::barrier with a way out for all where one of them fails.
class meeting_point {
 public:
  explicit meeting_point(std::size_t members) : members_(members) {}
  /// Until all have come. Throws `left_alone` where one of them has failed.
  void wait();
  /// For a member that fails: nobody waits for it any longer.
  void leave();

 private:
  std::mutex lock_;
  std::condition_variable all_are_there_;
  std::size_t members_, there_ = 0, times_ = 0;
  bool is_left_ = false;
};

}  // namespace vieta
