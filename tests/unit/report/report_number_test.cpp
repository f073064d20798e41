#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "base/number.hpp"
#include "exact/exact_real.hpp"

namespace vieta::report {
namespace {

/// Compares a decimal text with a double, exactly. The exponents here are small enough for plain big integers.
int compare(const std::string& text, double value) {
  exact::real a, b = exact::from_double(value);
  EXPECT_TRUE(exact::parse_real(text, a)) << text;
  exact::integer left = a.numerator * b.denominator, right = b.numerator * a.denominator;
  const auto shift = [](exact::integer& on, exact::integer& other, int base, std::int64_t exponent) {
    exact::integer power = boost::multiprecision::pow(exact::integer(base), static_cast<unsigned>(std::abs(exponent)));
    (exponent > 0 ? on : other) *= power;
  };
  shift(left, right, 10, a.decimal_exponent - b.decimal_exponent);
  shift(left, right, 2, a.binary_exponent - b.binary_exponent);
  return left.compare(right);
}

std::vector<double> radii() {
  std::vector<double> values = {
      0.1,    0.5,    1,   9.999999, 9.9e-16, 9.95e-16, 1e300, std::numeric_limits<double>::max(),
      5e-324, 1e-300, 123, 1e22,     1e23,    0.3};
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> exponent(-300, 300);
  for (int k = 0; k < 300; ++k) values.push_back(std::pow(10.0, exponent(random)));
  return values;
}

TEST(report_number, radii_are_never_rounded_down) {
  for (const double value : radii())
    for (const int digits : {1, 2, 3, 17}) {
      const std::string text = upward(value, digits);
      EXPECT_GE(compare(text, value), 0) << text;
      // ... and by less than one unit of the last digit.
      double back = 0;
      ASSERT_TRUE(to_double(text, back));
      if (std::isfinite(back)) {
        EXPECT_LE(back / 10, value / 10 * (1 + 1.0001 * std::pow(10.0, 1 - digits) + 1e-15)) << text;
      }
    }
}

TEST(report_number, exact_radii_read_back_and_are_never_below) {
  for (const double value : radii()) {
    const std::string text = upward_exact(value);
    EXPECT_GE(compare(text, value), 0) << text;
    double back = 0;
    ASSERT_TRUE(to_double(text, back));
    EXPECT_EQ(back, value) << text;
  }
  EXPECT_EQ(upward_exact(0), "0");
  EXPECT_EQ(upward_exact(0.5), "5e-1");
}

TEST(report_number, carries_run_through_nines) {
  EXPECT_EQ(upward(9.99e-16, 2), "1e-15");
  EXPECT_EQ(upward("9.9999e-80", 2), "1e-79");
  EXPECT_EQ(upward("1.2000001e-5000", 2), "1.3e-5000");
  EXPECT_EQ(upward("0.00012", 2), "1.2e-4");
  EXPECT_EQ(upward("0", 2), "0");
}

TEST(report_number, texts_beyond_double_become_infinity_and_zero) {
  double value = -1;
  ASSERT_TRUE(to_double("1e400", value));
  EXPECT_EQ(value, std::numeric_limits<double>::infinity());
  ASSERT_TRUE(to_double("-1e-400", value));
  EXPECT_EQ(value, 0);
  EXPECT_TRUE(std::signbit(value));
  for (const char* bad : {"", "-", "1x", "e5", "nan", "inf", "1e", "--1", "1e99999999999999999999"})
    EXPECT_FALSE(to_double(bad, value)) << bad;
}

TEST(report_number, scientific_takes_any_exponent) {
  scientific s;
  ASSERT_TRUE(to_scientific("-12.5e1000000", s));
  EXPECT_EQ(s.exponent, 1000001);
  EXPECT_DOUBLE_EQ(s.mantissa, -1.25);
  ASSERT_TRUE(to_scientific("0.00", s));
  EXPECT_EQ(s.mantissa, 0);
}

}  // namespace
}  // namespace vieta::report
