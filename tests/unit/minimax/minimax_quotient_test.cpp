#include <gtest/gtest.h>

#include <cmath>

#include "oracles/minimax/minimax_reference.hpp"
#include "unit/minimax/minimax_problems.hpp"

namespace vieta::test {
namespace {

// Known best p/q: exp on [-1, 1] (Cody, Meinardus and Varga 1969 give the [0, +inf) case; these values are from
// Newman's asymptotics E ~ m! n! / (2^(m+n) (m+n)! (m+n+1)!), good to some percent), and functions that are p/q
// themselves.
TEST(Minimax, Rational) {
  minimax_problem p;
  p.function = "exp(x)";
  p.degree = 2;
  p.denominator_degree = 2;
  const minimax_result r = minimax(p);
  EXPECT_EQ(r.status, minimax_status::optimal);
  EXPECT_EQ(r.report.free, 5);
  EXPECT_EQ(r.alternation.size(), 6U);
  EXPECT_NEAR(r.optimum, 2.0 * 2 / (16.0 * 24 * 120), 0.15 * 8.7e-5);
  EXPECT_NEAR(r.lower_bound, r.optimum, 1e-9 * r.optimum);
  EXPECT_LT(r.max_error, r.optimum * (1 + 1e-6));
  ASSERT_EQ(r.denominator.size(), 3U);
  EXPECT_EQ(r.denominator[0], 1);
  double worst = 0;
  for (int i = 0; i <= 1000; ++i) {
    const double x = i / 500.0 - 1;
    const double top = r.coefficients[0] + x * (r.coefficients[1] + x * r.coefficients[2]);
    const double bottom = 1 + x * (r.denominator[1] + x * r.denominator[2]);
    worst = std::max(worst, std::fabs(std::exp(x) - top / bottom));
  }
  EXPECT_NEAR(worst, r.optimum, 1e-4 * r.optimum);
#ifdef VIETA_HAVE_ARB
  EXPECT_GE(r.proven_bound, worst * (1 - 1e-12));
  EXPECT_LT(r.proven_bound, r.max_error * (1 + 1e-5));
  EXPECT_TRUE(verify(r));
#endif
  p.function = "(1+x)/(1+x/2+x^2/4)";
  p.degree = 1;
  const minimax_result same = minimax(p);
  EXPECT_LT(same.max_error, 1e-15);
  EXPECT_NEAR(same.denominator[1], 0.5, 1e-12);
  EXPECT_NEAR(same.denominator[2], 0.25, 1e-12);
  // A form with a change of variable; tanh is odd.
  minimax_problem tanh = minimax_short_form("tanh", 1);
  const double plain = minimax(tanh).optimum;
  tanh.denominator_degree = 1;
  const minimax_result quotient = minimax(tanh);
  EXPECT_EQ(quotient.status, minimax_status::optimal);
  EXPECT_LT(quotient.optimum, plain / 20);
  EXPECT_LT(quotient.max_error, quotient.optimum * (1 + 1e-5));
}

// f is p/q itself, in decimals of ten places, and what doubles next to them measure is not what is proven of those.
TEST(Minimax, ExactInDecimals) {
  minimax_problem p;
  p.function = "x^3 - x + 1";
  p.degree = 4;
  p.denominator_degree = 3;
  p.error = minimax_error::relative;
  minimax_options options;
  options.format = coefficient_format::decimals;
  options.decimals = 10;
  options.search = false;
  const minimax_result r = minimax(p, options);
  EXPECT_LE(r.max_error, r.proven_bound);
#ifdef VIETA_HAVE_ARB
  EXPECT_TRUE(verify(r));
  EXPECT_LT(r.proven_bound, 1e-15);
#endif
}

TEST(Minimax, BadDenominators) {
  minimax_problem p;
  p.function = "exp(x)";
  p.form = "p(x)/q(x)";
  EXPECT_THROW(minimax(p), error);  // of which degree?
  p.denominator_degree = 21;
  EXPECT_THROW(minimax(p), error);
  p.denominator_degree = 1;
  p.form = "p(x)/q(2*x)";
  EXPECT_THROW(minimax(p), error);
  p.form = "p(x)/q(x)";
  p.constraints = {"p'(1)=1"};
  EXPECT_THROW(minimax(p), error);
  p.constraints = {"p(0)=1"};
  EXPECT_NEAR(minimax(p).coefficients[0], 1, 1e-15);
}

// p(A)=B is the value of p/q: exact, and as many alternations as coefficients are left free.
TEST(Minimax, QuotientsWithConstraints) {
  minimax_problem p;
  p.function = "exp(x)";
  p.intervals = {{"0", "1"}};
  p.degree = 2;
  p.denominator_degree = 2;
  const double free_optimum = minimax(p).optimum;
  p.constraints = {"p(1)=e", "p(1/2)=sqrt(e)"};
  const minimax_result r = minimax(p);
  EXPECT_EQ(r.status, minimax_status::optimal);
  EXPECT_EQ(r.report.free, 3);
  EXPECT_EQ(r.alternation.size(), 4U);
  EXPECT_GT(r.optimum, free_optimum);
  EXPECT_NEAR(r.lower_bound, r.optimum, 1e-9 * r.optimum);
  EXPECT_NEAR(r.max_error, r.optimum, 1e-6 * r.optimum);
  const std::vector<double> x = {0.5, 1};
  for (const minimax_sample& at : evaluate(r, x)) EXPECT_NEAR(at.error, 0, 1e-15) << at.x;
  p.constraints = {"p(1)=e", "p(1)=2"};
  EXPECT_THROW(minimax(p), error);
  p.constraints = {"p(1)=e", "p(0)=1", "p(1/2)=sqrt(e)"};
  EXPECT_THROW(minimax(p), error);  // nothing of p is free
}

// Found by review: levels that belong to a q with a pole were called bounds, half an interval was solved where p alone
// is even, and the first points led to poles only. The errors are those of differential correction (Barrodale, Powell
// and Roberts 1972) by a linear programming solver on 3,000 points, good to 1e-3.
TEST(Minimax, QuotientsAreTheBest) {
  const struct {
    const char *function, *lo, *hi;
    int degree, of_q;
    double best;
  } cases[] = {{"atan(3*x)", "0.2", "1.2", 2, 2, 4.6664e-5},     {"sqrt(x^2+0.01)", "-1", "1", 0, 3, 0.215521},
               {"exp(-3*x^2)", "-0.5", "0.5", 0, 3, 0.0234375},  {"erf(x)", "-0.5", "0.9", 3, 3, 1.9537e-5},
               {"cos(2*x)", "-1", "-0.7", 0, 1, 0.195729},       {"gamma(3+x)", "-1", "1", 2, 2, 7.8180e-4},
               {"1/(1+x/2+x^2/4)*(1+x)", "-1", "1", 1, 2, 1e-18}};
  for (const auto& c : cases) {
    minimax_problem p;
    p.function = c.function;
    p.intervals = {{c.lo, c.hi}};
    p.degree = c.degree;
    p.denominator_degree = c.of_q;
    minimax_options options;
    options.format = coefficient_format::float64;
    const minimax_result r = minimax(p, options);
    EXPECT_EQ(r.status, minimax_status::optimal) << c.function;
    EXPECT_LE(r.lower_bound, c.best * (1 + 1e-3)) << c.function;
    EXPECT_LE(r.max_error, c.best * (1 + 1e-3) + 1e-15) << c.function;
    EXPECT_LE(r.lower_bound, r.max_error * (1 + 1e-6)) << c.function;
  }
}

}  // namespace
}  // namespace vieta::test
