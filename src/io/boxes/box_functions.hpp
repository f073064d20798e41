#pragma once

#include <cstdint>

#include "io/boxes/boxes_polynomial.hpp"

namespace vieta::io {

/// Whether a sine or cosine of unknowns occurs, itself.
bool has_sines(const system_polynomial& p, const box_variables& on);
/// The coordinate that a variable or a root is.
std::uint32_t axis_of(std::uint32_t variable, const box_variables& on);
/// The function that a polynomial in variables, roots and sines is, on the box. Throws vieta::error where it varies too
/// much there for polynomials of degree 64.
local_form local_form_of(const system_polynomial& p, box_variables& on);

}  // namespace vieta::io
