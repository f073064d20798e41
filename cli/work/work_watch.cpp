#include "work/work_watch.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <optional>
#include <string>
#include <system_error>

#include "work/interrupt.hpp"
#include "work/ranks.hpp"

namespace vieta::cli {
namespace {

constexpr int code_of_solved_in_part = 2;  // as in verbs/command.hpp, which brings all of CLI11 with it

using steady = std::chrono::steady_clock;

const steady::time_point program_start = steady::now();
std::atomic<work_watch::stage> current = work_watch::stage::reading;

double seconds_since_start() { return std::chrono::duration<double>(steady::now() - program_start).count(); }

double seconds_of_processor() {
  timespec time = {};
  if (::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) != 0) return seconds_since_start();
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

/// From any thread, while others work: nothing is unwound.
[[noreturn]] void end_program(const std::string& why) {
  const std::string line = (::isatty(STDERR_FILENO) != 0 ? "\r\033[K" : "") + ("vieta: " + why + '\n');
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, line.data(), line.size());
  ::_exit(code_of_solved_in_part);
}

/// When the work was asked to end.
struct request {
  double seconds, processor;
};

}  // namespace

work_watch::work_watch(double max_seconds) : max_seconds_(max_seconds) {
  try {
    thread_ = std::thread([this] { watch(); });
  } catch (const std::system_error&) {  // no thread to be had: the work's own looks at the clock have to do
  }
}

work_watch::~work_watch() {
  if (!thread_.joinable()) return;
  {
    const std::scoped_lock lock(lock_);
    over_ = true;
  }
  condition_.notify_all();
  thread_.join();
}

void work_watch::enter(stage now) { current = now; }

double work_watch::seconds_left(double max_seconds) {
  constexpr double least = 1e-3;
  return std::max(std::min(max_seconds, least), max_seconds - seconds_since_start());
}

void work_watch::watch() {
  constexpr double patience_of_one = 0.8, patience_with_input = 0.8;
  // Of several ranks that are late, the first one speaks for all: its end is that of the others.
  const double patience = patience_of_one + 0.2 * std::min(launched().rank, 5);
  constexpr double share = 0.02;  // of the time that the work has had: an answer of hours is worth a minute
  std::optional<request> asked;
  std::unique_lock lock(lock_);
  while (!condition_.wait_for(lock, std::chrono::milliseconds(50), [this] { return over_; })) {
    const double now = seconds_since_start();
    const bool is_late = max_seconds_ > 0 && now > max_seconds_;
    const stage at = current;
    if (at == stage::answering) continue;
    if (is_late && !asked) asked = {now, seconds_of_processor()};  // what was late in reading has had its time
    if (at == stage::reading) {
      if (is_late && now > max_seconds_ + patience_with_input)
        end_program("stopped by time while the input was read: nothing is known");
      continue;
    }
    const bool by_user = interrupt::flag().load();
    if (!is_late && !by_user) continue;
    if (!asked) asked = {now, seconds_of_processor()};
    if (now - asked->seconds > std::max(patience, share * asked->seconds) &&
        seconds_of_processor() - asked->processor > patience)
      end_program(by_user ? "stopped by the user in the midst of a step: nothing is known"
                          : "stopped by time in the midst of a step: nothing is known");
  }
}

}  // namespace vieta::cli
