#pragma once

#include <string>

#include "vieta/polynomial.hpp"

namespace vieta::report {

/// "1 - 3x + 2x^2": the powers ascend, as the coefficients in a list do. What has more than 20 digits is cut:
/// "3.14159...".
std::string polynomial_text(const polynomial& p, const std::string& variable);

}  // namespace vieta::report
