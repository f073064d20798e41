#pragma once

#include <iosfwd>
#include <string>
#include <string_view>

#include "vieta/export.hpp"
#include "vieta/polynomial.hpp"

namespace vieta {

/// How a polynomial is written down. `automatic` looks at the content (and, for .npy, the magic bytes).
/// - list: numbers separated by white space or commas, ascending; '#' starts a comment; complex as "1+2i" or "(1,2)"
/// - json: [1, 2.5, "1/3", [re, im], ...] or {"coefficients": [...]}; strings hold exact numbers
/// - npy: a one-dimensional NumPy array (f4, f8, i*, u*, c8, c16), ascending
/// - expression: "x^5 - x - 1"
/// - pol: MPSolve's files, the old letters form (sri, dcf, ...) and the newer `Key=value;` form
enum class format { automatic, list, json, npy, expression, pol };

/// Reads a file; "-" is standard input. Throws vieta::error "FILE:LINE: found ..., expected ...".
VIETA_API polynomial read_polynomial(const std::string& path, format how = format::automatic);

/// Reads a text; `name` stands for the file in messages.
VIETA_API polynomial read_polynomial(std::string_view text, const std::string& name, format how);

}  // namespace vieta
