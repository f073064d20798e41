#pragma once

#include <iosfwd>

#include "vieta/minimax_code.hpp"

namespace vieta::report {

/// A result as JSON text; `code` null when none was made. docs/reference/json.md is its description.
void write_json(std::ostream& out, const minimax_result& result, const minimax_code* code);

}  // namespace vieta::report
