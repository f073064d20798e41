#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "vieta/solve.hpp"

namespace vieta::report {

/// {"variables": [...], "solutions": [...], "report": {...}}, as for `newton`, and the account of the paths:
/// docs/reference/json.md. Coordinates are strings, with `digits` significant digits, or as many as are known (0).
void write_json(std::ostream& out, const polynomial_system& system, const solve_result& result, int digits = 0);

/// One solution, with all its keys; `angles` are their names.
std::string text_of(const solve_solution& solution, int digits, const std::vector<std::string>& angles = {});

/// ,"proven_paths": ...,"from": {...}: null where paths did not begin at points.
std::string from_text(const solve_report& r);

/// {"total": ..., "regular": ..., ...}
std::string account_text(const path_account& paths);

}  // namespace vieta::report
