#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <utility>

#include "base/float_environment.hpp"
#include "vieta.h"
#include "vieta/error.hpp"
#include "vieta/target.hpp"

struct vieta_cancel {
  mutable std::atomic<bool> flag{false};
};

namespace vieta::c {

/// What `vieta_error_text` returns; cut where it is very long, so that no memory is needed.
void set_error(const char* text) noexcept;

/// Stores the exception that is being handled as an error, and says which code it is.
vieta_code code_of_exception() noexcept;

/// The library names what it refuses of minimax by the options of the program; arguments and members of C have other
/// names.
std::string with_members(std::string text);

/// Runs `work`, whose refusals name members of C.
template <class Work>
auto naming_members(const Work& work) {
  try {
    return work();
  } catch (const error& refused) {
    throw error(with_members(refused.what()));
  }
}

/// Runs `work`, which returns a code: nothing that it throws goes farther. Texts are read and written with the usual
/// rounding, too, whatever the caller has set.
template <class Work>
vieta_code guarded(const Work& work) noexcept {
  const float_environment floats;
  try {
    set_error("");
    return work();
  } catch (...) {
    return code_of_exception();
  }
}

/// A text for C that `vieta_text_free` frees. Throws std::bad_alloc.
char* copy_for_c(const std::string& text);

/// A text for C that `vieta_text_free` frees, made by `work`; null where it throws.
char* text_for_c(const std::function<std::string()>& work) noexcept;

/// `text`, or `usual` where C gave none.
inline std::string text_or(const char* text, const char* usual) { return text != nullptr ? text : usual; }

/// The value of an argument of C that must not be null.
template <class T>
T* required(T* argument, const char* name) {
  if (argument == nullptr) throw error(std::string(name) + ": found NULL, expected a pointer");
  return argument;
}

/// A `vieta_run` as the options of a verb have it. Lives as long as the call. Throws vieta::error for what no run can
/// be.
class running {
 public:
  explicit running(const vieta_run* run);
  running(const running&) = delete;
  running& operator=(const running&) = delete;

  [[nodiscard]] target on() const { return on_; }

  /// Fills in what all verbs with progress share; `part_done` turns the verb's progress into (done, total).
  template <class Options, class PartDone>
  void apply(Options& options, const PartDone& part_done) {
    options.max_seconds = run_.max_seconds;
    options.cancel = flag_;
    if (run_.progress == nullptr) return;
    options.progress = [this, part_done](const auto& told) {
      const std::pair<double, double> part = part_done(told);
      tell(part.first, part.second, told.seconds);
    };
  }

  /// Returns whether to stop.
  bool tell(double done, double total, double seconds);
  [[nodiscard]] double max_seconds() const { return run_.max_seconds; }
  [[nodiscard]] const std::atomic<bool>* flag() const { return flag_; }

 private:
  vieta_run run_{};
  target on_ = parse_target("auto");
  vieta_cancel own_;
  std::atomic<bool>* flag_;
};

}  // namespace vieta::c
