#pragma once

#include <string>

#include "options.hpp"
#include "vieta/aaa.hpp"

namespace vieta::cli {

/// `vieta minimax --aaa`: a quotient for the problem's function, or for rows of two numbers, x and f(x), or of four,
/// real and imaginary parts of both, in the file `samples`. `tolerance`: 0 for the usual one; `max_seconds`: 0 for no
/// limit. The exit code.
int answer_by_aaa(const minimax_problem& problem, const std::string& samples, double tolerance, double max_seconds,
                  const output_options& where);

}  // namespace vieta::cli
