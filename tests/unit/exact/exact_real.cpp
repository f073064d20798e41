#include "exact/exact_real.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <string>

#include "exact/arithmetic.hpp"

namespace vieta::exact {
namespace {

real number(std::string_view text) {
  real value;
  EXPECT_TRUE(parse_real(text, value)) << text;
  return value;
}

TEST(ExactReal, ReadsWhatTheGrammarAllows) {
  const real quarter{1, 4, 0, 0};
  for (const char* text :
       {"1/4", "0.25", ".25", "+.25", "25e-2", "2.5E-1", "0.0025e+2", "1.0/4.0", "1e5/4e5", "00.250"}) {
    EXPECT_EQ(compare(number(text), quarter), 0) << text;
  }
  EXPECT_EQ(compare(number("-12"), real{-12, 1, 0, 0}), 0);
  EXPECT_EQ(compare(number("\u2212120e\u22121"), real{-12, 1, 0, 0}), 0) << "typographic minus signs";
  EXPECT_EQ(compare(number("3."), real{3, 1, 0, 0}), 0);
  for (const char* text : {"0x1/0x4", "0X.4", "0x1p-2", "0x1/4", "0x1p1/0x8", "0x0A/0x2.8p+4"})
    EXPECT_EQ(compare(number(text), quarter), 0) << text;
  EXPECT_TRUE(number("0e5").is_zero());
  EXPECT_TRUE(number("-0.000").is_zero());
}

TEST(ExactReal, ReadsHexadecimalDigitsOfAnyNumber) {
  for (const std::size_t digits : {1U, 15U, 16U, 17U, 32U, 33U, 100'001U}) {
    const std::string ones(digits, 'f');
    const real value = number("-0x" + ones + "/0x1" + std::string(digits, '0'));
    const integer power = integer(1) << (4 * digits);
    EXPECT_EQ(compare(value, real{integer(1) - power, power, 0, 0}), 0) << digits;
    EXPECT_EQ(compare(number("0x" + ones + "." + ones), number("0x" + ones + ones + "p-" + std::to_string(4 * digits))),
              0);
  }
}

TEST(ExactReal, RefusesEverythingElseAndLeavesTheOutputAlone) {
  for (const char* text : {"",
                           "+",
                           "-",
                           ".",
                           "e5",
                           ".e5",
                           "1e",
                           "1e+",
                           "1.2.3",
                           " 1",
                           "1 ",
                           "1/",
                           "/2",
                           "1/0",
                           "1/0.0",
                           "1/-2",
                           "--1",
                           "-\u22121",
                           "\u2212",
                           "\u20131",
                           "+-1",
                           "0x",
                           "0x1g",
                           "0x1p",
                           "0x1p+",
                           "0x1/0x",
                           "0x1/0x0",
                           "0x1/-0x2",
                           "1d",
                           "1/2/3",
                           "nan",
                           "inf",
                           "1e9999999999999999999",
                           "1e1000000000000000001",
                           "1_000",
                           "1,5"}) {
    real value{7, 1, 0, 0};
    EXPECT_FALSE(parse_real(text, value)) << text;
    EXPECT_EQ(value.numerator, 7) << text;
  }
  EXPECT_TRUE(parse_real("1e1000000000000000000", *std::make_unique<real>()));
}

TEST(ExactReal, ReadsLongNumbersAsWritten) {
  for (const std::size_t size : {17UL, 18UL, 19UL, 36UL, 37UL, 100UL, 1000UL, 5000UL}) {
    std::string digits;
    for (std::size_t k = 0; k < size; ++k) digits += static_cast<char>('0' + (k * k + 3 * k + 1) % 10);
    EXPECT_EQ(number(digits).numerator, integer(digits.substr(digits.find_first_not_of('0')))) << size;
  }
  EXPECT_EQ(number("123456789012345678901.5").numerator, integer("1234567890123456789015"));
  EXPECT_EQ(number(std::string(100000, '9')).numerator, power_of_ten(100000) - 1);
}

TEST(ExactReal, RefusesMoreDigitsThanItCanReadSoon) {
  real value;
  EXPECT_FALSE(parse_real(std::string(max_digits + 1, '7'), value));
}

TEST(ExactReal, ADoubleIsExactlyWhatItStores) {
  for (const double x : {1.0, -0.1, 3.0e300, 5e-324, std::numeric_limits<double>::max(), 1.0 / 3, -123456.789}) {
    const real value = from_double(x);
    EXPECT_EQ(value.decimal_exponent, 0);
    EXPECT_EQ(std::ldexp(value.numerator.convert_to<double>(), static_cast<int>(value.binary_exponent)), x);
    double back = 0;
    EXPECT_TRUE(fits_double(value, back));
    EXPECT_EQ(back, x);
  }
  EXPECT_TRUE(from_double(-0.0).is_zero());
}

TEST(ExactReal, FitsADoubleOnlyWhenExact) {
  const auto fitted = [](const char* text) {
    double value = std::nan("");
    return fits_double(number(text), value) ? value : std::nan("");
  };
  EXPECT_EQ(fitted("0"), 0);
  EXPECT_EQ(fitted("0.5"), 0.5);
  EXPECT_EQ(fitted("-0.375"), -0.375);
  EXPECT_EQ(fitted("1e22"), 1e22);
  EXPECT_EQ(fitted("9007199254740992"), 9007199254740992.0);
  EXPECT_EQ(fitted("3e15/15e14"), 2);
  EXPECT_EQ(fitted("7e400/14e400"), 0.5);
  EXPECT_EQ(fitted("0.1/0.2"), 0.5);
  EXPECT_TRUE(std::isnan(fitted("0.1")));
  EXPECT_TRUE(std::isnan(fitted("1/3")));
  EXPECT_TRUE(std::isnan(fitted("9007199254740993")));
  EXPECT_TRUE(std::isnan(fitted("1e23")));
  EXPECT_TRUE(std::isnan(fitted("1e309")));
  EXPECT_TRUE(std::isnan(fitted("1e1000000000000000000")));
  EXPECT_TRUE(std::isnan(fitted("1e-1000000000000000000")));
}

TEST(ExactReal, LongNumbersAreJudgedAtOnce) {
  double value = 0;
  const integer five = power_of_five(100000), three = pow(integer(3), 100000U);
  EXPECT_TRUE(fits_double({five, 1, -100000, 100000}, value));
  EXPECT_EQ(value, 1);
  EXPECT_TRUE(fits_double({integer(three * 7), three, 0, -3}, value));
  EXPECT_EQ(value, 0.875);
  EXPECT_FALSE(fits_double({integer(five + 5), 1, -100000, 100000}, value));
  EXPECT_FALSE(fits_double({integer(three * three), three, 0, 0}, value));
  EXPECT_FALSE(fits_double({five, three, -100000, 0}, value));
}

TEST(ExactReal, KnowsTheEndsOfTheDoubles) {
  double value = 0;
  EXPECT_TRUE(fits_double({1, 1, 0, -1074}, value));
  EXPECT_EQ(value, 5e-324);
  EXPECT_FALSE(fits_double({1, 1, 0, -1075}, value));
  EXPECT_TRUE(fits_double({1, 1, 0, 1023}, value));
  EXPECT_FALSE(fits_double({1, 1, 0, 1024}, value));
  EXPECT_FALSE(fits_double({3, 1, 0, -1075}, value));
  EXPECT_TRUE(fits_double({6, 1, 0, -1075}, value));
}

}  // namespace
}  // namespace vieta::exact
