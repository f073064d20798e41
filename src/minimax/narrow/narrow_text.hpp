#pragma once

#include <string>

#include "minimax/code/program.hpp"
#include "vieta/minimax_code.hpp"

namespace vieta::approximation {

/// What CUDA lacks for both numbers of a __half2: a choice for each, and a sign for each. Only what `p` needs.
std::string half2_helpers(const program& p);

/// Half precision goes by way of float, which is exact and keeps -0: bits of 16 would take more extensions. A half as
/// float, and back to the language's `type`, rounded.
std::string half_as_float(code_language language, const std::string& value);
std::string half_from_float(code_language language, const std::string& value, const std::string& type);

/// As floats: a half rounded to a whole number, and a half times 2^k for a whole k of -126 at least.
std::string half_rounded(code_language language, const std::string& value);
std::string half_scaled(code_language language, const std::string& value, const std::string& k);
/// Both numbers of a __half2, each by its own 2^k.
std::string half2_scaled(const std::string& value, const std::string& k);

/// What the text of `bfloat_function` includes.
std::string bfloat_headers(code_language language);

/// A function that takes and gives bfloat16 around one of floats: in CUDA of the same name, in C and C++ of bits.
std::string bfloat_function(code_language language, const std::string& name);

}  // namespace vieta::approximation
