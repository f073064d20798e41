#pragma once

#include <string>
#include <vector>

#include "minimax/fixed/fixed_program.hpp"

namespace vieta::approximation {

/// Whether fixed-point code can be written in it: C, C++, CUDA, Rust.
bool has_integers(code_language language);

/// The program as a function, below these lines of comment.
std::string emit(const fixed_program& program, code_language language, const std::string& name,
                 const std::vector<std::string>& comment);

}  // namespace vieta::approximation
