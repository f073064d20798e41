#pragma once

#include <chrono>

#include "roots/sweep/kernels.hpp"
#include "vieta/roots.hpp"

namespace vieta {

/// What every stage of one call of `roots` needs to know: the options, the kernels, the clock.
struct session {
  const roots_options& options;
  const kernel_table& kernel;
  int threads = 1;
  std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();

  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }
  [[nodiscard]] bool cancelled() const { return options.cancel != nullptr && options.cancel->load(); }
  [[nodiscard]] bool out_of_time() const { return options.max_seconds > 0 && seconds() > options.max_seconds; }
  [[nodiscard]] bool must_stop() const { return cancelled() || out_of_time(); }
};

}  // namespace vieta
