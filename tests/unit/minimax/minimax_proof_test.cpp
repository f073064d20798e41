// Bounds that are proven: from above, from below, and what `verify` makes of them.
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>
#include <string>

#include "minimax/proof/prove.hpp"
#include "minimax/proof/taylor.hpp"
#include "unit/minimax/minimax_problems.hpp"
#include "vieta/minimax.hpp"

namespace vieta::test {
namespace {

TEST(Minimax, ProofsHoldAtSingularEnds) {
#ifndef VIETA_HAVE_ARB
  GTEST_SKIP() << "no Arb";
#endif
  minimax_problem p = of("acos(x)", 4, "-1", "1");  // both ends have an infinite slope
  p.form = "pi/2 + x*p(x^2)";
  const minimax_result r = solve(p);
  EXPECT_TRUE(std::isfinite(r.proven_bound)) << r.report.note;
  EXPECT_LT(r.proven_bound, r.max_error * (1 + 1e-5));

  minimax_problem root = of("sqrt(x)", 5, "0", "1");
  const minimax_result q = solve(root);
  EXPECT_LT(q.proven_bound, q.max_error * (1 + 1e-5));
}

TEST(Minimax, VerifyFindsLies) {
#ifndef VIETA_HAVE_ARB
  GTEST_SKIP() << "no Arb";
#endif
  minimax_result r = solve(minimax_short_form("acos", 3), coefficient_format::float32);
  std::string complaint;
  EXPECT_TRUE(verify(r, &complaint)) << complaint;
  r.coefficients[1] += 1e-6;
  EXPECT_FALSE(verify(r, &complaint));
  EXPECT_FALSE(complaint.empty());
}

// Found by review: where the factor is 0 the error is that of no p, and may be the largest, in a peak between all
// points that are looked at.
TEST(Minimax, ErrorsThatNoPolynomialChangesAreSeen) {
  minimax_problem p;
  p.function = "sqrt(1+x)";
  p.form = "x*p(x)";
  p.intervals = {{"-0.5", "0.4"}};
  p.error = minimax_error::weighted;
  p.weight = "1+x^2";
  const minimax_result r = minimax(p);
  EXPECT_GE(r.max_error, 1);
  EXPECT_GE(r.optimum, 1 - 1e-9);
  EXPECT_LE(r.lower_bound, 1 + 1e-9);
#ifdef VIETA_HAVE_ARB
  EXPECT_LT(r.proven_bound, r.max_error * (1 + 1e-4));
#endif
}

// 1 - cos(x) at 1e-9 is 0 in long double, and so was the function at 0.
TEST(Minimax, RemovableZeroOverZeroThatCancels) {
#ifndef VIETA_HAVE_ARB
  GTEST_SKIP() << "long double has no more bits";
#endif
  const auto same = [](const char* given, const char* known, int degree, const char* lo) {
    const minimax_result r = solve(of(given, degree, lo, "1")), expected = solve(of(known, degree, lo, "1"));
    EXPECT_NEAR(r.optimum, expected.optimum, 1e-6 * expected.optimum) << given;
    EXPECT_LE(r.lower_bound, expected.optimum * (1 + 1e-6)) << given;
    EXPECT_GE(r.proven_bound, r.max_error * (1 - 1e-6)) << given;
    EXPECT_LE(r.max_error, r.rounded_error) << given;
  };
  for (const int degree : {1, 3, 6}) {
    same("(1-cos(x))/x^2", "2*(sin(x/2)/x)^2", degree, "0");
    same("(exp(x)-1)/x", "expm1(x)/x", degree, "0");
  }
  same("(1-cos(x))/x^2", "2*(sin(x/2)/x)^2", 4, "-1");
  // 1/6 - x^2/120 + x^4/5040 - ...
  const char* const series = "1/6-x^2/120+x^4/5040-x^6/362880+x^8/39916800-x^10/6227020800+x^12/1307674368000";
  same("(x-sin(x))/x^3", series, 3, "0");
  EXPECT_NEAR(solve(of("(1-cos(x))/x^2", 3, "0", "1")).optimum, 1.006855e-05, 1e-11);
}

#ifdef VIETA_HAVE_ARB
// x^100.5 = t^201 with x = t^2: a power beyond the table was taken for its last one.
TEST(Minimax, HighPowersInTaylorModels) {
  using namespace approximation;
  exact::real_ball radius, origin, exponent, range, truth;
  arb_set_si(radius.x, 2);
  arb_set_d(exponent.x, 100.5);
  arb_set_si(truth.x, 1);
  arb_mul_2exp_si(truth.x, truth.x, 201);
  const taylor::frame frame(radius.x, false, 10, 128);
  taylor::variable(frame, origin.x, 1, 2).raised(exponent.x).range(range.x);
  EXPECT_TRUE(arb_contains(range.x, truth.x));
  for (const bool both : {false, true}) {
    const taylor::frame small(radius.x, both, 4, 128);
    for (const slong k : {9, 10, 11, 50, 51}) {
      exact::real_ball power;
      small.raise(power.x, k);
      arb_set_si(truth.x, both && k % 2 != 0 ? -1 : 1);
      arb_mul_2exp_si(truth.x, truth.x, k);
      EXPECT_TRUE(arb_contains(power.x, truth.x)) << k;
    }
  }
  const problem p = read(of("x^100.5", 0, "0", "4"));
  const double bound = prove(p, {"0"}, 1e12, 1e-6, 0, [] { return false; }).bound;
  EXPECT_GE(bound, 3.2e60);
  EXPECT_GE(prove(read(of("x^1e30", 0, "0", "2")), {"0"}, 1e12, 1e-6, 0, [] { return false; }).bound, 1e300);
}
#endif

#ifdef VIETA_HAVE_ARB
using approximation::error_shape;
using exact::real_ball;

struct tree_and_name {
  approximation::tree expression;
  std::string text;
};

/// Values at places of [lo, hi] lie in the range of what is known there, and so they do on both halves. The widest
/// range of the smallest pieces, by the values.
double widest_piece(const tree_and_name& of, const error_shape& known, double lo, double hi, int depth) {
  constexpr int places = 5;
  real_ball range, at, value, width;
  known.range(range.x);
  double least = HUGE_VAL, most = -HUGE_VAL;
  for (int k = 0; k <= places; ++k) {
    arb_set_d(at.x, lo + (hi - lo) * k / places);
    approximation::evaluate(value.x, of.expression, at.x, 300);
    EXPECT_TRUE(arb_contains(range.x, value.x)) << of.text << " at " << lo + (hi - lo) * k / places;
    least = std::min(least, arf_get_d(arb_midref(value.x), ARF_RND_NEAR));
    most = std::max(most, arf_get_d(arb_midref(value.x), ARF_RND_NEAR));
  }
  if (depth == 0) return 2 * mag_get_d(arb_radref(range.x)) - (most - least);
  const double middle = (lo + hi) / 2;
  return std::max(widest_piece(of, known.half(-1), lo, middle, depth - 1),
                  widest_piece(of, known.half(1), middle, hi, depth - 1));
}

// Halves of a box are known from the model of the box; values by evaluation in balls, of 300 bits. 1/(2+x)^80 changes
// by four orders of magnitude on [-1/8, 1/8], which is what Lagrange's remainder does not stand.
TEST(Minimax, HalvesOfTaylorModels) {
  using namespace approximation;
  for (const std::string text : {"exp(x)", "sin(7*x)*x^2", "1/(2+x)^80", "(1+x)^40/(2+x)^40-x",
                                 "x/(1+3*x)^9-1/(3-x)^20", "0*x", "2+x", "(x-0.25)^2"}) {
    real_ball radius, origin;
    arb_set_d(radius.x,
              text.find("+x)^80") == std::string::npos && text.find("3*x") == std::string::npos ? 0.5 : 0.125);
    const double half = arf_get_d(arb_midref(radius.x), ARF_RND_NEAR);
    const taylor::frame frame(radius.x, true, 60, 300);
    const tree_and_name of = {parse(text, "function"), text};
    const taylor model = model_of(of.expression, taylor::variable(frame, origin.x, 1, 1), frame);
    ASSERT_TRUE(model.valid()) << text;
    const error_shape known(model);
    arf_t fine;
    arf_init(fine);
    arf_set_d(fine, 1e-12);
    EXPECT_TRUE(known.is_within(fine)) << text;
    arf_clear(fine);
    EXPECT_LT(widest_piece(of, known, -half, half, 7), 1e-3) << text;
  }
}
#endif

TEST(Minimax, LowerBoundsAreRoundedDown) {
  minimax_result r;
  for (const double bound : {2.9966059461217008e-05, 0.04030231, 1.0, 9.9999999e-5, 123456789.0, 0.0}) {
    r.lower_bound = bound;
    std::ostringstream out;
    out << r;
    const std::string words = "no p is below ", text = out.str();
    const std::size_t at = text.find(words);
    ASSERT_NE(at, std::string::npos);
    const double printed = std::stod(text.substr(at + words.size()));
    EXPECT_LE(printed, bound) << text;
    EXPECT_GE(printed, bound * (1 - 1e-6)) << text;
  }
  r.lower_bound = 2.9966059461217008e-05;
  std::ostringstream out;
  out << r;
  EXPECT_NE(out.str().find("(no p is below 2.996605e-05;"), std::string::npos) << out.str();
}

}  // namespace
}  // namespace vieta::test
