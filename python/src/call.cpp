#include "call.hpp"

#include <csignal>

#if defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace vieta::python {
namespace {

constexpr std::chrono::milliseconds between_reports(20);

// The flag of the innermost call on the first thread, and what was there before it.
std::atomic<std::atomic<bool>*> listener = nullptr;
struct sigaction before = {};
static_assert(std::atomic<std::atomic<bool>*>::is_always_lock_free, "a signal handler may touch it");

/// Stops the work, then lets Python know, as it would have without us.
void on_interrupt(int signal) {
  if (std::atomic<bool>* flag = listener.load()) flag->store(true);
  before.sa_handler(signal);
}

bool on_first_thread() {
#if defined(__linux__)
  return ::syscall(SYS_gettid) == ::getpid();
#else
  return false;
#endif
}

bool is_function(const struct sigaction& action) {
  return (action.sa_flags & SA_SIGINFO) == 0 && action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN;
}

}  // namespace

python_call::python_call(nb::object progress) : progress_(std::move(progress)) {
  if (!on_first_thread()) return;
  outer_ = listener.load();
  if (outer_ == nullptr) {
    if (sigaction(SIGINT, nullptr, &before) != 0 || !is_function(before)) return;
    struct sigaction ours = before;
    ours.sa_handler = on_interrupt;
    listener.store(&stop_);
    sigaction(SIGINT, &ours, nullptr);
  } else {
    listener.store(&stop_);  // a call from within the progress callback of another
  }
  listens_ = true;
}

python_call::~python_call() {
  if (!listens_) return;
  if (outer_ == nullptr) sigaction(SIGINT, &before, nullptr);
  listener.store(outer_);
}

void python_call::report(std::int64_t done, std::int64_t total) {
  if (!has_progress() || failure_) return;
  const clock::time_point now = clock::now();
  if (now < next_) return;
  next_ = now + between_reports;
  nb::gil_scoped_acquire locked;
  call_back(done, total);
}

void python_call::report_end(std::int64_t done, std::int64_t total) {
  if (!has_progress() || failure_) return;
  call_back(done, total);
  if (failure_) std::rethrow_exception(failure_);
}

void python_call::call_back(std::int64_t done, std::int64_t total) {
  try {
    progress_(done, total);
  } catch (...) {  // it must not pass through the library: the work ends first
    failure_ = std::current_exception();
    stop_.store(true);
  }
}

void python_call::finish() {
  if (failure_) std::rethrow_exception(failure_);
  if (cancelled() && PyErr_CheckSignals() != 0) throw nb::python_error();
}

}  // namespace vieta::python
