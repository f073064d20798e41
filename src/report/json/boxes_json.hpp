#pragma once

#include <iosfwd>
#include <span>

#include "vieta/boxes.hpp"

namespace vieta::report {

/// A result as JSON text, one item a line: docs/reference/boxes.md is its description.
void write_json(std::ostream& out, std::span<const box_system> systems, const boxes_result& result);

}  // namespace vieta::report
