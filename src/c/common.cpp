#include "c/common.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

namespace vieta::c {

namespace {

/// One for each thread. An array: to complain about missing memory must not need any.
thread_local char last_error[2048] = "";

}  // namespace

void set_error(const char* text) noexcept { std::snprintf(last_error, sizeof last_error, "%s", text); }

std::string with_members(std::string text) {
  const std::pair<const char*, const char*> names[] = {{", or powers of x itself by --exponents", ""},
                                                       {"--denominator-degree", "denominator_degree"},
                                                       {"--degree", "degree"},
                                                       {"--form", "form"},
                                                       {"--in", "lo, hi"},
                                                       {"--emit", "language"},
                                                       {"--name", "name"}};
  for (const auto& [option, member] : names)
    for (std::size_t at = 0; (at = text.find(option, at)) != text.npos;) text.replace(at, std::strlen(option), member);
  return text;
}

vieta_code code_of_exception() noexcept {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    set_error("out of memory");
    return VIETA_OUT_OF_MEMORY;
  } catch (const std::exception& problem) {
    set_error(problem.what());
  } catch (...) {
    set_error("found an error without a description, expected none");
  }
  return VIETA_MISUSE;
}

char* copy_for_c(const std::string& text) {
  auto* const copy = static_cast<char*>(std::malloc(text.size() + 1));
  if (copy == nullptr) throw std::bad_alloc();
  std::memcpy(copy, text.c_str(), text.size() + 1);
  return copy;
}

char* text_for_c(const std::function<std::string()>& work) noexcept {
  const float_environment floats;
  try {
    set_error("");
    return copy_for_c(work());
  } catch (...) {
    code_of_exception();
    return nullptr;
  }
}

running::running(const vieta_run* run) : flag_(&own_.flag) {
  if (run == nullptr) return;
  run_ = *run;
  on_ = parse_target(text_or(run_.on, "auto"));
  if (run_.threads < 0)
    throw error("threads: found " + std::to_string(run_.threads) + ", expected a positive number, or 0 for all");
  if (!(run_.max_seconds >= 0))
    throw error("max_seconds: found " + std::to_string(run_.max_seconds) + ", expected a number of seconds, or 0");
  on_.threads = run_.threads;
  if (run_.cancel != nullptr) flag_ = &run_.cancel->flag;
}

bool running::tell(double done, double total, double seconds) {
  if (run_.progress != nullptr && run_.progress(run_.user, done, total, seconds) != 0) flag_->store(true);
  return flag_->load();
}

}  // namespace vieta::c

extern "C" {

const char* vieta_error_text(void) { return vieta::c::last_error; }

const char* vieta_version(void) { return VIETA_VERSION; }

vieta_cancel* vieta_cancel_new(void) { return new (std::nothrow) vieta_cancel; }
void vieta_cancel_now(vieta_cancel* cancel) {
  if (cancel != nullptr) cancel->flag.store(true);
}
void vieta_cancel_free(vieta_cancel* cancel) { delete cancel; }

void vieta_text_free(char* text) { std::free(text); }

}  // extern "C"
