#pragma once

#include <string_view>

#include "exact/exact_real.hpp"

namespace vieta::io {

/// "-1.5", "2i", "-j", "1+2i", "1/3-2/5i", "(1,2)", "( 1 , -2 )", "(1+2j)": one exact complex number with no white
/// space outside the parentheses. Returns false, and leaves the outputs alone, for anything else.
bool parse_complex(std::string_view text, exact::real& re, exact::real& im);

/// Whether a word is what programs write for a number that is not finite: nan, inf or infinity in any case, imaginary
/// ("nanj") or not. No reader takes it for the name of a variable.
bool is_not_finite(std::string_view word);

}  // namespace vieta::io
