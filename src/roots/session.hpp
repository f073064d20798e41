#pragma once

#include "base/run_limits.hpp"
#include "roots/sweep/kernels.hpp"
#include "vieta/roots.hpp"

namespace vieta {

/// What every stage of one call of `roots` needs to know: the options, the kernels, the limits.
struct session {
  const roots_options& options;
  const kernel_table& kernel;
  int threads = 1;
  run_limits limits = run_limits(options);
  bool keeps_ranges = false;  ///< what ranks found together may stay where it is

  [[nodiscard]] double seconds() const { return limits.seconds(); }
  [[nodiscard]] bool cancelled() const { return limits.cancelled(); }
  [[nodiscard]] bool out_of_time() const { return limits.out_of_time(); }
  [[nodiscard]] bool must_stop() const { return limits.must_stop(); }
};

}  // namespace vieta
