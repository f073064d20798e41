#pragma once

#include <vector>

namespace vieta::approximation {

/// The real parts of a square matrix's eigenvalues, in no order. They are starting points: an iteration that needs an
/// eigenvalue sharpens them, and finds out which belong to real ones.
std::vector<long double> eigenvalues_real_parts(const std::vector<std::vector<long double>>& matrix);

}  // namespace vieta::approximation
