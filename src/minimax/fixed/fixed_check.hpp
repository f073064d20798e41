#pragma once

#include <cstdint>
#include <vector>

#include "base/run_limits.hpp"
#include "minimax/fixed/fixed_program.hpp"
#include "minimax/function/tree.hpp"

namespace vieta::approximation {

/// What a function of integers ought to give, in units of the output: `value` up to `radius`, whatever the range.
struct fixed_target {
  double value = 0, radius = 0;
};

/// By ball arithmetic, or, without Arb or where `fast`, in long double: then `radius` is infinite. Throws vieta::error
/// where the function has no value.
fixed_target target_of(const tree& function, const fixed_program& program, std::int64_t x, bool fast);

/// Throws vieta::error where `target`, in units, lies more than one unit beyond the output's range: no clamp makes that
/// a rounding error. One unit is that of cos(0) = 1 in q15.
void refuse_beyond(const fixed_program& program, const tree& function, double target);

struct fixed_check {
  double error = 0, bound = 0;  ///< met; not exceeded by the inputs that were run (infinite without a proof)
  std::int64_t worst_at = 0;
  std::uint64_t inputs = 0, correctly_rounded = 0;
  bool exhaustive = false, saturates = false;
};

/// Moves the constants of a program whose inputs are few, as long as its largest avoidable error falls; `targets` has
/// all inputs.
void improve(fixed_program& program, const std::vector<fixed_target>& targets, const run_limits& limits);

fixed_check check_all(const fixed_program& program, const std::vector<fixed_target>& targets);

/// Of inputs at even distances, about `most` of them, the ends among them.
fixed_check check_some(const fixed_program& program, const tree& function, std::uint64_t most,
                       const run_limits& limits);

}  // namespace vieta::approximation
