#pragma once

#include <string_view>

#include "vieta/minimax.hpp"

namespace vieta::checking {

/// A result of `minimax` as its JSON has it, as far as it is checked. Throws vieta::error for what is no such result.
minimax_result read_minimax_claims(std::string_view json, std::string_view name);

}  // namespace vieta::checking
