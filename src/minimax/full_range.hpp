#pragma once

#include <string>
#include <vector>

#include "minimax/code/program.hpp"
#include "vieta/minimax.hpp"

namespace vieta::approximation {

/// What is known of a function with range reduction.
struct full_range {
  std::string form_of;   ///< the short form that its polynomial is of: that of atan for atan2, of sin for cos
  std::string function;  ///< as an expression in x; empty for two inputs
  double lo, hi;         ///< where it is defined and kept to its error, as floats
  double positive_lo;    ///< the lower end of the variant for positive arguments
  bool absolute;         ///< its error is absolute on the full range, whatever it is on the form's interval
  std::string form;      ///< in the place of that of the short form
};

/// Throws vieta::error for a function without range reduction.
const full_range& find_full_range(const std::string& function);
/// "acos, asin, ... or tanh".
std::string full_range_names();
/// Where another form of the function is known, too: the one that `form` is, else that of the short form.
const full_range& find_full_range(const std::string& function, const tree& form);
/// The problem whose form a range reduction is made for.
minimax_problem usual_problem(const full_range& f);

/// acos and asin on [-1, 1], atan, exp and tanh on all reals, log on all floats, sin up to 8192 pi, cos up to 4096 pi,
/// atan2: range reduction around the form that minimax_short_form gives; asin as pi/2 - sqrt(1-x) p(x) and atan by
/// (x-1)/(x+1), too, which need no branch. exp2, log2, cbrt, rsqrt and sinh on all floats, the activations gelu and
/// softplus, and srgb_to_linear and linear_to_srgb on [0, 1]. `positive`: without what negative (and, for
/// log, zero, subnormal and infinite) arguments need. Throws vieta::error for other functions, and for what float16
/// cannot do. `guard_nan`: NaN stays NaN even if the compiler takes a comparison for a minimum, as that of NVIDIA's
/// Vulkan driver does, and shading languages permit.
program full_range_program(const problem& p, const std::string& function, const form_numbers& numbers,
                           polynomial_order order, bool half, bool positive, const std::string& name,
                           bool guard_nan = false);

}  // namespace vieta::approximation
