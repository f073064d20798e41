// What people type: quotients, constants, typographic signs; in all of them what is read is one polynomial over
// another.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "base/plain_text.hpp"
#include "exact/arithmetic.hpp"
#include "exact/constants.hpp"
#include "exact/representation.hpp"
#include "io/headings.hpp"
#include "vieta/error.hpp"
#include "vieta/io.hpp"
#include "vieta/polynomial_system.hpp"

namespace vieta {
namespace {

std::vector<double> coefficients(const polynomial& p) {
  std::vector<double> all(static_cast<std::size_t>(p.degree() + 1));
  const polynomial::representation& data = p.data();
  for (std::size_t k = 0; k < data.size(); ++k) {
    const exact::expansion x = exact::to_expansion(data.is_exact() ? data.exact_re[k] : exact::from_double(data.re[k]));
    all[static_cast<std::size_t>(data.exponent(k))] = std::ldexp(x.limb[0], static_cast<int>(x.exponent));
  }
  return all;
}

rational_function read(const std::string& text) { return read_rational(text, "text", format::automatic); }

TEST(RationalReader, QuotientsAreInLowestTerms) {
  const rational_function f = read("(s^2 - 1)/((s - 1)*(s + 3))");
  EXPECT_EQ(f.variable, "s");
  EXPECT_EQ(f.uncertainty, 0);
  EXPECT_FALSE(f.is_list);
  // Both sides up to a common factor.
  const std::vector<double> above = coefficients(f.numerator), below = coefficients(f.denominator);
  ASSERT_EQ(above.size(), 2U);
  ASSERT_EQ(below.size(), 2U);
  EXPECT_EQ(above[0], above[1]);
  EXPECT_EQ(below[0], 3 * below[1]);
  EXPECT_EQ(coefficients(read("z^-2 - 4").numerator), (std::vector<double>{1, 0, -4}));
  EXPECT_EQ(coefficients(read("(1/x)/(1/x^3)").numerator), (std::vector<double>{0, 0, 1}));
  EXPECT_EQ(read("x/x^2*x - x").denominator.degree(), 0);
}

TEST(RationalReader, ConstantsHaveSmallErrors) {
  for (const auto& [text, constant] : {std::pair("x - pi", 3.141592653589793),
                                       {"x - \u03c0", 3.141592653589793},
                                       {"x - e", 2.718281828459045},
                                       {"x - sqrt(2)", 1.4142135623730951},
                                       {"x - \u221a2", 1.4142135623730951},
                                       {"x - 1/pi", 0.3183098861837907},
                                       {"x - 2\u03c0/4", 1.5707963267948966},
                                       {"f(x) = x - pi^3", 31.00627668029982}}) {
    const rational_function f = read(text);
    EXPECT_EQ(coefficients(f.numerator), (std::vector<double>{-constant, 1})) << text;
    EXPECT_GT(f.uncertainty, 0) << text;
    EXPECT_LT(f.uncertainty, 1e-290) << text;
  }
  EXPECT_EQ(read("x - sqrt(9/4)").uncertainty, 0);
  EXPECT_EQ(coefficients(read("p(e) = e^2 - 1").numerator), (std::vector<double>{-1, 0, 1}));
  EXPECT_THROW(read("(x - sqrt(2))*(x + sqrt(2))"), error);
  EXPECT_THROW(polynomial::parse("x - pi"), error);  // exact coefficients alone
}

TEST(RationalReader, OneOrderOrTheOther) {
  for (const char* text :
       {"1 -3 2", "1, -3, 2", "[1 -3 2]", "[1, -3, 2]", "1;-3;2", "1.0D+00 -3.0d0 2", "0x1p0 -0x3 2"}) {
    const rational_function up = read_rational(text, "text", format::automatic);
    const rational_function down = read_rational(text, "text", format::automatic, power_order::descending);
    EXPECT_TRUE(up.is_list) << text;
    EXPECT_EQ(coefficients(up.numerator), (std::vector<double>{1, -3, 2})) << text;
    EXPECT_EQ(coefficients(down.numerator), (std::vector<double>{2, -3, 1})) << text;
  }
  EXPECT_THROW(read_rational("x^2 - 2", "text", format::automatic, power_order::descending), error);
}

TEST(RationalReader, ChebyshevSeriesOnAnInterval) {
  const rational_function f = read("{\"domain\": [0, 4], \"name\": [[1]], \"chebyshev\": [1, 0, \"1/2\", -1]}");
  EXPECT_EQ(coefficients(f.numerator), (std::vector<double>{2.5, -5.5, 3.25, -0.5}));
  EXPECT_FALSE(f.is_list);
  EXPECT_EQ(coefficients(read("{\"chebyshev\": [0, 0, 1]}").numerator), (std::vector<double>{-1, 0, 2}));
  for (const char* text :
       {"{\"chebyshev\": [1], \"domain\": [1, 1]}", "{\"chebyshev\": [1], \"domain\": [2, 1]}",
        "{\"chebyshev\": [1], \"domain\": [1]}", "{\"chebyshev\": [1], \"domain\": [0, [1, 2]]}",
        "{\"chebyshev\": [1], \"domain\": [0, \"i\"]}", "{\"coefficients\": [1], \"domain\": [0, 1]}"})
    EXPECT_THROW(read(text), error) << text;
}

TEST(Constants, OfThreeHundredDigits) {
  exact::real pi, e;
  ASSERT_TRUE(exact::parse_real(
      "3.14159265358979323846264338327950288419716939937510582097494459230781640628620899862803", pi));
  ASSERT_TRUE(
      exact::parse_real("2.71828182845904523536028747135266249775724709369995957496696762772407663035354759457138", e));
  for (const auto& [name, digits] : {std::pair("pi", pi), {"e", e}}) {
    const exact::approximation x = *exact::constant_called(name);
    EXPECT_FALSE(x.is_exact);
    EXPECT_LT(x.error_exponent, -exact::constant_bits);
    EXPECT_LT(exact::to_expansion(exact::add(x.value, exact::negate(digits))).exponent, -280) << name;
  }
  EXPECT_FALSE(exact::constant_called("tau"));  // a time constant, to many
  EXPECT_FALSE(exact::constant_called("i"));
}

TEST(PlainText, SignsAndLetters) {
  EXPECT_EQ(io::expression_text("x\u00b2 \u2212 2\u00b7x_{1}", "text"), "x^2 - 2*x_1");
  EXPECT_EQ(io::expression_text("x^{-2}", "text"), "x^(-2)");
  EXPECT_EQ(io::expression_text("2\u03c0x", "text"), "2 pi x");
  EXPECT_EQ(io::expression_text("x\u221a2", "text"), "x sqrt(2)");
  EXPECT_EQ(io::expression_text("\u03bb\u207b\u00b9", "text"), "\u03bb^(-1)");
  EXPECT_EQ(io::length_of_number("0x1.8p+1*x"), 8U);
  EXPECT_EQ(io::length_of_number("1.5D+01 x"), 7U);
  EXPECT_EQ(io::length_of_number("1.5D+01x"), 3U);
  EXPECT_EQ(io::length_of_number("2e"), 1U);
  EXPECT_EQ(io::length_of_number("x"), 0U);
}

TEST(Headings, AreWordsInTheFirstLine) {
  EXPECT_EQ(io::length_of_headings("a,b\n1,2\n"), 4U);
  EXPECT_EQ(io::length_of_headings("# comment\n\"a\"; x^2\n1 2\n"), 19U);
  EXPECT_EQ(io::length_of_headings("1,2\n3,4\n"), 0U);
  EXPECT_EQ(io::length_of_headings("nan,inf\n1,2\n"), 0U);
  EXPECT_EQ(io::length_of_headings("i,1+j\n1,2\n"), 0U);
  EXPECT_EQ(io::length_of_headings("a,b\n"), 0U);
}

TEST(SystemText, NumbersOfOtherPrograms) {
  const std::vector<std::string> equations = {"0x1p3*x\u2081 - 1.5D+01", "x\u2082\u00b2 == 10^-6"};
  const polynomial_system system = polynomial_system::parse(equations);
  EXPECT_EQ(system.variables(), (std::vector<std::string>{"x1", "x2"}));
  EXPECT_EQ(system.terms(), 4U);
}

}  // namespace
}  // namespace vieta
