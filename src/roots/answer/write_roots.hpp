#pragma once

#include <vector>

#include "roots/answer/assembly_entry.hpp"
#include "vieta/roots.hpp"

namespace vieta {

/// Appends the entries to a result as roots, by modulus, then |argument|, the upper one of two conjugates first, and
/// counts statuses in the report; those outside of the region are left out. An entry without a proof appears once for
/// each of its roots. `wants_decimal`: as decimals, too.
void write_roots(roots_result& result, const std::vector<assembly_entry>& entries, int digits, bool wants_decimal,
                 int threads);

}  // namespace vieta
