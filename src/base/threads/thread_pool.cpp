#include "base/threads/thread_pool.hpp"

#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "base/float_environment.hpp"
#include "base/threads/refused.hpp"
#ifdef __linux__
#include <sched.h>
#endif
#ifndef _WIN32
#include <pthread.h>
#include <signal.h>
#endif
#ifdef VIETA_HAVE_ARB
#include <flint/flint.h>
#endif

namespace vieta {

namespace {

constexpr std::chrono::seconds patience{2};  // of a helper without work

// What a thread must do before it ends: FLINT keeps memory for each one, which nobody else would free.
void leave_thread() {
#ifdef VIETA_HAVE_ARB
  flint_cleanup();
#endif
}

/// The processors that a thread may use, which it inherits from the one that starts it. A caller that was moved since
/// then is not helped by threads that were not.
class places {
 public:
#ifdef __linux__
  places() { known_ = sched_getaffinity(0, sizeof set_, &set_) == 0; }
  bool operator==(const places& other) const {
    return known_ == other.known_ && (!known_ || CPU_EQUAL(&set_, &other.set_));
  }

 private:
  cpu_set_t set_{};
  bool known_ = false;
#else
  bool operator==(const places&) const { return true; }
#endif
};

/// Threads that start in its scope take no signals from outside: these are for the threads of the program, which may
/// wait for them (sigwait). Those of a fault come to the thread that has made it.
class no_signals {
 public:
#ifndef _WIN32
  no_signals() {
    sigset_t all;
    sigfillset(&all);
    for (const int of_a_fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP}) sigdelset(&all, of_a_fault);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  no_signals(const no_signals&) = delete;
  no_signals& operator=(const no_signals&) = delete;
  ~no_signals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_{};
#endif
};

/// A process, told from the one that it was forked off: in another namespace both may have the same number.
struct process_name {
  pid_t number;
  unsigned forks;
  bool operator==(const process_name&) const = default;
};
std::atomic<unsigned> forks_before = 0;
#ifndef _WIN32
[[maybe_unused]] const int counts_forks = pthread_atfork(nullptr, nullptr, [] { ++forks_before; });
#endif
process_name this_process() { return {getpid(), forks_before.load()}; }

struct call {
  const std::function<void()>& work;
  std::size_t helpers = 0;  ///< that have been given this call, and neither ended it nor had it taken away
  std::condition_variable done;
};

struct helper {
  explicit helper(const places& where_it_may_run) : where(where_it_may_run) {}
  std::condition_variable wake;
  call* given = nullptr;
  bool leaves = false;
  places where;
  std::thread thread;
  std::shared_ptr<helper> next_ended;
};
using helper_pointer = std::shared_ptr<helper>;

std::atomic<unsigned> refusals = 0;
std::atomic<std::size_t> threads_had = 0;  ///< when it was refused last, with the caller's own

void note_refusal(std::size_t had) {
  threads_had = had;
  ++refusals;
}

/// One lock for all of it: what happens under it takes less than a microsecond.
class thread_pool {
 public:
  thread_pool(process_name process, thread_pool* before) : process_(process), before_(before) {}

  [[nodiscard]] process_name process() const { return process_; }
  [[nodiscard]] const thread_pool* before() const { return before_; }
  void run(std::size_t wanted, const std::function<void()>& work);
  void close();

 private:
  helper_pointer idle_helper(const places& here);
  helper_pointer new_helper(call& of, const places& here);
  void serve(const helper_pointer& self);
  void join_ended(std::unique_lock<std::mutex>& hold);
  void leave(const helper_pointer& self) {
    std::erase(idle_, self);
    self->next_ended = std::move(ended_);
    ended_ = self;
  }

  const process_name process_;
  thread_pool* const before_;  ///< of the process that this one left; its threads are not here
  std::mutex lock_;
  std::vector<helper_pointer> idle_;
  helper_pointer ended_;  ///< the first of a list: threads to be joined
  std::size_t alive_ = 0;
  bool closed_ = false;
};

// The one that was busy last: its memory is near.
helper_pointer thread_pool::idle_helper(const places& here) {
  while (!idle_.empty()) {
    helper_pointer last = std::move(idle_.back());
    idle_.pop_back();
    if (last->where == here) return last;
    last->leaves = true;
    last->wake.notify_one();
  }
  return nullptr;
}

helper_pointer thread_pool::new_helper(call& of, const places& here) {
  idle_.reserve(alive_ + 1);  // so that nothing can fail where a helper goes there
  helper_pointer made = std::make_shared<helper>(here);
  made->given = &of;
  const no_signals signals;
  made->thread = std::thread([this, made] { serve(made); });  // waits for the lock
  ++alive_;
  return made;
}

void thread_pool::join_ended(std::unique_lock<std::mutex>& hold) {
  if (!ended_) return;
  helper_pointer next = std::move(ended_);
  hold.unlock();
  while (next) {
    next->thread.join();
    next = std::move(next->next_ended);
  }
  hold.lock();
}

void thread_pool::run(std::size_t wanted, const std::function<void()>& work) {
  call own{.work = work, .done = {}};
  std::vector<helper_pointer> helpers;
  const places here;
  {
    std::unique_lock hold(lock_);
    join_ended(hold);
    // Where the system has no more threads, or no memory for one, those that run share the work.
    try {
      helpers.reserve(wanted);
      while (helpers.size() < wanted) {
        helper_pointer next = idle_helper(here);
        if (next)
          next->given = &own;
        else
          next = new_helper(own, here);
        ++own.helpers;
        helpers.push_back(std::move(next));
      }
    } catch (const std::system_error&) {
      note_refusal(helpers.size() + 1);
    } catch (const std::bad_alloc&) {
      note_refusal(helpers.size() + 1);
    }
  }
  for (const helper_pointer& next : helpers) next->wake.notify_one();
  work();
  std::unique_lock hold(lock_);
  for (const helper_pointer& next : helpers) {
    if (next->given != &own) continue;
    next->given = nullptr;
    --own.helpers;
    idle_.push_back(next);
  }
  own.done.wait(hold, [&] { return own.helpers == 0; });
}

void thread_pool::serve(const helper_pointer& self) {
  std::unique_lock hold(lock_);
  for (;;) {
    self->wake.wait_for(hold, patience, [&] { return self->given != nullptr || self->leaves || closed_; });
    if (self->given == nullptr) break;  // nobody has asked, or it is to leave
    call* const of = std::exchange(self->given, nullptr);
    hold.unlock();
    {
      const float_environment floats;
      of->work();
    }
    hold.lock();
    idle_.push_back(self);
    // The caller cannot leave before it has the lock.
    if (--of->helpers == 0) of->done.notify_one();
  }
  --alive_;
  leave(self);
  hold.unlock();
  leave_thread();
}

// When the process ends. Threads that still work, for a thread of the caller's that goes on, are left to themselves.
void thread_pool::close() {
  std::unique_lock hold(lock_);
  closed_ = true;
  std::vector<helper_pointer> resting = idle_;
  for (const helper_pointer& next : resting) next->wake.notify_one();
  hold.unlock();
  for (;;) {  // each of them moves itself to those that ended
    hold.lock();
    const bool all = idle_.empty();
    join_ended(hold);
    hold.unlock();
    if (all) break;
    std::this_thread::yield();
  }
}

std::atomic<thread_pool*> newest_pool = nullptr;

// Never destroyed: a thread may need it while the process ends. No lock, which a fork might find taken.
thread_pool& pool_of_this_process() {
  const process_name process = this_process();
  thread_pool* known = newest_pool.load();
  if (known != nullptr && known->process() == process) return *known;
  auto made = std::make_unique<thread_pool>(process, known);
  if (newest_pool.compare_exchange_strong(known, made.get())) known = made.release();
  return *known;
}

/// Threads that end before the process does give back what they hold.
struct end_of_process {
  end_of_process() = default;
  end_of_process(const end_of_process&) = delete;
  end_of_process& operator=(const end_of_process&) = delete;
  ~end_of_process() {
    thread_pool* const pool = newest_pool.load();
    if (pool != nullptr && pool->process() == this_process()) pool->close();
  }
};
const end_of_process at_the_end;

}  // namespace

refused_threads::refused_threads() : before_(refusals) {}

void refused_threads::tell(std::string& target) const {
  if (refusals == before_ || target.find(" could be had)") != target.npos) return;
  target += " (of which " + std::to_string(threads_had) + " could be had)";
}

void run_on_threads(std::size_t helpers, const std::function<void()>& work) {
  if (helpers == 0)
    work();
  else
    pool_of_this_process().run(helpers, work);
}

}  // namespace vieta
