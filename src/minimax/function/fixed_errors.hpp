#pragma once

#include <vector>

#include "minimax/problem.hpp"

namespace vieta::approximation {

/// Inside the intervals: where the factor changes sign, with its weight or without it, and where constraints may fix a
/// value. No p has an influence on the error there, so it may be the largest, and a narrow peak. Of factors that vanish
/// without a change of sign those of powers of x and of x - c are known.
std::vector<long double> fixed_errors(const problem& p, const std::vector<long double>& fixed_at);

}  // namespace vieta::approximation
