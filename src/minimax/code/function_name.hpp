#pragma once

#include <string>

#include "minimax/problem.hpp"
#include "vieta/minimax_code.hpp"

namespace vieta::approximation {

/// Throws vieta::error where the language keeps the name for itself, or it is no identifier.
void check_function_name(const std::string& name, code_language language);

/// "fast_acos", "fast_function".
std::string default_function_name(const problem& p);

}  // namespace vieta::approximation
