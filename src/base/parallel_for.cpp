#include "base/parallel_for.hpp"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <system_error>
#include <thread>

#include "base/memory/reserve.hpp"
#include "base/threads/thread_pool.hpp"
#include "vieta/error.hpp"
#ifdef __linux__
#include <sched.h>
#endif

namespace vieta {

namespace {

/// The processors of this process, which a container or a batch system may have cut down.
int processors() {
#ifdef __linux__
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) return std::max(1, CPU_COUNT(&set));
#endif
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

/// The number at the beginning of a variable of the environment, up to a comma (OpenMP lists one for each level).
std::optional<int> number_in_environment(const char* variable) {
  const char* const text = std::getenv(variable);
  if (text == nullptr || *text == '\0') return std::nullopt;
  int number = 0;
  const char* const end = text + std::strlen(text);
  const auto [stopped, problem] = std::from_chars(text, end, number);
  const bool whole = problem == std::errc() && (stopped == end || *stopped == ',');
  return whole && number > 0 ? number : -1;
}

}  // namespace

int thread_count(int wish) {
  if (wish > 0) return wish;
  if (const std::optional<int> own = number_in_environment("VIETA_THREADS")) {
    if (*own < 1)
      throw error("VIETA_THREADS: found '" + std::string(std::getenv("VIETA_THREADS")) +
                  "', expected a number of threads from 1 on");
    return *own;
  }
  // A wish of whoever started many processes on one machine; one that makes no sense is left to OpenMP to refuse.
  if (const std::optional<int> omp = number_in_environment("OMP_NUM_THREADS"); omp && *omp > 0)
    return std::min(*omp, processors());
  return processors();
}

void parallel_for(std::size_t count, std::size_t grain, int threads,
                  const std::function<void(std::size_t, std::size_t)>& body) {
  grain = std::max<std::size_t>(1, grain);
  const std::size_t pieces = (count + grain - 1) / grain;
  const std::size_t workers =
      pieces <= 1 ? pieces : std::min<std::size_t>(static_cast<std::size_t>(thread_count(threads)), pieces);
  check_memory();
  if (workers <= 1) {
    if (count > 0) body(0, count);
    return;
  }
  std::atomic<std::size_t> next{0};
  std::exception_ptr failure;
  std::mutex failure_lock;
  const auto work = [&] {
    try {
      for (std::size_t piece = next++; piece < pieces; piece = next++) {
        check_memory();
        body(piece * grain, std::min(count, (piece + 1) * grain));
      }
    } catch (...) {
      const std::scoped_lock lock(failure_lock);
      if (!failure) failure = std::current_exception();
      next = pieces;  // the others need not go on
    }
  };
  run_on_threads(workers - 1, std::ref(work));
  if (failure) std::rethrow_exception(failure);
}

}  // namespace vieta
