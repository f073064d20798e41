#include <gtest/gtest.h>

#include "unit/io/io_support.hpp"

namespace vieta {
namespace {

using test::from;
using test::same;

std::string complaint(std::string_view text) {
  try {
    polynomial::parse(text);
  } catch (const error& refused) {
    return refused.what();
  }
  return "(no error)";
}

struct example {
  const char* text;
  polynomial value;
};

TEST(Expression, MeansWhatItSays) {
  const example examples[] = {{"x^5 - x - 1", from({"-1", "-1", "0", "0", "0", "1"})},
                              {"2/3 x^2 + 1e-400", from({"1e-400", "0", "2/3"})},
                              {"(x-1)(x+2)", from({"-2", "1", "1"})},
                              {"(x-1)^3*(x+2i)", from({"0", "-1", "3", "-3", "1"}, {"-2", "6", "-6", "2", "0"})},
                              {"-x^2", from({"0", "0", "-1"})},
                              {"--x", from({"0", "1"})},
                              {"2*-x", from({"0", "-2"})},
                              {"2 x**3", from({"0", "0", "0", "2"})},
                              {"x^(2)", from({"0", "0", "1"})},
                              {"x^0", from({"1"})},
                              {"0^0", from({"1"})},
                              {"2^10", from({"1024"})},
                              {"x^2 = 2", from({"-2", "0", "1"})},
                              {"x^2 - 2 = 0", from({"-2", "0", "1"})},
                              {"0.1 t + 1/3", from({"1/3", "0.1"})},
                              {"1/2/x^0", from({"1/2"})},
                              {"x/(1+i)", from({"0", "1/2"}, {"0", "-1/2"})},
                              {"(2x)^3/4", from({"0", "0", "0", "2"})},
                              {"(x+1/3)^2", from({"1/9", "2/3", "1"})},
                              {"3 - 3", from({})},
                              {"x - x", from({})},
                              {"(x+i)(x-i)", from({"1", "0", "1"})},
                              {"I*j*x", from({"0", "-1"})},
                              {"2e3e", from({"0", "2000"})},
                              {"2e + 1", from({"1", "2"})},
                              {"lambda_1^2", from({"0", "0", "1"})},
                              {"x # the variable\n + 1", from({"1", "1"})},
                              {"(1e1000 x - 1)^2", from({"1", "-2e1000", "1e2000"})}};
  for (const example& e : examples) EXPECT_TRUE(same(polynomial::parse(e.text), e.value)) << e.text;
}

TEST(Expression, PowersAgreeWithRepeatedProducts) {
  for (const char* base :
       {"(x+1)", "(2x^3-x+1/3)", "(1.5x^2+0.001x^4)", "(x+2i)", "(x^20-x^10+i)", "(3x^2-3x^7+0.1)"}) {
    std::string product = base;
    for (int n = 2; n <= 6; ++n) {
      product += std::string("*") + base;
      EXPECT_TRUE(same(polynomial::parse(base + ("^" + std::to_string(n))), polynomial::parse(product))) << base << n;
    }
  }
}

TEST(Expression, HighPowers) {
  EXPECT_EQ(polynomial::parse("x^10000000 - 1").degree(), 10000000);
  EXPECT_EQ(polynomial::parse("x^10000000 - 1").terms(), 2);
  EXPECT_EQ(polynomial::parse("(x-1)^1000").terms(), 1001);
  EXPECT_EQ(polynomial::parse("(x^1000000-1)^3").terms(), 4);
  EXPECT_EQ(polynomial::parse("(x^5000000 + x + 1)^2").terms(), 6);
}

TEST(Expression, NamesTheColumnOfWhatItCannotRead) {
  EXPECT_EQ(complaint("x^2 + y"), "expression:1:7: found 'y', expected the variable 'x'");
  EXPECT_EQ(complaint("sin(x)"), "expression:1:1: found 'sin', expected a polynomial, which has no functions");
  EXPECT_EQ(complaint("x +\n x ? 1"), "expression:2:4: found '?', expected an operator or the end of the expression");
  EXPECT_EQ(complaint(""), "expression:1:1: found the end of the expression, expected a number, a variable or '('");
  EXPECT_EQ(complaint("x +"), "expression:1:4: found the end of the expression, expected a number, a variable or '('");
  EXPECT_EQ(complaint("x * * x"), "expression:1:5: found '*', expected a number, a variable or '('");
  EXPECT_EQ(complaint("(x"), "expression:1:3: found the end of the expression, expected an operator or ')'");
  EXPECT_EQ(complaint("x)"), "expression:1:2: found ')', expected an operator or the end of the expression");
  EXPECT_EQ(complaint("x^y"), "expression:1:3: found 'y', expected an exponent, a whole number from 0 to 10^12");
  EXPECT_EQ(complaint("x^(3/2)"),
            "expression:1:3: found '(3/2)', expected an exponent, a whole number from 0 to 10^12");
  EXPECT_EQ(complaint("x^(1/0)"), "expression:1:6: found '0', expected a divisor other than zero");
  EXPECT_EQ(complaint("2 3"), "expression:1:3: found '3', expected an operator or the end of the expression");
  EXPECT_EQ(complaint("1/x"), "expression:1:3: found 'x', expected a constant divisor");
  EXPECT_EQ(complaint("x/(1-1)"), "expression:1:3: found '(', expected a divisor other than zero");
  EXPECT_EQ(complaint("x^-1"), "expression:1:3: found '-1', expected an exponent, a whole number from 0 to 10^12");
  EXPECT_EQ(complaint("x^1.5"), "expression:1:3: found '1.5', expected an exponent, a whole number from 0 to 10^12");
  EXPECT_EQ(complaint("x^99999999999999999999"),
            "expression:1:3: found '99999999999999999999', expected an exponent, a whole number from 0 to 10^12");
  EXPECT_EQ(complaint("x^2^3"), "expression:1:4: found '^', expected parentheses: (x^2)^3 or x^6");
  EXPECT_EQ(complaint("x**2**3"), "expression:1:5: found '*', expected parentheses: (x^2)^3 or x^6");
  EXPECT_EQ(complaint("x^(2"), "expression:1:5: found the end of the expression, expected an operator or ')'");
  EXPECT_EQ(complaint("x = 1 = 2"), "expression:1:7: found '=', expected an operator or the end of the expression");
  EXPECT_EQ(complaint("nan"), "expression:1:1: found 'nan', expected a finite number");
  EXPECT_EQ(complaint("x^2 +\n NaN*x"), "expression:2:2: found 'NaN', expected a finite number");
  EXPECT_EQ(complaint("-Infinity*x"), "expression:1:2: found 'Infinity', expected a finite number");
  EXPECT_EQ(complaint("1.2.3"), "expression:1:1: found '1.2.3', expected a number such as 12, 0.5 or 1e-400");
  EXPECT_EQ(complaint("1e99999999999999999999"),
            "expression:1:1: found '1e99999999999999999999', expected a number such as 12, 0.5 or 1e-400");
  EXPECT_EQ(complaint(std::string(201, '(')), "expression:1:201: found '(', expected parentheses at most 200 deep");
}

TEST(Expression, RefusesWhatWouldTakeTooLong) {
  const std::string too_long =
      "found an expansion that takes too long, expected one of less work: a lower power or shorter numbers";
  EXPECT_EQ(complaint("x^10000001"), "expression:1:11: found degree 10000001, expected at most 10000000");
  EXPECT_EQ(complaint("x^9999999*x^2"), "expression:1:14: found degree 10000001, expected at most 10000000");
  EXPECT_EQ(complaint("((x+1)^99999)^99999"), "expression:1:13: " + too_long);
  EXPECT_EQ(complaint("(x+1/3)**7100000 # c"), "expression:1:17: " + too_long) << "found by fuzzing";
  EXPECT_EQ(complaint("2^1000000000"), "expression:1:13: " + too_long);
  EXPECT_EQ(complaint("x + 1e1000000000 + 1"),
            "expression:1:21: exact sum: found powers 10^1000000000 and 10^0, expected powers at most a million digits "
            "apart");
  EXPECT_EQ(complaint("(1e999999999999999999*x)^2"),
            "expression:1:27: exact number: found an exponent beyond 10^18, expected at most 10^18");
}

TEST(Expression, ALongSumIsReadInLinearTime) {
  std::string text;
  for (int k = 0; k < 20000; ++k) text += "+ 3*x^" + std::to_string(k);
  EXPECT_EQ(polynomial::parse(text).terms(), 20000);
}

}  // namespace
}  // namespace vieta
