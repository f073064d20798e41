#include "base/threads/meeting_point.hpp"

namespace vieta {

void meeting_point::wait() {
  std::unique_lock guard(lock_);
  if (!is_left_ && ++there_ == members_) {
    there_ = 0;
    ++times_;
    all_are_there_.notify_all();
    return;
  }
  const std::size_t before = times_;
  all_are_there_.wait(guard, [&] { return is_left_ || times_ != before; });
  // Who was woken by all being there goes on, though somebody may have left since.
  if (times_ == before) throw left_alone();
}

void meeting_point::leave() {
  const std::scoped_lock guard(lock_);
  is_left_ = true;
  all_are_there_.notify_all();
}

}  // namespace vieta
