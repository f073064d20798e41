#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_int.hpp>
#include <chrono>
#include <cmath>
#include <limits>

#include "roots/answer/decimal.hpp"

namespace vieta {
namespace {

using boost::multiprecision::cpp_int;

/// The first digits of value 2^exponent, rounded, by whole numbers of any length.
std::string leading_digits(std::int64_t value, int exponent, unsigned digits) {
  cpp_int numerator = value, denominator = 1;
  (exponent >= 0 ? numerator : denominator) <<= static_cast<unsigned>(std::abs(exponent));
  // Enough zeros that the quotient has more digits than are wanted.
  const double size = std::log10(static_cast<double>(value)) + exponent * std::log10(2.0);
  const int places = static_cast<int>(digits) - 1 - static_cast<int>(std::floor(size));
  (places >= 0 ? numerator : denominator) *= pow(cpp_int(10), static_cast<unsigned>(std::abs(places)));
  return cpp_int((2 * numerator + denominator) / (2 * denominator)).str();
}

std::string without_point(std::string text) {
  text = text.substr(0, text.find('e'));
  std::erase(text, '.');
  std::erase(text, '-');
  return text;
}

// Exponents on both sides of where products are cut.
TEST(Decimal, DigitsOfLargeAndSmallNumbers) {
  for (const int exponent : {10, 1000, 16000, 16800, 17500, 40000, 99991})
    for (const int sign : {-1, 1})
      for (const std::int64_t value : {std::int64_t{1}, std::int64_t{3}, std::int64_t{123456789012345}})
        for (const int digits : {2, 16, 17, 40}) {
          const qd re(static_cast<double>(value));
          const decimal_root found = to_decimal(complex<qd>{re, -re}, sign * exponent, 0, digits, 2);
          const std::string expected = leading_digits(value, sign * exponent, static_cast<unsigned>(digits));
          const std::string got = without_point(found.re);
          EXPECT_EQ(got.substr(got.find_first_not_of('0')), expected) << value << " 2^" << sign * exponent;
          EXPECT_EQ(found.im, "-" + found.re);
        }
}

TEST(Decimal, ExponentsOfAnySizeCostLittle) {
  for (const std::int64_t exponent : {std::int64_t{3321928094}, std::int64_t{-6643856189}, std::int64_t{1} << 60}) {
    const decimal_root found = to_decimal(complex<qd>{qd(1.5), qd(0.0)}, exponent, 0x1p-60, 17, 2);
    EXPECT_NE(found.re.find('e'), std::string::npos);
    EXPECT_EQ(found.im, "0");
    const double log10 = static_cast<double>(exponent) * 0.30102999566398119521 + std::log10(1.5);
    EXPECT_NEAR(std::stod(found.re.substr(found.re.find('e') + 1)), std::floor(log10), 1 + 1e-15 * std::fabs(log10));
  }
}

// Shifts that 32 bits do not hold: 2^-4294967200 had come out as 2^96.
TEST(Decimal, PartsSmallerByAnyPowerOfTwo) {
  for (const std::int64_t exponent : {std::int64_t{-4294967200}, std::int64_t{-4294967296}, -(std::int64_t{1} << 60)}) {
    sharp_disc disc;
    disc.re.numerator = 1;
    disc.im.numerator = -3;
    disc.im.binary_exponent = exponent;
    disc.radius = 0.5;
    disc.radius_exponent = -210;
    const decimal_root found = to_decimal(disc, 60, 2);
    EXPECT_EQ(std::stod(found.re), 1);
    EXPECT_EQ(found.im, "0");
  }
}

// A part far below the other one has no digits left.
TEST(Decimal, SmallPartsBesideLargeOnes) {
  const decimal_root found = to_decimal(complex<qd>{qd(1.0), qd(0x1p-1000)}, 200000, 0, 17, 2);
  EXPECT_EQ(found.im, "0");
}

TEST(Decimal, RadiiAreRoundedUp) {
  const auto radius = [](double r, int radius_digits) {
    return to_decimal(complex<qd>{qd(1.0), qd(0.0)}, 0, r, 40, radius_digits).radius;
  };
  EXPECT_EQ(radius(1.449, 2), "1.5e0");
  EXPECT_EQ(radius(1.449, 3), "1.45e0");
  EXPECT_EQ(radius(0.125, 9), "1.25000001e-1");
  EXPECT_EQ(radius(9.91e-7, 2), "1.0e-6");
  EXPECT_EQ(radius(0.999999999999, 9), "1.00000001e0") << "the error of the logarithm is allowed for";
  EXPECT_EQ(radius(std::numeric_limits<double>::infinity(), 2), "inf");
}

}  // namespace
}  // namespace vieta
