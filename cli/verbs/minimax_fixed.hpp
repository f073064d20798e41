#pragma once

#include <string>

#include "verbs/minimax_arguments.hpp"
#include "vieta/minimax_fixed.hpp"

namespace vieta::cli {

/// What `--fixed` beside other options would leave without a meaning is told.
void expect_what_fixed_point_needs(const minimax_arguments& given, const CLI::App& verb);

/// The code that `--fixed` asks for.
fixed_code make_fixed_code(const minimax_arguments& given, const minimax_result& result);

/// "fixed point, q15 to q15: ..." for the table.
std::string fixed_code_line(const minimax_arguments& given, const fixed_code& code);

}  // namespace vieta::cli
