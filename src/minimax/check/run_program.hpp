#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "minimax/check/run_kernel.hpp"
#include "minimax/code/machine_code.hpp"

namespace vieta::approximation {

/// Runs a program on its machine, in exactly the order of its steps, up to run_block_size values at a time.
class program_runner {
 public:
  explicit program_runner(const machine_code& code);

  /// The results, valid until the next call. `directions`: as in error_directions.
  const float* run(const float* first, const float* second, std::size_t n, std::uint64_t directions = 0);

 private:
  float* at(std::uint16_t place);

  const machine_code& code_;
  const run_kernels& kernels_;
  std::vector<float> memory_;  ///< one block for each place and each constant
};

/// out[i] = program(x[i]) (second input, where there is one: y[i]).
void run(const program& p, const machine& m, const float* first, const float* second, float* out, std::size_t count);

/// The expression over many doubles, operation by operation. `x` and `out` may be the same.
void evaluate(const tree& t, const double* x, double* out, std::size_t count);

}  // namespace vieta::approximation
