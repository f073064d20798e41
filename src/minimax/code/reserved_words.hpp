#pragma once

#include <string>

#include "vieta/minimax_code.hpp"

namespace vieta::approximation {

/// Whether a language keeps this identifier for itself, so that no function may have it as its name.
bool is_reserved(code_language language, const std::string& name);

}  // namespace vieta::approximation
