#pragma once

#include <cstddef>
#include <vector>

#include "vieta/roots.hpp"

namespace vieta::checking {

/// For each root the first one before it that claims the same of the mirror image of its disc, or the root itself.
/// Those of a real polynomial hold as many roots as each other.
std::vector<std::size_t> mirrored_before(const roots_result& result);

}  // namespace vieta::checking
