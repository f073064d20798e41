#pragma once

#include <atomic>

#include "vieta/export.hpp"
#include "vieta/roots.hpp"

namespace vieta {

/// How long `verify` may take, and on how many threads.
struct verify_options {
  int threads = 0;                            ///< CPU threads; 0: as in `target`
  double max_seconds = 0;                     ///< 0: no limit. When time is up the outcome so far is returned.
  const std::atomic<bool>* cancel = nullptr;  ///< set it to true (from a signal handler, say) to stop early
};

/// As `verify` of two arguments. The outcome is the same for any number of threads. One that was stopped, or
/// has claims that no test tells of, does not hold, and is not decided unless something is proven to be wrong: then its
/// last complaint says how far it came.
VIETA_API verification verify(const polynomial& p, const roots_result& result, const verify_options& options);

}  // namespace vieta
