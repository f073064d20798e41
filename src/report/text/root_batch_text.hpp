#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>

#include "vieta/root_batches.hpp"

namespace vieta::report {

/// A row for each of the first `rows` polynomials (0: all): status, centres, and the largest radius.
void print_table(std::ostream& out, const root_batch_result& result, std::size_t rows);

/// All centres, radii and statuses, and the report: docs/reference/json.md.
void write_json(std::ostream& out, const root_batch_result& result, const std::string& stopped_by);

/// Centres alone as an array of complex doubles (NumPy's .npy), a row for each polynomial, NaN behind the last root.
void write_npy(std::ostream& out, const root_batch_result& result);

}  // namespace vieta::report
