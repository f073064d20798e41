#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "exact/arithmetic.hpp"
#include "exact/exact_real.hpp"
#include "vieta/error.hpp"

namespace vieta::exact {
namespace {

real number(std::string_view text) {
  real value;
  EXPECT_TRUE(parse_real(text, value)) << text;
  return value;
}

/// The sum of the limbs as an exact number, without the exponent.
real mantissa(const expansion& e) {
  real sum;
  for (const double limb : e.limb) sum = add(sum, from_double(limb));
  return sum;
}

void expect_shape(const expansion& e) {
  EXPECT_GE(std::fabs(e.limb[0]), 0.5);
  EXPECT_LT(std::fabs(e.limb[0]), 1.0);
  for (int k = 0; k < 3; ++k) {
    if (e.limb[k] == 0) {
      EXPECT_EQ(e.limb[k + 1], 0);
    } else {
      const double half_ulp = std::ldexp(1.0, std::ilogb(e.limb[k]) - 53);
      EXPECT_LE(std::fabs(e.limb[k + 1]), half_ulp);
    }
  }
}

/// Exact arithmetic as the oracle: |limbs * 2^exponent - value| <= 2^-208 |value|.
void expect_close(const real& value) {
  const expansion e = to_expansion(value);
  expect_shape(e);
  real approximation = mantissa(e);
  approximation.binary_exponent += e.exponent;
  real difference = subtract(approximation, value);
  difference.numerator = abs(difference.numerator);
  real bound = value;
  bound.numerator = abs(bound.numerator);
  bound.binary_exponent -= 208;
  EXPECT_LE(compare(difference, bound), 0);
}

TEST(Expansion, IsCloseToTheNumber) {
  for (const char* text :
       {"1", "-1", "0.1", "-1/3", "1e5/3", "123456789.987654321e-30", "1e400", "-1e-400", "3e2000/7e-900",
        "99999999999999999999999999999999999999999999999999999999999999999999999999999999999",
        "0.99999999999999999999999999999999999999999999999999999999999999999999999999999999", "18014398509481983",
        "18014398509481985", "1e127", "1e-127", "1e128", "1e-128", "1e12345"}) {
    SCOPED_TRACE(text);
    expect_close(number(text));
  }
}

TEST(Expansion, OfLongNumbers) {
  expect_close(number(std::string(5000, '9')));
  expect_close(number("-1/" + std::string(3000, '7')));
  expect_close({(integer(1) << 400U) - 1, 1, 0, 0});
  expect_close({(integer(1) << 400U) + 1, 1, 0, -400});
  expect_close({(integer(1) << 54U) - 1, 1, 0, 12345});
}

TEST(Expansion, OfADoubleIsExact) {
  for (const double x : {1.0, -0.1, 5e-324, 1.7976931348623157e308, 1.0 / 3}) {
    const expansion e = to_expansion(from_double(x));
    EXPECT_EQ(std::ldexp(e.limb[0], static_cast<int>(e.exponent)), x);
    EXPECT_EQ(e.limb[1], 0);
  }
  const expansion zero = to_expansion({});
  EXPECT_EQ(zero.limb[0], 0);
  EXPECT_EQ(zero.exponent, 0);
}

TEST(Expansion, ShortIntegersAreExact) {
  const integer value = (integer(1) << 211U) + (integer(1) << 150U) - 12345;
  const expansion e = to_expansion({value, 1, 0, 0});
  EXPECT_EQ(compare(mantissa(e), {value, 1, 0, -e.exponent}), 0);
}

/// Powers far too long to write out; the mantissas come from 140-digit logarithms (Python's decimal module).
TEST(Expansion, OfHugeDecimalExponents) {
  struct known {
    const char* text;
    std::int64_t exponent;
    const char* mantissa;
  };
  const known cases[] = {{"1e1000000000", 3321928095,
                          "0.92489554608387374024667993754803933525623125013526390136530324756678255007968548"},
                         {"-1e-999999999999999999", -3321928094887362344,
                          "-0.68378214919229356121985300967328436269663978825126229521095440832872300212585956"},
                         {"1e12345678901", 41011457592,
                          "0.80666150184370617711967947640885516053843381620057206643969521273585670682857306"}};
  for (const known& k : cases) {
    const expansion e = to_expansion(number(k.text));
    expect_shape(e);
    EXPECT_EQ(e.exponent, k.exponent) << k.text;
    real difference = subtract(mantissa(e), number(k.mantissa));
    difference.numerator = abs(difference.numerator);
    EXPECT_LT(compare(difference, real{1, 1, 0, -209}), 0) << k.text;
  }
}

TEST(Expansion, RefusesExponentsThatNoNumberReadHas) {
  EXPECT_THROW(to_expansion({1, 1, max_exponent + 1, 0}), error);
  EXPECT_THROW(to_expansion({1, 1, 0, -max_exponent - 1}), error);
  EXPECT_NO_THROW(to_expansion({1, 3, -max_exponent, -max_exponent}));
}

}  // namespace
}  // namespace vieta::exact
