#pragma once

#include <iosfwd>
#include <string>
#include <string_view>

#include "vieta/roots.hpp"

namespace vieta::report {

/// A result as JSON text, one root a line, streamed: docs/reference/json.md is its description.
void write_json(std::ostream& out, const roots_result& result, bool with_intervals = false);
void write_json(std::ostream& out, const verification& result);

/// A text in quotes, escaped.
std::string json_text(std::string_view text);

}  // namespace vieta::report
