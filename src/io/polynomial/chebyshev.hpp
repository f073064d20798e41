#pragma once

#include <string>

#include "exact/exact_real.hpp"
#include "vieta/polynomial.hpp"

namespace vieta::io {

/// Takes the coefficients of `series` as those of c_0 T_0(x) + c_1 T_1(x) + ... and returns the same polynomial in
/// powers of x, exactly. Throws when the degree is above 5000 or the coefficients too long for the work to end soon.
polynomial from_chebyshev(const polynomial& series, const std::string& name);

/// p(u) as a polynomial in x, exactly, where u = (2 x - a - b)/(b - a) takes [a, b] to [-1, 1]; a != b.
polynomial from_domain(const polynomial& p, const exact::real& a, const exact::real& b, const std::string& name);

}  // namespace vieta::io
