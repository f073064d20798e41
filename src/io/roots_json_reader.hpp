#pragma once

#include <iosfwd>
#include <string>

#include "vieta/roots.hpp"

namespace vieta::io {

/// Reads what report::write_json wrote. Throws vieta::error that begins with `name` and says what was expected.
roots_result read_roots_json(std::istream& in, const std::string& name);

}  // namespace vieta::io
