#pragma once

#include <span>
#include <string>
#include <vector>

#include "minimax/problem.hpp"
#include "vieta/minimax.hpp"

namespace vieta::approximation {

/// A format for each coefficient, or none where one holds for all; throws vieta::error else.
void check_formats(const minimax_options& options, const problem& p);

/// The numbers that a result's coefficients are: its decimals, where a double does not hold them.
std::vector<std::string> exact_coefficients(const minimax_result& result);

/// "dd,f32".
std::string formats_text(std::span<const coefficient_format> all);

}  // namespace vieta::approximation
