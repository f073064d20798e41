#pragma once

#include <complex>
#include <optional>
#include <string>
#include <string_view>

namespace vieta::cli {

/// A real number of an option, rounded to the nearest double: a decimal, inf and -inf, or an expression such as -pi/4,
/// 1/3, sqrt(2). Nothing for all else.
std::optional<double> typed_number(std::string_view text);

/// The same for a number that is finite and may be complex: 1+2i, -i, 2j, 1/2 - sqrt(3)/2 i.
std::optional<std::complex<double>> typed_complex(std::string_view text);

/// The double that such a number rounds to, in decimals that are read back as it: "1.4142135623730951+0i". Empty for
/// all else.
std::string typed_decimals(std::string_view text);

}  // namespace vieta::cli
