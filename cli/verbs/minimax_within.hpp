#pragma once

#include <functional>
#include <string>

#include "vieta/minimax.hpp"

namespace vieta::cli {

/// What is looked for: no error above `error`, with the degrees first, first + step, ...; `format` is for messages.
struct wanted_error {
  double error = 0;
  int first = 0, step = 1;
  std::string format;
};

/// The result of the least degree that does it, up to 100. What the best p misses by far is not rounded and proven.
minimax_result minimax_within(const wanted_error& wanted, const minimax_options& options,
                              const std::function<minimax_result(int, const minimax_options&)>& solve_degree);

}  // namespace vieta::cli
