#pragma once

#include "minimax/problem.hpp"

namespace vieta::approximation {

/// Whether balls around all of what lies between x and x + step prove that the error has a bound there: what grows
/// towards an end next to a pole beyond it, as 1/x towards 1e-8, has one.
bool is_bounded_beside(const problem& p, long double x, long double step);

}  // namespace vieta::approximation
