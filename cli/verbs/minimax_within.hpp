#pragma once

#include <functional>
#include <string>

#include "minimax/reach.hpp"
#include "vieta/minimax.hpp"

namespace vieta::cli {

/// What is looked for: no error above `error`, with the degrees first, first + step, ...; `format` is for messages.
struct wanted_error {
  double error = 0;
  int first = 0, step = 1;
  std::string format;
  approximation::obstacle obstacle = {};
};

/// The result of the least degree that does it, up to 500. What the best p misses by far is not rounded and proven. An
/// error of the kind `not_reached` where a jump of the function forbids it, and, beside a kink or the like, where the
/// errors of lower degrees fall so slowly that no degree up to 500 can be expected to reach it.
minimax_result minimax_within(const wanted_error& wanted, const minimax_options& options,
                              const std::function<minimax_result(int, const minimax_options&)>& solve_degree);

}  // namespace vieta::cli
