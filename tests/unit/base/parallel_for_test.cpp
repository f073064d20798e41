#include "base/parallel_for.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <stdexcept>
#include <thread>
#include <vector>

#include "unit/base/set_variable.hpp"
#include "vieta/error.hpp"

namespace vieta {
namespace {

TEST(ParallelFor, EachItemOnce) {
  for (const int threads : {0, 1, 2, 5}) {
    for (const std::size_t count : {0, 1, 7, 1000}) {
      for (const std::size_t grain : {0, 1, 3, 64, 5000}) {
        std::vector<std::atomic<int>> seen(count);
        parallel_for(count, grain, threads, [&](std::size_t begin, std::size_t end) {
          for (std::size_t i = begin; i < end; ++i) ++seen[i];
        });
        for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(seen[i], 1) << i << " of " << count;
      }
    }
  }
}

TEST(ParallelFor, NoNumberOfThreadsMeansAllProcessors) {
  if (thread_count(0) < 2) GTEST_SKIP() << "one processor";
  // Each of the two pieces waits for the other, but not for ever.
  const auto enough = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  std::atomic<int> there = 0, met = 0;
  parallel_for(2, 1, 0, [&](std::size_t begin, std::size_t end) {
    there += static_cast<int>(end - begin);
    if (end - begin > 1) return;  // one thread has been given all
    while (there < 2 && std::chrono::steady_clock::now() < enough) std::this_thread::yield();
    met += there == 2;
  });
  EXPECT_EQ(met, 2);
}

/// A variable of the environment for as long as this lives.
struct variable {
  variable(const char* name, const char* value) : name_(name) { set_variable(name, value); }
  ~variable() { set_variable(name_, ""); }
  variable(const variable&) = delete;
  variable& operator=(const variable&) = delete;

 private:
  const char* name_;
};

TEST(ParallelFor, TheEnvironmentSaysHowManyThreads) {
  const int all = thread_count(0);
  {
    const variable omp("OMP_NUM_THREADS", "1,4");
    EXPECT_EQ(thread_count(0), 1);
    EXPECT_EQ(thread_count(3), 3) << "what the caller says goes first";
    const variable own("VIETA_THREADS", "7");
    EXPECT_EQ(thread_count(0), 7);
  }
  {
    const variable more("OMP_NUM_THREADS", "1000000");
    EXPECT_EQ(thread_count(0), all) << "no more than there are processors";
  }
  for (const char* bad : {"0", "-2", "many", "3x", "99999999999999999999"}) {
    const variable own("VIETA_THREADS", bad);
    EXPECT_THROW(thread_count(0), error) << bad;
    const variable omp("OMP_NUM_THREADS", bad);
    EXPECT_EQ(thread_count(2), 2);
  }
  const variable none("VIETA_THREADS", "");
  EXPECT_EQ(thread_count(0), all);
}

TEST(ParallelFor, AnExceptionReachesTheCaller) {
  const auto fail = [](std::size_t begin, std::size_t) {
    if (begin == 3) throw std::runtime_error("three");
  };
  EXPECT_THROW(parallel_for(10, 1, 3, fail), std::runtime_error);
}

TEST(ParallelFor, AnExceptionStopsTheOthers) {
  std::atomic<int> begun = 0;
  const auto fail = [&](std::size_t begin, std::size_t) {
    ++begun;
    if (begin == 0) throw std::runtime_error("none");
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  };
  EXPECT_THROW(parallel_for(1000, 1, 2, fail), std::runtime_error);
  EXPECT_LT(begun, 500);
}

}  // namespace
}  // namespace vieta
