#pragma once

#include <iosfwd>
#include <optional>
#include <string>

#include "vieta/roots.hpp"

namespace vieta::io {

/// Reads what report::write_json wrote. Throws vieta::error that begins with `name` and says what was expected.
roots_result read_roots_json(std::istream& in, const std::string& name);

/// What it has under "poles", if it has that: the same, of the denominator of a quotient.
std::optional<roots_result> read_poles_json(std::istream& in, const std::string& name);

}  // namespace vieta::io
