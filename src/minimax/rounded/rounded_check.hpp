#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/run_limits.hpp"
#include "minimax/rounded/rounded_function.hpp"

namespace vieta::approximation {

/// An input whose value in double is on the wrong side of a number of the grid, and one on the right side. With a
/// symmetry for x >= 0 alone.
struct rounded_exception {
  std::uint32_t input = 0;
  double value = 0;
};

struct rounded_findings {
  std::vector<rounded_exception> exceptions;  ///< by their inputs
  std::uint64_t done = 0;                     ///< inputs that were looked at
  std::uint64_t wrong = 0;                    ///< of these, those that no exception can put right, or nobody can tell
  float wrong_at = 0;
  std::string claim;  ///< that did not hold, if any
};

struct rounded_range {
  float from = 0, to = 0;  ///< floats within it are looked at; an infinite end takes in what is not a number
};

/// Runs f on all floats of a range, with products and sums rounded apart and fused, against ball arithmetic.
rounded_findings check_rounded(const rounded_function& f, const rounded_range& range, int threads,
                               const run_limits& limits,
                               const std::function<void(std::uint64_t done, std::uint64_t all)>& progress);

/// How many floats a range holds, with their copies of the other sign where the function has a symmetry.
std::uint64_t inputs_of(const rounded_function& f, const rounded_range& range);

}  // namespace vieta::approximation
