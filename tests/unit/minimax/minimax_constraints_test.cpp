// Values that p was asked to have: kept by the optimum, and by what is rounded.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "unit/minimax/minimax_problems.hpp"
#include "vieta/minimax.hpp"

namespace vieta::test {
namespace {

TEST(Minimax, ConstraintsAreKept) {
  minimax_problem p = of("exp(x)", 5, "0", "1");
  p.constraints = {"p(0)=1", "p'(0)=1", "p(1)=exp(1)", "p''(1)=exp(1)"};
  const minimax_result r = solve(p);
  ASSERT_EQ(r.best_coefficients.size(), 6U);
  EXPECT_DOUBLE_EQ(r.best_coefficients[0], 1);
  EXPECT_DOUBLE_EQ(r.best_coefficients[1], 1);
  double sum = 0, curvature = 0;
  for (int k = 0; k < 6; ++k) sum += r.best_coefficients[k], curvature += k * (k - 1) * r.best_coefficients[k];
  EXPECT_NEAR(sum, std::exp(1.0), 1e-14);
  EXPECT_NEAR(curvature, std::exp(1.0), 1e-13);
  EXPECT_EQ(r.report.free, 2);
}

// The search for coefficients forgot what ties them together: p(1) = 0.56 where 0.50 was asked for.
TEST(Minimax, RoundedCoefficientsMeetConstraints) {
  struct question {
    std::string function;
    std::vector<std::string> constraints;
    double at, value, tolerance;
    coefficient_format format;
    int decimals;
  };
  constexpr auto decimals = coefficient_format::decimals, bf16 = coefficient_format::bfloat16,
                 f16 = coefficient_format::float16, f32 = coefficient_format::float32;
  // Two values in floats: as near as the last bits of two coefficients come.
  for (const question& q : std::vector<question>{{"cos(x)", {"p(1)=0.5", "p(0)=1"}, 1, 0.5, 1e-14, decimals, 2},
                                                 {"exp(x)", {"p(1)=2.75", "p(0)=1"}, 1, 2.75, 1e-14, decimals, 2},
                                                 {"exp(x)", {"p(1)=2.75", "p(0)=1"}, 1, 2.75, 0, bf16, 0},
                                                 {"exp(x)", {"p(1)=2.72"}, 1, 2.72, 1e-14, decimals, 3},
                                                 {"exp(x)", {"p(0.5)=1.625"}, 0.5, 1.625, 0, f16, 0},
                                                 {"exp(x)", {"p(1)=2.75", "p(0.5)=1.625"}, 1, 2.75, 1e-7, f32, 0},
                                                 {"exp(x)", {"p(1)=2.75", "p(0.5)=1.625"}, 0.5, 1.625, 1e-7, f32, 0}}) {
    minimax_problem p = of(q.function, 3, "0", "1");
    p.constraints = q.constraints;
    minimax_options options;
    options.format = q.format;
    options.decimals = q.decimals;
    const minimax_result r = minimax(p, options);
    double value = 0;
    for (std::size_t k = r.coefficients.size(); k-- > 0;) value = value * q.at + r.coefficients[k];
    EXPECT_NEAR(value, q.value, q.tolerance) << r;
    EXPECT_GE(r.max_error, r.lower_bound * (1 - 1e-6)) << r;
    EXPECT_LE(r.max_error, 1.3 * r.optimum + 0.004) << r;
  }
}

TEST(Minimax, WhatRoundedCoefficientsMissIsSaid) {
#ifndef VIETA_HAVE_ARB
  GTEST_SKIP() << "no Arb";
#endif
  minimax_problem p = of("exp(x)", 3, "0", "1");
  p.constraints = {"p(1)=2.75", "p(0)=1"};
  minimax_options options;
  options.format = coefficient_format::decimals;
  options.decimals = 2;
  EXPECT_EQ(minimax(p, options).report.note, "");
  options.search = false;
  // The constraint is worse than all else, so that many polynomials are the best: rounded up or down, it may be missed.
  const minimax_result one_by_one = minimax(p, options);
  const std::string note = one_by_one.report.note;
  double at_1 = 0;
  for (const double c : one_by_one.coefficients) at_1 += c;
  if (std::abs(at_1 - 2.75) < 1e-9) {
    EXPECT_EQ(note, "");
  } else {
    EXPECT_TRUE(note.starts_with("p(1) = 2.76 (asked: 2.75)") || note.starts_with("p(1) = 2.74 (asked: 2.75)")) << note;
  }
  // Of p/q it is the value of the quotient.
  p.denominator = {"1", "-0.5"};
  p.denominator_degree = 1;
  p.degree = 8;
  int missed = 0;
  for (const char* const value : {"2.6", "2.65", "2.7", "2.75", "2.8", "2.85", "2.9"}) {
    p.constraints = {std::string("p(1)=") + value};
    const minimax_result r = minimax(p, options);
    double sum = 0;
    for (const double c : r.coefficients) sum += 2 * c;
    const std::size_t said = r.report.note.find("p(1) = ");
    if (said == std::string::npos) {
      EXPECT_NEAR(sum, std::stod(value), 0.01 + 1e-9) << r;
      continue;
    }
    ++missed;
    EXPECT_NEAR(std::stod(r.report.note.substr(said + 7)), sum, 1e-9) << r.report.note;
    EXPECT_NE(r.report.note.find(std::string(" (asked: ") + value + ")"), std::string::npos) << r.report.note;
  }
  EXPECT_GT(missed, 0);
  p.denominator.clear();
  p.denominator_degree = 0;
  p.degree = 3;
  options.decimals = 1;
  p.constraints = {"p(1)=2.72"};  // 2.7 is what one digit can do
  options.search = true;
  EXPECT_EQ(minimax(p, options).report.note, "");
}

}  // namespace
}  // namespace vieta::test
