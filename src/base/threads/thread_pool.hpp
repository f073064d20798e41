#pragma once

#include <cstddef>
#include <functional>

namespace vieta {

/// Calls `work`, which must not throw, once on the caller's thread and once on each of up to `helpers` others, at the
/// same time, and returns when all that began are done. A helper that has not begun when the caller's own call is over
/// is not waited for and never begins. The helpers are kept for the next call, so that one costs some microseconds;
/// they end when nobody has asked for them for a while, and with the process. Any thread may call this, also from
/// inside of `work`: a thread that is busy is never waited for, a new one is started instead. A process that was
/// forked off has helpers of its own. Where the system gives no more threads there are fewer helpers.
void run_on_threads(std::size_t helpers, const std::function<void()>& work);

}  // namespace vieta
