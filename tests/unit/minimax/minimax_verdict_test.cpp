#include <gtest/gtest.h>

#include <cmath>

#include "oracles/minimax/minimax_reference.hpp"
#include "unit/minimax/minimax_problems.hpp"
#include "vieta/minimax_code.hpp"

namespace vieta::test {
namespace {

// What is called optimal is: the optimum of an independent exchange on closed-form pieces, and a bound that agrees.
#ifdef VIETA_HAVE_ARB

void expect_optimal(const minimax_result& r, double optimum, double tolerance = 1e-6) {
  const std::string what = r.problem.function + " degree " + std::to_string(r.exponents.back());
  EXPECT_EQ(r.status, minimax_status::optimal) << what << ' ' << r.report.note;
  EXPECT_NEAR(r.optimum, optimum, tolerance * optimum) << what;
  EXPECT_GE(r.proven_bound, r.optimum * (1 - 1e-9)) << what;
  EXPECT_LE(r.proven_bound, r.optimum * (1 + 1e-5)) << what;
}

TEST(MinimaxVerdict, CuspsInsideTheInterval) {
  expect_optimal(solve(of("abs(x-0.3)^0.2", 2)), 0.3671893);
  expect_optimal(solve(of("sqrt(abs(x-0.25))", 5)), 0.1565194);
  expect_optimal(solve(of("sqrt(abs(x-0.3))", 2)), 0.2693495);
}

// Optima of a linear program over 12,000 points. At the long double next to 0.785 |x - 0.785|^0.1 is 0.01, at the
// nearest number of 116 bits 0.0003.
TEST(MinimaxVerdict, CuspsWhereNoNumberIs) {
  expect_optimal(solve(of("abs(x-0.785)^0.1", 3)), 0.3917961);
  expect_optimal(solve(of("abs(x-0.785)^0.05", 3)), 0.4356029);
  expect_optimal(solve(of("abs(sin(3*x)-0.3)^0.1", 3)), 0.4707244);
  expect_optimal(solve(of("(x-0.3)^0.1*exp(x)", 3, "0.3", "1")), 0.3667163);
  expect_optimal(solve(of("(0.09-x^2)^0.1", 3, "-0.3", "0.3")), 0.2738581);
  expect_optimal(solve(of("1/log((x-0.3)/2)", 3, "0.3", "1")), 0.07609857);
  expect_optimal(solve(of("abs(x-0.3)^0.1*(2+sign(x-0.3))", 3)), 1.0294845);  // seen from both sides
}

// What lies beyond an end where the function jumps is not asked for, be that end a number or not: -cos(x) is meant,
// whose best constant errs by half of 1 - cos(1.2), and exp(x) + x.
TEST(MinimaxVerdict, JumpsAtAnEnd) {
  const double half = (1 - std::cos(1.2)) / 2;
  expect_optimal(solve(of("abs(x-0.3)/(x-0.3)*cos(x)", 0, "-1.2", "0.3")), half);
  expect_optimal(solve(of("abs(x-0.3)/(x-0.3)*cos(x)", 0, "-1.2", "3/10")), half);
  expect_optimal(solve(of("abs(x-0.25)/(x-0.25)*cos(x)", 0, "-1.2", "0.25")), half);
  expect_optimal(solve(of("sign(x-2/7)*exp(x)+x", 0, "2/7", "1.5")),
                 (std::exp(1.5) + 1.5 - std::exp(2.0 / 7) - 2.0 / 7) / 2);
}

TEST(MinimaxVerdict, JumpsInsideTheInterval) {
  const minimax_result jump = solve(of("x/abs(x)", 5));
  EXPECT_GE(jump.optimum, 1 - 1e-9);  // half of the jump is left whatever p is
  minimax_problem p = of("abs(x-0.3)", 3);
  const double whole = solve(p).optimum;
  p.intervals = {{"-1", "0.3"}, {"0.3", "1"}};
  EXPECT_NEAR(solve(p).optimum, whole, 1e-9 * whole);
}

// Where x^k in front vanishes faster than the function the relative error at 0 is 1 whatever p is, and p = 0 has no
// larger one: the optimum is 1, though no point of a grid need be 0.
TEST(MinimaxVerdict, RelativeErrorsFixedAtZero) {
  const struct {
    const char *function, *form, *lo;
    int degree;
  } cases[] = {{"asinh(x)", "x^2*p(x)", "-0.3", 3},
               {"asinh(x)", "x^2*p(x)", "-1", 5},
               {"asinh(x)", "x^2*p(x)", "0", 5},
               {"1-cos(x)", "x^4*p(x)", "-0.3", 3},
               {"sin(x)", "x^3*p(x)", "-0.7", 3}};
  for (const auto& c : cases) {
    minimax_problem p = of(c.function, c.degree, c.lo, "1");
    p.form = c.form;
    p.error = minimax_error::relative;
    expect_optimal(solve(p), 1);
  }
}

TEST(MinimaxVerdict, SteepPlacesBetweenPoints) {
  expect_optimal(solve(of("log(abs(x)+1e-20)", 0)), 23.02585093, 1e-6);  // half of its range
  const minimax_result steep = solve(of("atan(1e6*x)", 4));
  EXPECT_GT(steep.max_error, 1.55);
}

TEST(MinimaxVerdict, MirroredIntervals) {
  minimax_problem p = of("sin(x)", 7);
  p.intervals = {{"-1", "-0.1"}, {"0.1", "1"}};
  p.exponents = {1, 3, 5, 7};
  expect_optimal(solve(p), 1.0498e-8, 1e-4);
  p.function = "abs(x)";
  p.exponents = {0, 2, 4, 6};
  expect_optimal(solve(p), 0.0213539, 1e-5);
  p.function = "asin(x)";
  p.intervals = {{"-1", "-0.5"}, {"0.5", "1"}};
  p.exponents = {1, 3, 5, 7};
  expect_optimal(solve(p), 0.0365695, 1e-5);
}

TEST(MinimaxVerdict, RemovableZeros) {
  const struct {
    const char *function, *form, *hi;
    int degree;
    minimax_error error;
    double optimum;
  } cases[] = {{"1-cos(x)", "x^2*p(x^2)", "1", 3, minimax_error::relative, 4.405593e-9},
               {"log(cosh(x))", "x^2*p(x^2)", "0.7", 3, minimax_error::relative, 1.39125e-6},
               {"x-sin(x)", "x^3*p(x^2)", "1", 3, minimax_error::relative, 1.184844e-9},
               {"(x-sin(x))/x^3", "p(x^2)", "1", 2, minimax_error::absolute, 8.45644e-8}};
  for (const auto& c : cases) {
    minimax_problem p = of(c.function, c.degree, "0", c.hi);
    p.form = c.form;
    p.error = c.error;
    const minimax_result r = solve(p);
    EXPECT_EQ(r.status, minimax_status::optimal) << c.function << ' ' << r.report.note;
    EXPECT_NEAR(r.optimum, c.optimum, 1e-4 * c.optimum) << c.function;
    EXPECT_TRUE(verify(r)) << c.function;
  }
}

// Nothing but a p with p(0) = 0 has a bounded error, and the exchange finds one of 1e-41.
TEST(MinimaxVerdict, RelativeErrorsWithoutBound) {
  minimax_problem p = of("x^1.5", 2, "0", "1");
  p.form = "x*p(x)";
  p.error = minimax_error::relative;
  EXPECT_THROW(solve(p), error);
}

// Rounding errors alone: more bits make them smaller, and took 20 seconds to be believed.
TEST(MinimaxVerdict, ZeroInDisguise) {
  const minimax_result r = solve(of("sin(x)^2+cos(x)^2-1", 1));
  EXPECT_EQ(r.status, minimax_status::optimal) << r.report.note;
  EXPECT_EQ(r.optimum, 0);
  EXPECT_LT(r.proven_bound, 1e-30);
  EXPECT_LT(r.report.seconds, 10);
}

TEST(MinimaxVerdict, CoefficientsThatCannotBeUsed) {
  const minimax_result r = solve(of("sqrt(x)", 40, "0", "1"));
  EXPECT_EQ(r.status, minimax_status::not_optimal);
  EXPECT_NE(r.report.note.find("--form 'p((x - 0.5)/0.5)'"), std::string::npos) << r.report.note;
  minimax_problem p = of("erfc(x)", 14, "0", "6");
  p.error = minimax_error::relative;
  // Found by what the powers lose: 1/erfc(x) hid from long double all that p does at 0, and "no p is below 1" was said.
  // Pairs of doubles hold one whose bound is proven.
  EXPECT_EQ(solve(p).status, minimax_status::not_optimal);
  const minimax_result held = solve(p, coefficient_format::double_double);
  EXPECT_NEAR(held.optimum, 0.3754771, 1e-7);
  EXPECT_LT(held.proven_bound, 0.375478);
  EXPECT_LE(held.lower_bound, held.proven_bound);
}

// 1/(1 + 1000 x^2) is 1/500 of 1/(y + a) with y = 2 x^2 - 1 and a = 1.002, whose best p of degree n/2 in y errs by
// (a - s)^(n/2)/s^2, s^2 = a^2 - 1 (Bernstein 1912).
TEST(MinimaxVerdict, DegreesToFiveHundred) {
  minimax_options options;
  options.format = coefficient_format::float64;
  options.search = options.prove = false;
  for (const int degree : {200, 500}) {
    const minimax_result r = minimax(of("1/(1+1000*x^2)", degree), options);
    const double square = 1.002 * 1.002 - 1, best = std::pow(1.002 - std::sqrt(square), degree / 2) / square / 500;
    EXPECT_NEAR(r.optimum, best, 1e-9 * best) << degree;
    EXPECT_NEAR(r.lower_bound, best, 1e-9 * best) << degree;
    EXPECT_GE(r.alternation.size(), static_cast<std::size_t>(degree) + 2) << degree;
  }
}

// No double is at these jumps, so boxes of the proof never end there: what is 1 on one side and -1 on the other is
// between.
TEST(MinimaxVerdict, JumpsBetweenDoubles) {
  for (const char* const f : {"sign(x-0.392)", "exp(x)*sign(x-0.392)", "(x-0.1)/abs(x-0.1)+x^2",
                              "sign(sin(3*(x-0.393)))", "sqrt(abs(x-0.565))*sign(x-0.565)"}) {
    const minimax_result r = solve(of(f, 3));
    EXPECT_EQ(r.status, minimax_status::optimal) << f << ": " << r.report.note;
    EXPECT_TRUE(verify(r)) << f;
  }
}

// What formats lose of high powers may be more than these gain; lower degrees, with zeros, are choices as well.
TEST(MinimaxVerdict, HighDegreesInShortFormats) {
  for (const coefficient_format format : {coefficient_format::float16, coefficient_format::bfloat16,
                                          coefficient_format::float32, coefficient_format::float64}) {
    double least = 1;
    for (const int degree : {6, 12, 20, 40}) {
      const minimax_result r = solve(of("abs(x)^0.3", degree), format);
      EXPECT_LE(r.proven_bound, least * (1 + 1e-6)) << degree << ' ' << name(format);
      least = std::min(least, r.proven_bound);
    }
    EXPECT_LT(least, 0.2227);
  }
}

// Neither a shorter interval around 0 nor a shift helps |x|: a lower degree does, and a quotient reaches more (the best
// of type (8, 8) has 7.3656e-4, that of degree 100 2.8015e-3).
TEST(MinimaxVerdict, WhatServesInTheirPlaceIsTold) {
  minimax_options options;
  options.format = coefficient_format::float64;
  options.search = false;
  const minimax_result r = minimax(of("abs(x)", 60), options);
  EXPECT_EQ(r.status, minimax_status::not_optimal);
  for (const char* const words : {"; --degree ", "; --degree 6 --denominator-degree 6 reaches 0.0022"})
    EXPECT_NE(r.report.note.find(words), std::string::npos) << r.report.note;
}

// Found by minimax_beyond.py: powers of x that are the same to all digits of long double "proved" that no p errs less
// than 0.84. What is best does not depend on where 0 is: p(x - 1e15) shows it, and a linear program on a grid.
TEST(MinimaxVerdict, PowersFarFromZero) {
  for (const std::string at : {"1e15", "1e9"}) {
    minimax_problem p = of("sin(x)", 4);
    p.intervals = {{at, at + "+2"}};
    const minimax_result r = solve(p);
    p.form = "p(x-" + at + ")";
    const double best = solve(p).optimum;
    EXPECT_LE(r.lower_bound, best * (1 + 1e-8)) << at;
    EXPECT_NEAR(r.optimum, best, 1e-8 * best) << at;
    EXPECT_EQ(r.status, minimax_status::not_optimal) << r.report.note;  // no double holds such coefficients
    EXPECT_NEAR(best, at == "1e15" ? 0.00049926 : 0.0000435426, 1e-7);
  }
  const minimax_result r = solve(of("sin(x)", 4, "1e15", "1e15+2"), coefficient_format::bfloat16);
  EXPECT_EQ(r.status, minimax_status::not_optimal);
  EXPECT_NEAR(r.lower_bound, 0.00049926, 1e-7);
}

TEST(MinimaxVerdict, MissingAlternationsAreToldOf) {
  for (const int n : {3, 4, 5}) {
    minimax_problem p = of("sqrt(x)", n, "0", "1");
    p.denominator_degree = n;
    const minimax_result r = solve(p);
    if (r.status != minimax_status::optimal) continue;
    EXPECT_EQ(r.alternation.size(), static_cast<std::size_t>(2 * n + 2)) << n;
    EXPECT_LE(r.proven_bound, r.optimum * (1 + 1e-4)) << n;
  }
}

TEST(MinimaxVerdict, HigherDegreesAreNoWorse) {
  double before = 1;
  for (int degree = 4; degree <= 8; ++degree) {
    const minimax_result r = solve(of("((x+0.055)/1.055)^2.4", degree, "0.04045", "1"), coefficient_format::float16);
    EXPECT_LE(r.max_error, before * (1 + 1e-9)) << degree;
    before = r.max_error;
    // What other tools reach; steps of one or two coefficients end at 6.43e-6.
    EXPECT_LT(r.max_error, degree == 7 ? 3.4e-6 : 1);
  }
}

#endif  // VIETA_HAVE_ARB

TEST(MinimaxVerdict, ChecksOfFloatsEnd) {
  minimax_options options;
  options.prove = false;
  for (const char* function : {"1+(x-0.97)/abs(x-0.97)", "1+(x-0.3)/abs(x-0.3)"}) {
    minimax_problem p = of(function, 1);
    p.intervals = {{"-1", "0.2"}, {"1.6", "2"}};
    const minimax_code code = emit_code(minimax(p, options), {});
    EXPECT_GT(code.error.inputs, 100000U) << function;
    EXPECT_LT(code.error.separate, 2.5) << function;
  }
  code_options brief;
  brief.most_floats = 0;
  brief.max_seconds = 0.05;
  const minimax_code code = emit_code(minimax(of("gamma(x+3)", 4), options), brief);
  EXPECT_EQ(code.stopped_by, "time");
  EXPECT_FALSE(code.error.exhaustive);
}

}  // namespace
}  // namespace vieta::test
