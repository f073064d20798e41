#pragma once

#include <string>

#include "minimax/code/program.hpp"
#include "vieta/minimax_code.hpp"

namespace vieta::approximation {

/// What CUDA lacks for both numbers of a __half2: a choice for each, and a sign for each. Only what `p` needs.
std::string half2_helpers(const program& p);

/// What the text of `bfloat_function` includes.
std::string bfloat_headers(code_language language);

/// A function that takes and gives bfloat16 around one of floats: in CUDA of the same name, in C and C++ of bits.
std::string bfloat_function(code_language language, const std::string& name);

}  // namespace vieta::approximation
