#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <utility>

namespace vieta::python {

namespace nb = nanobind;

/// One call of a verb from Python: while it works without the interpreter's lock, Ctrl-C and an exception of the
/// progress callback set a flag that the verb looks at. Afterwards, with the lock, they go on as exceptions.
///
/// Ctrl-C is caught on the process's first thread only: there, and nowhere else, Python runs its signal handlers.
class python_call {
 public:
  /// `progress` is None, or is called as progress(done, total).
  explicit python_call(nb::object progress);
  ~python_call();
  python_call(const python_call&) = delete;
  python_call& operator=(const python_call&) = delete;

  [[nodiscard]] const std::atomic<bool>* cancel() const { return &stop_; }
  [[nodiscard]] bool cancelled() const { return stop_.load(); }
  [[nodiscard]] bool has_progress() const { return !progress_.is_none(); }

  /// From any thread (of `solve`, from its workers), one at a time, without the lock; at most some tens of times a
  /// second.
  void report(std::int64_t done, std::int64_t total);

  /// The work, without the lock. Returns what it returns; throws what it, the callback or Ctrl-C throw.
  template <class Work>
  auto run(const Work& work) {
    auto result = [&] {
      nb::gil_scoped_release unlocked;
      return work();
    }();
    finish();
    return result;
  }

  /// A report between two pieces of a batch (that of the end is left to `report_end`); whether the work must stop.
  bool report_part(std::size_t done, std::size_t total) {
    if (done < total) report(static_cast<std::int64_t>(done), static_cast<std::int64_t>(total));
    return cancelled();
  }

  /// The last report, which is not left out. With the lock.
  void report_end(std::int64_t done, std::int64_t total);

 private:
  using clock = std::chrono::steady_clock;

  void call_back(std::int64_t done, std::int64_t total);
  void finish();

  nb::object progress_;
  std::atomic<bool> stop_ = false;
  std::atomic<bool>* outer_ = nullptr;
  bool listens_ = false;
  std::exception_ptr failure_;
  clock::time_point next_;
};

}  // namespace vieta::python
