#pragma once

#include <string>

#include "vieta/minimax_code.hpp"

namespace vieta::approximation {

// x = m 2^e with sqrt(1/2) <= m < sqrt(2), by the bits of a normal float x > 0: e as a float, and m. `x` is a text that
// binds like a name.
std::string binary_exponent(code_language language, const std::string& x);
std::string binary_significand(code_language language, const std::string& x);

}  // namespace vieta::approximation
