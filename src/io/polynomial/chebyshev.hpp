#pragma once

#include <string>

#include "vieta/polynomial.hpp"

namespace vieta::io {

/// Takes the coefficients of `series` as those of c_0 T_0(x) + c_1 T_1(x) + ... and returns the same polynomial in
/// powers of x, exactly. Throws when the degree is above 5000 or the coefficients too long for the work to end soon.
polynomial from_chebyshev(const polynomial& series, const std::string& name);

}  // namespace vieta::io
