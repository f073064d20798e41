#pragma once

#include <cstdint>
#include <vector>

#include "minimax/machine.hpp"
#include "minimax/program.hpp"

namespace vieta::approximation {

/// The largest error over floats between `lo` and `hi` (both taken in): all of them when `most` is 0 or large enough,
/// else about `most`, evenly spread over the representable numbers.
struct float_check {
  double error = 0;
  double worst_at = 0;
  std::uint64_t inputs = 0;
  bool exhaustive = false;
};

/// `reference` is the function in double, `weight` null or that of an error which is neither absolute nor relative.
/// The C library's double functions serve as truth: they are off by a few 1e-16, below every digit that is shown. One
/// answer for each machine; all of them have to agree about `half`. A machine's inexact steps err to either side by
/// their full amount, in all combinations up to 2^6, else all one way and each one alone the other way.
std::vector<float_check> check_floats(const program& p, const std::vector<machine>& machines, const tree& reference,
                                      const tree& weight, bool relative, double lo, double hi, std::uint64_t most,
                                      int threads);

}  // namespace vieta::approximation
