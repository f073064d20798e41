#pragma once

#include <string>

#include "vieta/io.hpp"

namespace vieta::c {

/// A polynomial or quotient as a text: an expression, or a list of coefficients. `name` says what messages call it.
rational_function rational_of_text(const std::string& text, const char* name);

/// Its numerator; throws vieta::error where there is a denominator.
const polynomial& polynomial_of(const rational_function& read);

}  // namespace vieta::c
