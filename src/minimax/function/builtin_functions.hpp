#pragma once

#include <string>

#include "vieta/minimax_code.hpp"

namespace vieta::approximation {

/// Whether a language, or what code in it includes, has a function or type of this name. Code of that name would call
/// itself in its place, be ambiguous, or be refused by the compiler (ESSL 3.00, 6.1).
bool is_builtin(code_language language, const std::string& name);

}  // namespace vieta::approximation
