#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "minimax/fit/coefficients.hpp"
#include "vieta/error.hpp"
#include "vieta/minimax_code.hpp"

namespace vieta::test {
namespace {

/// The number that stands behind `words` in the comment; 0 where they are not found.
double number_behind(const std::string& text, const std::string& words) {
  const std::size_t at = text.find(words);
  return at == std::string::npos ? 0 : std::stod(text.substr(at + words.size()));
}

/// The largest error of the form with numbers of the format.
double largest_error(minimax_result r, const approximation::number_format& format) {
  for (double& c : r.coefficients) c = format.as_double(format.nearest(c));
  for (std::string& q : r.problem.denominator) q = format.exact_text(format.nearest(std::stod(q)));
  std::vector<double> x;
  for (int k = 1; k < 20000; ++k) x.push_back(k / 40000.0);
  double largest = 0;
  for (const minimax_sample& s : evaluate(r, x)) largest = std::max(largest, std::fabs(s.error));
  return largest;
}

// The comment told the error of coefficients that the text does not hold.
TEST(MinimaxPrinted, TheProvenNumberIsOfTheLiterals) {
  minimax_problem quotient = minimax_short_form("atan", 2), with_constant = minimax_short_form("acos", 3);
  quotient.denominator_degree = 2;
  with_constant.form = "pi/2-x*p(x^2)";
  with_constant.error = minimax_error::absolute;
  for (minimax_problem p : {minimax_short_form("acos", 3), minimax_short_form("acos", 12), quotient, with_constant})
    for (const coefficient_format c :
         {coefficient_format::float64, coefficient_format::float32, coefficient_format::decimals})
      for (const bool half : {false, true}) {
        p.intervals = {{"0", "1/2"}};
        minimax_options options;
        options.format = c;
        minimax_result r = minimax(p, options);
        if (!std::isfinite(r.proven_bound)) GTEST_SKIP() << "no Arb";
        code_options code;
        code.half = half;
        code.most_floats = 1000;
        const std::string text = emit_code(r, code).text;
        const double claimed = number_behind(text, " error, proven in real arithmetic: ");
        if (p.form == with_constant.form)
          r.problem.form = half ? "1.5703125-x*p(x^2)" : "1.57079637050628662109375-x*p(x^2)";
        const double found = largest_error(r, {half ? coefficient_format::float16 : coefficient_format::float32, 0});
        EXPECT_LE(found, claimed) << text;
        EXPECT_GT(found, 0.99 * claimed) << text;
      }
}

// The proof took pi * 0.857 for one literal, the text multiplied two.
TEST(MinimaxPrinted, ProductsOfNumbersAreOneLiteral) {
  minimax_problem p;
  p.function = "pi*0.857+x^2*sin(x)/1000";
  p.intervals = {{"0", "1/2"}};
  for (const char* const form : {"x^2*p(x)+pi*0.857", "pi*0.857+x^2*p(x)", "x^2*p(x)-pi*(0-0.857)"}) {
    p.form = form;
    p.exponents = {0, 1, 2, 3};
    const std::string text = emit_code(minimax(p, {}), {}).text;
    EXPECT_EQ(text.find("3.1415"), std::string::npos) << text;
  }
}

// Long double has 2^70 for 2^70 + 1, and double a float for decimals next to it: "proven in real arithmetic: 0".
TEST(MinimaxPrinted, NumbersNextToALiteralAreNotTheLiteral) {
  minimax_problem p;
  p.function = "x";
  p.form = "p(x)+1180591620717411303425*x-1180591620717411303424*x";
  p.intervals = {{"1", "2"}};
  p.degree = 1;
  const minimax_result r = minimax(p, {});
  if (!std::isfinite(r.proven_bound)) GTEST_SKIP() << "no Arb";
  EXPECT_EQ(r.proven_bound, 0);
  EXPECT_NEAR(number_behind(emit_code(r, {}).text, " error, proven in real arithmetic: "), 2, 1e-3);

  // 0.3 in float is 0.300000011920928955078125.
  minimax_problem line;
  line.function = "0.30000001192092896";
  line.intervals = {{"1", "2"}};
  line.degree = 0;
  minimax_options options;
  options.format = coefficient_format::decimals;
  options.decimals = 17;
  const minimax_result short_number = minimax(line, options);
  ASSERT_EQ(short_number.decimals[0], "0.30000001192092896");
  EXPECT_LE(short_number.proven_bound, 1e-30);
  EXPECT_NEAR(number_behind(emit_code(short_number, {}).text, " error, proven in real arithmetic: "), 4.9219e-18,
              1e-21);
  options.decimals = 2;
  line.function = "0.5";
  EXPECT_LE(number_behind(emit_code(minimax(line, options), {}).text, " error, proven in real arithmetic: "), 1e-30);
}

// Doubles next to these were measured; the decimals were found among doubles alone, with an error of 0.040005.
TEST(MinimaxPrinted, DecimalsThatNoDoubleHolds) {
  minimax_problem p;
  p.function = "1e12*exp(x)";
  p.degree = 12;
  minimax_options options;
  options.format = coefficient_format::decimals;
  options.decimals = 9;
  const minimax_result r = minimax(p, options);
  if (!std::isfinite(r.proven_bound)) GTEST_SKIP() << "no Arb";
  EXPECT_EQ(r.status, minimax_status::optimal);
  EXPECT_LT(r.max_error, r.optimum * (1 + 1e-4));
  EXPECT_LE(r.max_error, r.proven_bound);
  EXPECT_TRUE(verify(r));
  for (const std::string& text : r.decimals) EXPECT_EQ(text.size() - text.find('.'), 10U) << text;
  EXPECT_EQ(r.coefficients[0], std::stod(r.decimals[0]));
}

TEST(MinimaxPrinted, WithoutProofTheNumberIsOfTheLiteralsToo) {
  minimax_options options;
  options.prove = false;
  const minimax_result r = minimax(minimax_short_form("acos", 3), options);
  code_options code;
  code.half = true;
  EXPECT_GT(number_behind(emit_code(r, code).text, " error in real arithmetic (not proven): "), 3e-4);
}

TEST(MinimaxPrinted, ALiteralBeyondHalfPrecisionIsRefused) {
  minimax_problem p;
  p.function = "1e6*exp(x)";
  const minimax_result r = minimax(p, {});
  code_options code;
  code.half = true;
  EXPECT_THROW(emit_code(r, code), error);
}

}  // namespace
}  // namespace vieta::test
