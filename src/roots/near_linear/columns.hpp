#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "roots/near_linear/device_roots.hpp"
#include "roots/near_linear/root_discs.hpp"

namespace vieta::near_linear {

/// All roots of a polynomial of this degree as a device gives them: columns in order, the upper half of those of a real
/// polynomial. They take a tenth of the memory of discs, whose pages take a large part of the time of millions. Nothing
/// where that is not the whole answer to `digits` digits, 15 at most: where discs are not as small, or meet when
/// centres become doubles, where a root meets an axis and exact arithmetic may have to tell whether it lies there, or
/// where there are fewer roots than the degree.
std::optional<device_roots> to_columns(const std::vector<located_root>& roots, std::int64_t degree, bool is_real,
                                       int digits, int threads);

}  // namespace vieta::near_linear
