#include "base/threads/thread_pool.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include "base/parallel_for.hpp"
#ifndef _WIN32
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#endif
#ifdef __linux__
#include <sched.h>
#endif

namespace vieta {
namespace {

const auto soon = std::chrono::seconds(20);  // nothing waits for ever

// Calls `work` on `all` threads that are there at the same time, if there are as many.
std::set<std::thread::id> meet(std::size_t all) {
  std::mutex lock;
  std::set<std::thread::id> there;
  std::atomic<std::size_t> count = 0;
  const auto enough = std::chrono::steady_clock::now() + soon;
  run_on_threads(all - 1, [&] {
    {
      const std::scoped_lock hold(lock);
      there.insert(std::this_thread::get_id());
    }
    ++count;
    while (count < all && std::chrono::steady_clock::now() < enough) std::this_thread::yield();
  });
  return there;
}

TEST(ThreadPool, ThreadsAreKept) {
  const std::set<std::thread::id> first = meet(4), second = meet(4), fewer = meet(2);
  EXPECT_EQ(first.size(), 4u);
  EXPECT_EQ(first, second);
  for (const std::thread::id id : fewer) EXPECT_TRUE(first.contains(id));
}

TEST(ThreadPool, ACallFromWithinHasThreadsOfItsOwn) {
  std::atomic<int> inner = 0;
  const auto enough = std::chrono::steady_clock::now() + soon;
  std::atomic<int> outer = 0;
  run_on_threads(2, [&] {
    ++outer;
    while (outer < 3 && std::chrono::steady_clock::now() < enough) std::this_thread::yield();
    inner += static_cast<int>(meet(3).size());
  });
  EXPECT_EQ(outer, 3);
  EXPECT_EQ(inner, 9);
}

TEST(ThreadPool, ManyCallersAtOnce) {
  std::vector<std::thread> callers;
  std::atomic<int> sum = 0;
  for (int c = 0; c < 6; ++c) {
    callers.emplace_back([&] {
      for (int k = 0; k < 200; ++k) {
        parallel_for(20, 1, 3, [&](std::size_t begin, std::size_t end) { sum += static_cast<int>(end - begin); });
      }
    });
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(sum, 6 * 200 * 20);
}

// A helper that has not begun is not waited for: it never sees work that is gone.
TEST(ThreadPool, ShortCallsOneAfterTheOther) {
  for (int k = 0; k < 5000; ++k) {
    auto there = std::make_unique<std::atomic<int>>(0);
    run_on_threads(3, [&counter = *there] { ++counter; });
    ASSERT_GE(*there, 1);
    ASSERT_LE(*there, 4);
  }
}

#if !defined(__SANITIZE_THREAD__) && !defined(_WIN32)  // the one knows no threads after a fork, the other no fork
TEST(ThreadPool, AForkedProcessHasItsOwn) {
  meet(3);
  const pid_t child = fork();
  if (child == 0) _exit(meet(3).size() == 3 && meet(2).size() == 2 ? 0 : 1);
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  EXPECT_EQ(meet(3).size(), 3u);
}

// At the end of a process helpers leave, also where the last call was made long after others.
TEST(ThreadPool, TheProcessEnds) {
  EXPECT_EXIT(
      {
        meet(5);
        std::exit(3);
      },
      testing::ExitedWithCode(3), "");
}
#endif

#ifdef __linux__
TEST(ThreadPool, HelpersMayRunWhereTheCallerMay) {
  cpu_set_t before;
  ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
  if (CPU_COUNT(&before) < 2) GTEST_SKIP() << "one processor";
  meet(3);
  cpu_set_t one;
  CPU_ZERO(&one);
  for (int k = 0; k < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++k)
    if (CPU_ISSET(k, &before)) CPU_SET(k, &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
  std::atomic<int> elsewhere = 0;
  std::atomic<int> count = 0;
  const auto enough = std::chrono::steady_clock::now() + soon;
  run_on_threads(2, [&] {
    cpu_set_t own;
    if (sched_getaffinity(0, sizeof own, &own) != 0 || !CPU_EQUAL(&own, &one)) ++elsewhere;
    ++count;
    while (count < 3 && std::chrono::steady_clock::now() < enough) std::this_thread::yield();
  });
  EXPECT_EQ(count, 3);
  EXPECT_EQ(elsewhere, 0);
  sched_setaffinity(0, sizeof before, &before);
}

TEST(ThreadPool, SignalsComeToTheThreadsOfTheProgram) {
  // Earlier tests' threads, too, were started where nothing was blocked.
  meet(3);
  sigset_t one, before;
  sigemptyset(&one);
  sigaddset(&one, SIGUSR1);
  ASSERT_EQ(pthread_sigmask(SIG_BLOCK, &one, &before), 0);
  ASSERT_EQ(kill(getpid(), SIGUSR1), 0);  // it ends the process where a kept thread takes it
  const timespec limit{.tv_sec = 20, .tv_nsec = 0};
  EXPECT_EQ(sigtimedwait(&one, nullptr, &limit), SIGUSR1);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}
#endif

}  // namespace
}  // namespace vieta
