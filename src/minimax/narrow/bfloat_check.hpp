#pragma once

#include "minimax/check/float_check.hpp"
#include "vieta/minimax_code.hpp"

namespace vieta::approximation {

/// Runs the program on all bfloat16 numbers of the domain, with a * b + c rounded twice and once, rounds what comes out
/// to bfloat16, and compares it with the function. Inputs without a finite true value are left out.
bfloat_error check_bfloats(const program& p, const float_domain& domain);

}  // namespace vieta::approximation
