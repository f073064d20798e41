#pragma once

#include <cstddef>

#include "vieta/components.hpp"

namespace vieta::decomposing {

/// Throws vieta::error for options that cannot be.
void check_components_options(const components_options& options, std::size_t variables);

}  // namespace vieta::decomposing
