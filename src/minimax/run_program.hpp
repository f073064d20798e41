#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "minimax/program.hpp"

namespace vieta::approximation {

/// How a machine computes: one rounding in a * b + c or two; float32, or float16 after every operation. Division and
/// square root are rounded correctly, subnormal numbers are kept.
struct machine {
  bool fused = false;
  bool half = false;
};

/// out[i] = program(x[i]) (second input, where there is one: y[i]), in exactly the order of its steps.
void run(const program& p, const machine& m, const float* first, const float* second, float* out, std::size_t count);

/// The largest error over floats between `lo` and `hi` (both taken in): all of them when `most` is 0 or large enough,
/// else about `most`, evenly spread over the representable numbers.
struct float_check {
  double error = 0;
  double worst_at = 0;
  std::uint64_t inputs = 0;
  bool exhaustive = false;
};
/// `reference` is the function in double, `weight` null or that of an error which is neither absolute nor relative. The
/// C library's double functions serve as truth: they are off by a few 1e-16, below every digit that is shown. One
/// answer for each machine; all of them have to agree about `half`.
std::vector<float_check> check_floats(const program& p, const std::vector<machine>& machines, const tree& reference,
                                      const tree& weight, bool relative, double lo, double hi, std::uint64_t most,
                                      int threads);

/// The expression over many doubles, operation by operation.
void evaluate(const tree& t, const double* x, double* out, std::size_t count);

/// The nearest half precision number.
float to_half(double value);

}  // namespace vieta::approximation
