#pragma once

#include <iosfwd>
#include <string>
#include <string_view>

#include "vieta/roots.hpp"

namespace vieta::report {

/// What a result's JSON has beside the usual.
struct roots_json_form {
  bool in_doubles = false;  ///< numbers of many digits as the nearest doubles, not as strings; radii are about these
  bool with_intervals = false;  ///< of each real root, with rational ends
};

/// A result as JSON text, one root a line, streamed: docs/reference/json.md is its description.
void write_json(std::ostream& out, const roots_result& result, roots_json_form form = {});
void write_json(std::ostream& out, const verification& result);

/// A text in quotes, escaped.
std::string json_text(std::string_view text);

}  // namespace vieta::report
