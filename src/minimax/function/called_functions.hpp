#pragma once

#include <string>
#include <string_view>

#include "minimax/code/program.hpp"
#include "vieta/minimax_code.hpp"

namespace vieta::approximation {

/// What a language calls a function of one number: "log1p" is std::log1p, log1pf, np.log1p or .ln_1p(). Empty where it
/// has none, as GLSL has no erf. `operation::abs` and `operation::sqrt` are among them.
std::string_view called(code_language language, operation function);

/// The functions of a program that a language lacks, separated by commas.
std::string lacking(code_language language, const program& p);

/// Languages that have them all: "cuda, c or cpp".
std::string languages_for(const program& p);

}  // namespace vieta::approximation
