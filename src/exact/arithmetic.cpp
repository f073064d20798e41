#include "exact/arithmetic.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "vieta/error.hpp"

namespace vieta::exact {

namespace {

void refuse_gap(std::int64_t a, std::int64_t b, const char* base) {
  throw error("exact sum: found powers " + std::string(base) + "^" + std::to_string(a) + " and " + base + "^" +
              std::to_string(b) + ", expected powers at most a million digits apart");
}

void check_exponents(const real& value) {
  if (std::max(value.decimal_exponent, value.binary_exponent) > max_exponent ||
      std::min(value.decimal_exponent, value.binary_exponent) < -max_exponent) {
    throw error("exact number: found an exponent beyond 10^18, expected at most 10^18");
  }
}

/// Writes value = numerator / denominator * 10^decimal * 2^binary with exponents that are not above its own.
integer numerator_at(const real& value, std::int64_t decimal, std::int64_t binary) {
  if (value.decimal_exponent - decimal > max_decimal_gap) refuse_gap(value.decimal_exponent, decimal, "10");
  if (value.binary_exponent - binary > max_binary_gap) refuse_gap(value.binary_exponent, binary, "2");
  integer result = value.numerator;
  if (value.decimal_exponent != decimal) result *= power_of_ten(value.decimal_exponent - decimal);
  if (value.binary_exponent != binary) result <<= static_cast<unsigned long>(value.binary_exponent - binary);
  return result;
}

struct division {
  integer quotient, remainder;
};

/// Of a >= 0 by b > 0. Boost's subtracts from all of a for each word of the quotient: by halves it costs as much as the
/// product of quotient and b.
division divide_by_halves(const integer& a, const integer& b) {
  constexpr std::size_t few_words = 32;
  if (a.words().size() <= 2 * b.words().size() + few_words) {
    division whole;
    divide_qr(a, b, whole.quotient, whole.remainder);
    return whole;
  }
  const auto half = static_cast<unsigned long>(bit_length(a) / 2);
  const integer high = a >> half;
  const division of_high = divide_by_halves(high, b);
  const division of_low = divide_by_halves((of_high.remainder << half) + (a - (high << half)), b);
  return {(of_high.quotient << half) + of_low.quotient, of_low.remainder};
}

integer divided(const integer& a, const integer& b) {
  return a < 0 ? integer(-divide_by_halves(integer(-a), b).quotient) : divide_by_halves(a, b).quotient;
}

void reduce(real& value) {
  if (value.is_zero()) {
    value = real{};
  } else if (value.denominator != 1) {
    // The first step of Euclid's algorithm here: Boost's takes numbers of very different sizes bit by bit.
    const integer size = abs(value.numerator);
    const integer common = size > value.denominator
                               ? gcd(divide_by_halves(size, value.denominator).remainder, value.denominator)
                               : gcd(size, divide_by_halves(value.denominator, size).remainder);
    if (common != 1) {
      value.numerator = divided(value.numerator, common);
      value.denominator = divided(value.denominator, common);
    }
  }
}

}  // namespace

std::int64_t bit_length(const integer& value) {
  if (value.is_zero()) return 0;
  return static_cast<std::int64_t>(value < 0 ? msb(integer(-value)) : msb(value)) + 1;
}

integer power_of_five(std::int64_t n) { return pow(integer(5), static_cast<unsigned>(n)); }

integer power_of_ten(std::int64_t n) { return power_of_five(n) << static_cast<unsigned long>(n); }

integer numerator_over(const real& value, const real& unit) {
  if (value.is_zero()) return 0;
  check_exponents(value);
  const integer numerator = numerator_at(value, unit.decimal_exponent, unit.binary_exponent);
  return value.denominator == unit.denominator ? numerator : numerator * (unit.denominator / value.denominator);
}

real negate(real value) {
  value.numerator.negate();
  return value;
}

real add(const real& a, const real& b) {
  if (a.is_zero()) return b;
  if (b.is_zero()) return a;
  check_exponents(a);
  check_exponents(b);
  real sum;
  sum.decimal_exponent = std::min(a.decimal_exponent, b.decimal_exponent);
  sum.binary_exponent = std::min(a.binary_exponent, b.binary_exponent);
  const integer left = numerator_at(a, sum.decimal_exponent, sum.binary_exponent);
  const integer right = numerator_at(b, sum.decimal_exponent, sum.binary_exponent);
  if (a.denominator == b.denominator) {
    sum.numerator = left + right;
    sum.denominator = a.denominator;
  } else {
    sum.numerator = left * b.denominator + right * a.denominator;
    sum.denominator = a.denominator * b.denominator;
  }
  reduce(sum);
  return sum;
}

real subtract(const real& a, const real& b) { return add(a, negate(b)); }

real multiply(const real& a, const real& b) {
  if (a.is_zero() || b.is_zero()) return {};
  check_exponents(a);
  check_exponents(b);
  real product{integer(a.numerator * b.numerator), integer(a.denominator * b.denominator),
               a.decimal_exponent + b.decimal_exponent, a.binary_exponent + b.binary_exponent};
  check_exponents(product);
  reduce(product);
  return product;
}

real divide(const real& a, const real& b) {
  if (b.is_zero()) throw error("exact quotient: found a zero divisor, expected a number other than zero");
  check_exponents(b);
  real inverse{b.denominator, abs(b.numerator), -b.decimal_exponent, -b.binary_exponent};
  if (b.numerator < 0) inverse.numerator.negate();
  return multiply(a, inverse);
}

int compare(const real& a, const real& b) {
  const int sign = a.numerator.sign();
  if (sign != b.numerator.sign()) return sign < b.numerator.sign() ? -1 : 1;
  if (sign == 0) return 0;
  const expansion left = to_expansion(a), right = to_expansion(b);
  const std::int64_t gap = left.exponent - right.exponent;
  if (gap > 1 || gap < -1) return gap > 0 ? sign : -sign;
  const double difference = std::ldexp(left.limb[0], static_cast<int>(gap)) - right.limb[0];
  if (std::fabs(difference) > 1e-12) return difference < 0 ? -1 : 1;
  return subtract(a, b).numerator.sign();
}

std::string fraction_text(const real& x) {
  integer above = x.numerator, below = x.denominator;
  const integer ten = power_of_ten(std::abs(x.decimal_exponent));
  (x.decimal_exponent >= 0 ? above : below) *= ten;
  (x.binary_exponent >= 0 ? above : below) <<= static_cast<std::size_t>(std::abs(x.binary_exponent));
  const integer common = gcd(above, below);
  if (common > 1) above /= common, below /= common;
  return below == 1 ? above.str() : above.str() + '/' + below.str();
}

}  // namespace vieta::exact
