#pragma once

#include <string>
#include <string_view>

namespace vieta::cli {

/// The double that a number such as 1/3, pi/4 or 1/2 - sqrt(3)/2 i rounds to, in decimals that are read back as it:
/// "1.4142135623730951+0i". Empty for all else.
std::string typed_decimals(std::string_view text);

}  // namespace vieta::cli
