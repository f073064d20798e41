#pragma once

#include <string>
#include <vector>

#include "minimax/rounded/rounded_check.hpp"
#include "vieta/minimax_code.hpp"

namespace vieta::approximation {

/// C, C++ and CUDA.
bool has_doubles(code_language language);

/// The function, and beside it name_in_double: its value before the last rounding.
std::string emit(const rounded_function& f, const std::vector<rounded_exception>& exceptions, code_language language,
                 const std::string& name, const std::vector<std::string>& comment);

}  // namespace vieta::approximation
