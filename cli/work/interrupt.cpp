#include "work/interrupt.hpp"

#include <csignal>

#include "work/work_watch.hpp"

namespace vieta::cli {
namespace {

std::atomic<bool> caught = false;
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may touch it");

void handle(int) { caught = true; }

}  // namespace

interrupt::interrupt() {
#if defined(_WIN32)  // where a handler is taken away before it is called
  std::signal(SIGINT, handle);
  std::signal(SIGTERM, handle);
#else
  struct sigaction action = {};
  action.sa_handler = handle;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);  // the second one finds the default: the end
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
#endif
  work_watch::enter(work_watch::stage::working);
}

interrupt::~interrupt() {
  work_watch::enter(work_watch::stage::answering);
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

const std::atomic<bool>& interrupt::flag() { return caught; }

}  // namespace vieta::cli
