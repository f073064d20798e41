#pragma once

#include <iosfwd>

#include "vieta/minimax_code.hpp"
#include "vieta/minimax_fixed.hpp"

namespace vieta::report {

/// A result as JSON text; `code` and `fixed` null when none was made. docs/reference/json.md is its description.
void write_json(std::ostream& out, const minimax_result& result, const minimax_code* code,
                const fixed_code* fixed = nullptr);

}  // namespace vieta::report
