#pragma once

#include <iosfwd>
#include <string>

#include "vieta/minimax.hpp"

namespace vieta::report {

/// As `<<` prints it, with lines `of_code` on what became of it as code, and `more` in the line on the work.
void print(std::ostream& out, const minimax_result& result, const std::string& of_code, const std::string& more);

}  // namespace vieta::report
