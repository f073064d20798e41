// Relative errors at zeros of every order, errors that no coefficient changes, and p/q that are 0 or nearly degenerate.
#include "minimax_problems.hpp"

namespace vieta::test {
namespace {

minimax_problem relative(const std::string& function, const std::string& form, int degree, const char* lo = "-1",
                         const char* hi = "1") {
  minimax_problem p = of(function, degree, lo, hi);
  p.form = form;
  p.error = minimax_error::relative;
  return p;
}

// The first was `optimal` at 0.2228, with no p below it and a bound of 0.18; x^2 p(x^2) alone has 1e-5. The others were
// `stalled`, or took minutes.
TEST(MinimaxZeros, FormsThatDoNotVanishAsFastAreRefused) {
  expect_refused(relative("1-cos(x)", "p(x^2)", 2), "no bound at x = 0,");
  expect_refused(relative("1-cos(x)", "x*p(x)", 2), "a form that vanishes there as fast");
  expect_refused(relative("x-sin(x)", "x^2*p(x)", 2), "no bound at x = 0,");
  expect_refused(relative("min(x^2,0.16)", "p(x)", 2), "no bound at x = 0,");
  expect_refused(relative("1-cos(x)", "p(x)", 2, "1", "10"), "no bound at x = 6.28319,");
  expect_refused(relative("abs(x-0.609)^1.5", "p(x)", 3), "no bound at x = 0.609,");
  expect_refused(relative("sin(x-0.26)^6", "(x-0.26)^5*p(x)", 2), "no bound at x = 0.26,");
  minimax_problem quotient = relative("cosh(x)*((1-cos(x))/x^2)", "p(x)", 7, "1", "10");
  quotient.denominator_degree = 3;
  expect_refused(quotient, "no bound at x = 6.28319,");
  quotient = relative("1-cos(x)", "p(x)", 3);
  quotient.denominator_degree = 1;
  expect_refused(quotient, "no bound at x = 0,");
}

// 0/0 at 0.267 and 0.339, where no double is, and of even order at 0.5; a form that vanishes faster errs by 1 there.
TEST(MinimaxZeros, OthersAreProven) {
  const struct {
    const char *function, *form;
    int degree;
    double best;
  } cases[] = {{"1-cos(x)", "x^2*p(x)", 2, 3.524575e-4},
               {"1-cos(x-0.5)", "(x-0.5)^2*p(x)", 3, 3.3585505e-4},
               {"log(1+(x-0.339)/2)", "(x-0.339)*p(x)", 4, 1.2758070e-3},
               {"x-0.267-sin(x-0.267)", "(x-0.267)^4*p(x)", 2, 1},
               {"(x-0.5)^3*(exp((x-0.5)^2)-1)", "(x-0.5)^6*p(x)", 4, 1}};
  for (const auto& c : cases) {
    const minimax_result r = solve(relative(c.function, c.form, c.degree));
    EXPECT_EQ(r.status, minimax_status::optimal) << c.function << ": " << r.report.note;
    EXPECT_NEAR(r.optimum, c.best, 1e-6 * c.best) << c.function;
  }
}

// An error that the form fixes is the largest: at cusps and at 0/0 long double has wrong values beside it.
TEST(MinimaxZeros, FixedErrorsAreHeldWithMoreBits) {
  const minimax_result r = solve(relative("(x-sin(x))/x^3", "1+x*p(x)", 1));
  EXPECT_EQ(r.status, minimax_status::optimal) << r.report.note;
  EXPECT_NEAR(r.optimum, 5, 1e-5);
  minimax_problem p = of("abs(x-0.904)^0.3", 4, "-0.7", "1.3");
  p.form = "x*p(x)";
  const minimax_result cusp = solve(p);
  EXPECT_EQ(cusp.status, minimax_status::optimal) << cusp.report.note;
  EXPECT_NEAR(cusp.optimum, 0.970176, 1e-5);
}

// Long double has -1 for an error of -5/6 at 3e-12, where no point of the grid is: that was the optimum, above its
// bound.
// Degrees tell that no p/q is the function; to look for the best one first took 11 s.
TEST(MinimaxZeros, RationalFunctionsOfOtherTypesAreRefusedAtOnce) {
  minimax_problem p = of("1/(1+4.96*x^2)*(x^3-x)", 1, "0", "0.1");
  p.denominator_degree = 1;
  p.error = minimax_error::relative;
  expect_refused(p, "found no bound at x = 0");
  p = of("(x^3-x)/(x^2-1)+x^2-x^2", 1, "-0.5", "0.5");  // x, in other words
  p.error = minimax_error::relative;
  EXPECT_EQ(solve(p).status, minimax_status::optimal);
}

TEST(MinimaxZeros, TopsAreLookedAtWithMoreBits) {
  minimax_problem p = of("(x-sin(x))/x^3", 1);
  p.form = "1+x*p(x)";
  const minimax_result r = solve(p);
  EXPECT_EQ(r.status, minimax_status::optimal) << r.report.note;
  EXPECT_NEAR(r.optimum, 5.0 / 6, 2e-6);
  EXPECT_LE(r.max_error, r.proven_bound);
}

// 0/0 of order 5 where no double is: boxes crowded there until 200,000 were used up.
TEST(MinimaxZeros, RemovableBetweenDoubles) {
  const minimax_result r = solve(of("(sin(x-0.137)-(x-0.137)+(x-0.137)^3/6)/(x-0.137)^5", 3));
  EXPECT_EQ(r.status, minimax_status::optimal) << r.report.note;
  EXPECT_LT(r.report.boxes, 2000);
}

// Errors -1, 0.7, -0.9, 0.9 of a constant: of consecutive ones the last was lost, and the level fell.
TEST(MinimaxZeros, TheLevelDoesNotFall) {
  const minimax_result r = solve(of("cbrt(x-0.5)+abs(x-1.74)^0.3", 0, "0.5", "2"));
  EXPECT_EQ(r.status, minimax_status::optimal) << r.report.note;
  EXPECT_NEAR(r.optimum, 0.3728078171, 1e-9);
}

// A sine of many waves: p = 0 is the best, q may be anything, and had zeros.
TEST(MinimaxZeros, NothingOverOne) {
  minimax_problem p = of("sin(6.73*x^2)", 3, "1", "10");
  p.denominator_degree = 3;
  const minimax_result r = solve(p);
  EXPECT_EQ(r.status, minimax_status::optimal) << r.report.note;
  EXPECT_EQ(r.denominator, (std::vector<double>{1, 0, 0, 0}));
  p = of("sin(5.18*x^2)", 7, "-3", "-1");
  p.denominator_degree = 1;
  EXPECT_EQ(solve(p).status, minimax_status::optimal);
}

// Tops of 1.5 to 2.9 beside two of 2.98 were counted as alternations of a constant, which was `optimal`; 2.9555 is
// reached.
TEST(MinimaxZeros, SmallTopsAreNoAlternations) {
  minimax_problem p = of("sin(0.739*x^2)*(x-1)^0.5", 4, "1", "10");
  p.denominator_degree = 3;
  const minimax_result r = solve(p);
  EXPECT_TRUE(r.status != minimax_status::optimal || r.optimum < 2.956) << r.optimum;
  EXPECT_LE(r.lower_bound, 2.9555);
}

// A zero of q 1e-10 beyond the end, with one of p: two alternations lie within 4e-7 of it.
TEST(MinimaxZeros, PairsNextToAnEnd) {
  minimax_problem p = relative("cbrt(x-0.5)+abs(x-1.21)^0.7", "p(x)", 2, "0.5", "2");
  p.denominator_degree = 2;
  const minimax_result r = solve(p);
  EXPECT_EQ(r.status, minimax_status::optimal) << r.report.note;
  EXPECT_NEAR(r.optimum, 0.1951792, 1e-6);
}

// 0/0 beside cbrt and powers, which have no Taylor models.
TEST(MinimaxZeros, QuotientsBesidePowersAreProven) {
  for (const char* function : {"sin(x)/x+0.655*cbrt(x)", "(exp(x)-1)/x+0.642*x^0.7", "cbrt(x)*((1-cos(x))/x^2)"})
    EXPECT_EQ(solve(of(function, 4, "0", "1")).status, minimax_status::optimal) << function;
}

}  // namespace
}  // namespace vieta::test
