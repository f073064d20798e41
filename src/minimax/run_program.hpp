#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "minimax/machine.hpp"
#include "minimax/program.hpp"
#include "minimax/run_kernel.hpp"

namespace vieta::approximation {

/// Runs a program on a machine, in exactly the order of its steps, up to run_block_size values at a time.
class program_runner {
 public:
  program_runner(const program& p, const machine& m);

  /// How many steps of the program the machine does not round correctly.
  [[nodiscard]] int inexact() const { return inexact_; }
  /// The results, valid until the next call. Bit k of `directions` says which way the k-th inexact step errs.
  const float* run(const float* first, const float* second, std::size_t n, std::uint64_t directions = 0);

 private:
  const program& program_;
  machine machine_;
  const run_kernels& kernels_;
  std::vector<float> memory_;  ///< one block for each step
  int inexact_ = 0;
  double direction_ = 1;
};

/// out[i] = program(x[i]) (second input, where there is one: y[i]).
void run(const program& p, const machine& m, const float* first, const float* second, float* out, std::size_t count);

/// The expression over many doubles, operation by operation. `x` and `out` may be the same.
void evaluate(const tree& t, const double* x, double* out, std::size_t count);

/// The nearest half precision number.
float to_half(double value);

}  // namespace vieta::approximation
