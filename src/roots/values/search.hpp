#pragma once

#include <complex>
#include <functional>
#include <vector>

#include "roots/values/value_source.hpp"

namespace vieta::values {

struct search_limits {
  int threads = 1;
  std::function<bool()> must_stop;
  std::function<void(std::int64_t settled)> progress;  ///< may be empty
};

struct search_result {
  std::vector<std::complex<double>> nodes;  ///< as many as the degree, all different; hopefully one near each root
  int sweeps = 0;
  std::int64_t updates = 0;
};

/// Places for all roots: down the lines on which p keeps its argument, from far outside where there is one for each
/// root, then Newton's method, and the Ehrlich-Aberth iteration for those that came to a place where another one is.
search_result find_all(const value_source& p, const search_limits& limits);

}  // namespace vieta::values
