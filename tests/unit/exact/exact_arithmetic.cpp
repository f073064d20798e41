#include <gtest/gtest.h>

#include <string>

#include "exact/arithmetic.hpp"
#include "vieta/error.hpp"

namespace vieta::exact {
namespace {

real number(std::string_view text) {
  real value;
  EXPECT_TRUE(parse_real(text, value)) << text;
  return value;
}

void expect_equal(const real& value, const char* text) { EXPECT_EQ(compare(value, number(text)), 0) << text; }

TEST(ExactArithmetic, AddsAndSubtracts) {
  expect_equal(add(number("0.1"), number("0.2")), "0.3");
  expect_equal(add(number("1/3"), number("1/6")), "1/2");
  expect_equal(subtract(number("1"), number("1e-400")), ("0." + std::string(400, '9')).c_str());
  expect_equal(add(from_double(0.5), number("1e-3")), "0.501");
  EXPECT_TRUE(subtract(number("1/7"), number("2/14")).is_zero());
  expect_equal(add(number("0"), number("1e1000000000")), "1e1000000000");
  expect_equal(add(number("2e1000000000"), number("3e1000000000")), "5e1000000000");
}

TEST(ExactArithmetic, TakesOutWhatNumeratorAndDenominatorShareWhateverTheirSizes) {
  const real large = add(number("1e200000/21"), number("2/21"));  // 10^200000 + 2 is 0 modulo 3, 4 modulo 7
  EXPECT_EQ(large.denominator, 7);
  const real small = multiply(number("6"), divide(number("1"), add(number("1e200000"), number("2"))));
  EXPECT_EQ(small.numerator, 1);
  expect_equal(multiply(large, small), "6/21");
  EXPECT_EQ(add(number("-5/6"), number("1/3")).denominator, 2);
  // What both share has many words, and the numerator many more (found by fuzzing: it took seconds).
  const real shared = number("1" + std::string(400, '7'));
  const real far = add(number("1e100000"), number("5"));  // 6 modulo 11, 8 modulo 13
  for (const real& sign : {number("1"), number("-1")}) {
    const real product = multiply(multiply(far, shared), sign);
    const real back = multiply(product, divide(number("1/11"), multiply(shared, number("13"))));
    EXPECT_EQ(compare(back, multiply(multiply(far, sign), number("1/143"))), 0);
    EXPECT_EQ(back.denominator, 143);
  }
}

TEST(ExactArithmetic, MultipliesAndDivides) {
  expect_equal(multiply(number("-0.1"), number("3/7")), "-3/70");
  expect_equal(multiply(number("1e500000000"), number("1e-500000000")), "1");
  expect_equal(divide(number("1"), number("-3")), "-1/3");
  expect_equal(divide(number("0"), number("-3")), "0");
  EXPECT_THROW(divide(number("1"), {}), error);
  EXPECT_THROW(multiply(number("1e1000000000000000000"), number("1e1")), error);
}

TEST(ExactArithmetic, RefusesASumThatWouldNeedABillionDigits) {
  try {
    add(number("1e1000000000"), number("1"));
    FAIL();
  } catch (const error& refused) {
    EXPECT_STREQ(refused.what(),
                 "exact sum: found powers 10^1000000000 and 10^0, expected powers at most a million digits apart");
  }
}

TEST(ExactArithmetic, ComparesAcrossAllSizes) {
  EXPECT_LT(compare(number("1e999999999"), number("1e1000000000")), 0);
  EXPECT_EQ(compare(number("10e999999999"), number("1e1000000000")), 0);
  EXPECT_GT(compare(number("-1"), number("-1e1000000000")), 0);
  EXPECT_GT(compare(number("1"), number("-1e1000000000")), 0);
  EXPECT_GT(compare(number("1e-1000000000"), number("0")), 0);
  EXPECT_LT(compare(number("0.99999999999999999999"), number("1")), 0);
  EXPECT_GT(compare(number("1/3"), number("0.33333333333333333333")), 0);
  EXPECT_LT(compare(number("1.9"), number("2.1")), 0);
}

}  // namespace
}  // namespace vieta::exact
