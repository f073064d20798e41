#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "minimax/check/float_inputs.hpp"
#include "minimax/check/run_program.hpp"
#include "minimax/proof/smooth_values.hpp"

namespace vieta::approximation {

/// The largest error and the first input that has it.
struct worst_input {
  double error = 0;
  std::uint64_t at = 0;  ///< its place among the inputs
};
/// The same answer whatever the order of the stretches.
VT_HD void take(worst_input& worst, double error, std::uint64_t at) {
  if (error > worst.error || (error == worst.error && at < worst.at)) worst = {error, at};
}

/// What is checked: programs on machines, against a function.
struct check_task {
  std::vector<machine_code> codes;                     ///< one for each machine
  std::vector<std::vector<std::uint64_t>> directions;  ///< for each machine, as in error_directions
  tree reference, weight;                              ///< null: the error is absolute or relative
  bool relative = false;
  float_inputs inputs;

  /// Relative errors of numbers below this are taken of it: the smallest normal number.
  [[nodiscard]] double least() const { return inputs.half ? 0x1p-14 : 0x1p-126; }
};

/// Looks at stretches of the inputs, for one thread.
class stretch_check {
 public:
  explicit stretch_check(const check_task& task);
  stretch_check(const stretch_check&) = delete;
  stretch_check& operator=(const stretch_check&) = delete;

  /// True values of `count` inputs from `begin` on.
  void prepare(std::uint64_t begin, std::size_t count);
  [[nodiscard]] const smooth_values& reference() const { return reference_; }
  [[nodiscard]] const smooth_values& weight() const { return weight_; }
  /// All true values of a block come from polynomials.
  [[nodiscard]] bool smooth(std::size_t block) const {
    return reference_.smooth(block) && (!task_.weight || weight_.smooth(block));
  }
  /// Runs all programs on blocks [from, to) of what was prepared. Asks before each; false when it ended early.
  bool run(std::size_t from, std::size_t to, const std::function<bool()>& must_stop);

  std::vector<worst_input> worst;  ///< for each machine
  std::uint64_t left_out = 0;      ///< inputs without a finite true value

 private:
  void compare(const float* y, std::size_t n, std::uint64_t begin, worst_input& worst_of);

  const check_task& task_;
  const run_kernels& kernels_;
  std::vector<program_runner> runners_;
  smooth_values reference_, weight_;
  std::uint64_t begin_ = 0;
  std::size_t count_ = 0;
  float x_[run_block_size] = {};
  double exact_[run_block_size] = {}, weights_[run_block_size] = {};
};

}  // namespace vieta::approximation
