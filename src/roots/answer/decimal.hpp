#pragma once

#include <cstdint>
#include <string>

#include "roots/answer/certificate.hpp"
#include "vieta/core/complex.hpp"
#include "vieta/core/qd.hpp"
#include "vieta/roots.hpp"

namespace vieta {

/// centre * 2^exponent with `digits` significant digits of the larger part, and a radius (given times 2^exponent) that
/// allows for the decimals left out, rounded up to `radius_digits` (9 at most).
decimal_root to_decimal(const complex<qd>& centre, std::int64_t exponent, double radius, int digits, int radius_digits);

/// The same for a centre with arbitrarily many digits.
decimal_root to_decimal(const sharp_disc& disc, int digits, int radius_digits);

/// radius * 2^exponent, rounded up to `digits` (9 at most): of a disc whose centre is written as it is.
std::string radius_to_decimal(double radius, std::int64_t exponent, int digits);

}  // namespace vieta
