#pragma once

#include <string>

#include "exact/exact_real.hpp"

namespace vieta::exact {

/// How far apart the powers in a sum may be: a million digits.
inline constexpr std::int64_t max_decimal_gap = 1'000'000;
inline constexpr std::int64_t max_binary_gap = 4'000'000;

/// Exact arithmetic. Sums bring both numbers to common powers of ten and two; when these lie more than a million
/// digits apart (1e1000000000 + 1) the sum is refused by a vieta::error that says so, and so are products and
/// quotients whose exponents leave `max_exponent`.
real negate(real value);
real add(const real& a, const real& b);
real subtract(const real& a, const real& b);
real multiply(const real& a, const real& b);
real divide(const real& a, const real& b);  ///< b is not zero

/// -1, 0, 1 for a < b, a = b, a > b. Needs the common powers only when a and b agree to twelve digits or more.
int compare(const real& a, const real& b);

/// value / unit as an integer, where unit.numerator is 1, its denominator a multiple of value's and its exponents not
/// above value's.
integer numerator_over(const real& value, const real& unit);

/// In lowest terms: "-7/5", "12". All digits of it, however many.
std::string fraction_text(const real& x);

/// 10^n and 5^n, n >= 0.
integer power_of_ten(std::int64_t n);
integer power_of_five(std::int64_t n);

/// The number of bits of |value|; 0 for 0.
std::int64_t bit_length(const integer& value);

}  // namespace vieta::exact
