#pragma once

#include <string>
#include <utility>

#include "vieta/solve.hpp"

namespace vieta::tracking {

/// Throws vieta::error for options that cannot be.
void check_options(const solve_options& options);

/// Doubles in a number of the answer, and decimal digits.
std::pair<int, int> precision_of(const solve_options& options);

/// "cpu avx512, 2 threads"
std::string target_name(int threads);

}  // namespace vieta::tracking
