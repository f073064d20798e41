#include "exact/limited_arithmetic.hpp"

#include <algorithm>
#include <cmath>

#include "exact/arithmetic.hpp"
#include "vieta/error.hpp"

namespace vieta::exact {

namespace {

/// Every operation on two numbers costs about as much as this many word products, however short they are.
constexpr std::int64_t smallest_cost = 64;

#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
constexpr std::int64_t shortest_allowance = std::int64_t{1}
                                            << 22;  // sanitizers are slow, and fuzzers seek what is slow
#else
constexpr std::int64_t shortest_allowance = std::int64_t{1} << 30;  // about two seconds
#endif
constexpr std::int64_t allowance_per_character = 1024;  // long texts are read in linear time

std::int64_t words(const integer& value) { return bit_length(value) / 64 + 1; }

/// Of bringing a fraction to its lowest terms: a division of the longer by the shorter, then Euclid's algorithm. (As
/// measured with numbers of 1 to 10,000 words.)
std::int64_t reduction_cost(std::int64_t numerator, std::int64_t denominator) {
  const auto [shorter, longer] = std::minmax(numerator, denominator);
  return 256 + 128 * longer + 16 * shorter * longer + 40 * shorter * shorter;
}

/// Of bringing a number to the lower powers of ten and two that another has: 5^n by repeated squaring, whose products
/// are Karatsuba's (exponent log2(3)), and the product with it. `length` is that of the numerator, before and after.
std::int64_t alignment_cost(std::int64_t& length, const real& value, const real& other) {
  const std::int64_t tens =
      std::clamp<std::int64_t>(value.decimal_exponent - other.decimal_exponent, 0, max_decimal_gap);
  const std::int64_t twos = std::clamp<std::int64_t>(value.binary_exponent - other.binary_exponent, 0, max_binary_gap);
  if (tens == 0 && twos == 0) return 0;
  const std::int64_t fives = tens * 7 / 3 / 64 + 1;  // words of 5^tens: log2(5) < 7/3
  const std::int64_t cost = static_cast<std::int64_t>(8 * std::pow(static_cast<double>(fives), 1.585)) + fives * length;
  length += fives + (tens + twos) / 64 + 1;
  return cost + length;
}

}  // namespace

limited_arithmetic::limited_arithmetic(std::size_t text_size)
    : left_(shortest_allowance + allowance_per_character * static_cast<std::int64_t>(text_size)) {}

void limited_arithmetic::charge(std::int64_t cost) {
  left_ -= cost;
  if (left_ < 0)
    throw error("found an expansion that takes too long, expected one of less work: a lower power or shorter numbers");
}

real limited_arithmetic::add(const real& a, const real& b) {
  if (a.is_zero() || b.is_zero()) {
    charge(1);
    return a.is_zero() ? b : a;
  }
  std::int64_t left = words(a.numerator), right = words(b.numerator);
  std::int64_t cost = smallest_cost + alignment_cost(left, a, b) + alignment_cost(right, b, a) + left + right;
  if (a.denominator != 1 || b.denominator != 1) {
    const std::int64_t below_a = words(a.denominator), below_b = words(b.denominator);
    cost += left * below_b + right * below_a + below_a * below_b;
    cost += reduction_cost(std::max(left + below_b, right + below_a), below_a + below_b);
  }
  charge(cost);
  return exact::add(a, b);
}

real limited_arithmetic::multiply(const real& a, const real& b) {
  if (a.is_zero() || b.is_zero()) {
    charge(1);
    return {};
  }
  const std::int64_t above_a = words(a.numerator), above_b = words(b.numerator);
  std::int64_t cost = smallest_cost + above_a * above_b;
  if (a.denominator != 1 || b.denominator != 1) {
    const std::int64_t below_a = words(a.denominator), below_b = words(b.denominator);
    cost += below_a * below_b + reduction_cost(above_a + above_b, below_a + below_b);
  }
  charge(cost);
  return exact::multiply(a, b);
}

real limited_arithmetic::divide(const real& a, const real& b) {
  const std::int64_t above_a = words(a.numerator), above_b = words(b.numerator);
  const std::int64_t below_a = words(a.denominator), below_b = words(b.denominator);
  charge(smallest_cost + above_a * below_b + below_a * above_b + reduction_cost(above_a + below_b, below_a + above_b));
  return exact::divide(a, b);
}

}  // namespace vieta::exact
