#include "exact/exact_real.hpp"

#include <cmath>

#include "exact/arithmetic.hpp"

namespace vieta::exact {

real from_double(double value) {
  real result;
  if (value == 0) return result;
  int exponent = 0;
  const double fraction = std::frexp(value, &exponent);
  auto mantissa = static_cast<std::int64_t>(std::ldexp(fraction, 53));
  exponent -= 53;
  while (mantissa % 2 == 0) {  // odd numerators keep later integers short
    mantissa /= 2;
    ++exponent;
  }
  result.numerator = mantissa;
  result.binary_exponent = exponent;
  return result;
}

namespace {

/// The odd integer `magnitude` times 2^exponent as a double, when it is one.
bool scale_to_double(const integer& magnitude, std::int64_t exponent, bool negative, double& out) {
  const std::int64_t bits = bit_length(magnitude);
  if (bits > 53 || exponent < -1074 || exponent + bits > 1024) return false;
  const double result =
      std::ldexp(static_cast<double>(magnitude.convert_to<std::uint64_t>()), static_cast<int>(exponent));
  out = negative ? -result : result;
  return true;
}

/// Looks at the lowest digits only: by as many factors of five, up to 27, as fit one word.
bool is_divisible_by_five(const integer& value, std::int64_t times) {
  std::uint64_t power = 1;
  for (std::int64_t k = 0; k < times && k < 27; ++k) power *= 5;
  return integer(value % power).is_zero();
}

}  // namespace

bool fits_double(const real& value, double& out) {
  if (value.is_zero()) {
    out = 0;
    return true;
  }
  const bool negative = value.numerator < 0;
  integer numerator = abs(value.numerator);
  integer denominator = value.denominator;
  if (value.binary_exponent > max_exponent || value.binary_exponent < -max_exponent) return false;
  std::int64_t exponent = value.binary_exponent;
  const auto make_odd = [&exponent](integer& factor, int sign) {
    const auto zeros = static_cast<std::int64_t>(lsb(factor));
    factor >>= static_cast<unsigned long>(zeros);
    exponent += sign * zeros;
  };
  make_odd(numerator, 1);
  make_odd(denominator, -1);

  // 10^e = 5^e 2^e. What follows is quick for numbers of any length: when neither side is far longer than the other can
  // cancel, and the lowest digits do not rule a double out, at most 53 bits are left to divide for.
  const std::int64_t fives = value.decimal_exponent;
  const std::int64_t below = bit_length(denominator), above = bit_length(numerator);
  if (fives > 23 + below / 2 || fives < -(above / 2 + 1)) return false;
  const std::int64_t bits_of_fives = fives * 7 / 3;  // log2(5) < 7/3
  if (fives <= 0 && above > 54 + below - bits_of_fives) return false;
  if (fives < 0 && !is_divisible_by_five(numerator, -fives)) return false;
  exponent += fives;
  if (fives > 0) numerator *= power_of_five(fives);
  if (fives < 0) denominator *= power_of_five(-fives);
  if (bit_length(numerator) > 53 + bit_length(denominator)) return false;

  if (denominator != 1) {
    integer quotient, remainder;
    divide_qr(numerator, denominator, quotient, remainder);
    if (!remainder.is_zero()) return false;
    numerator = quotient;
  }
  return scale_to_double(numerator, exponent, negative, out);
}

}  // namespace vieta::exact
