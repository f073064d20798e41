#include "vieta/minimax.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <locale>
#include <sstream>

#include "oracles/minimax/minimax_optima.hpp"
#include "oracles/minimax/minimax_reference.hpp"
#include "unit/minimax/minimax_problems.hpp"
#include "vieta/minimax_code.hpp"
#include "vieta/minimax_pareto.hpp"

namespace vieta::test {
namespace {

#ifdef VIETA_HAVE_ARB
constexpr int highest = 31;
#else
constexpr int highest = 8;  // what long double can do by itself
#endif

TEST(Minimax, KnownOptima) {
  minimax_options options;
  options.prove = options.search = false;
  [[maybe_unused]] std::size_t stalled = 0;
  for (const known_optimum& k : known_optima()) {
    const minimax_result r = minimax(problem_of(k), options);
#ifndef VIETA_HAVE_ARB
    // Long double cancels too much in some rows; then the status says so, and a note why.
    if (r.status == minimax_status::stalled) {
      EXPECT_NE(r.report.note.find("Arb"), std::string::npos) << k.function << ' ' << k.form << ' ' << k.degree;
      ++stalled;
      continue;
    }
#endif
    EXPECT_EQ(r.status, minimax_status::not_proven) << k.function << ' ' << k.form << ' ' << k.degree;  // as asked for
    // Six digits were written down, and a grid of points sees a little less than the maximum.
    // Where the form has a part of its own that cancels the function's zero, doubles left some noise in the table,
    // which can only add to a maximum.
    const bool noisy = k.form[0] == 'p' && k.form[1] == 'i';
    EXPECT_LE(r.optimum, k.optimum * (1 + 6e-6)) << k.function << ' ' << k.form << ' ' << k.degree;
    EXPECT_GE(r.optimum, k.optimum * (1 - (noisy ? 2e-4 : 6e-6))) << k.function << ' ' << k.form << ' ' << k.degree;
    EXPECT_LE(r.lower_bound, r.optimum);
    EXPECT_GE(r.lower_bound, r.optimum * (1 - 1e-6));
    EXPECT_GE(static_cast<int>(r.alternation.size()), r.report.free + 1);
  }
  EXPECT_LE(stalled, known_optima().size() / 10);
}

// The slow way: the maximum over a million points, from coefficients alone, by the C library.
TEST(Minimax, ErrorsAreWhatTheyClaimToBe) {
  for (const known_optimum& k : known_optima()) {
    if (k.degree > 5) continue;
    // pi/2 - sqrt(1-x)*p(x) has no bounded relative error once p(0) is rounded.
    if (k.form[0] == 'p' && k.form[1] == 'i' && k.error == minimax_error::relative) continue;
    const minimax_result r = solve(problem_of(k), coefficient_format::float32);
    const double slow = largest_error_by_sampling(r, 3000);
    EXPECT_LE(slow, r.max_error * (1 + 1e-7));
    EXPECT_GE(slow, r.max_error * (1 - 1e-4));  // what 6000 points can see
    if (std::isfinite(r.proven_bound)) {
      EXPECT_LE(slow, r.proven_bound);
      EXPECT_LE(r.proven_bound, r.max_error * (1 + 1e-5));
    }
    EXPECT_LE(r.max_error, r.rounded_error);
    for (const double c : r.coefficients) EXPECT_EQ(c, static_cast<double>(static_cast<float>(c)));
  }
}

// Chebyshev: the best approximation of x^(n+1) by lower powers on [-1, 1] is off by 2^-n.
TEST(Minimax, MonomialsHaveChebyshevPolynomialsAsErrors) {
  for (const int n : {0, 1, 2, 5, 8, 12, 20, 31}) {
    if (n > highest) break;
    const minimax_result r = solve(of("x^" + std::to_string(n + 1), n));
    EXPECT_EQ(r.status, minimax_status::optimal) << n;
    EXPECT_NEAR(r.optimum, std::ldexp(1.0, -n), 1e-9 * std::ldexp(1.0, -n)) << n;
  }
}

// 1 / (x - a): the error is known in closed form (Bernstein; Rivlin, An Introduction to the Approximation of Functions,
// 1969, section 1.4): (a - sqrt(a^2 - 1))^n / (a^2 - 1).
TEST(Minimax, SimplePolesOutside) {
  for (const int n : {1, 3, 8, 15, 25}) {
    if (n > highest) break;
    const double a = 2, expected = std::pow(a - std::sqrt(a * a - 1), n) / (a * a - 1);
    const minimax_result r = solve(of("1/(x-2)", n));
    EXPECT_NEAR(r.optimum, expected, 1e-9 * expected) << n;
  }
}

TEST(Minimax, PolynomialsAreTheirOwnApproximation) {
  const minimax_result r = solve(of("3*x^2 - x/2 + 1", 4));
  EXPECT_LT(r.max_error, 1e-15);
  EXPECT_NEAR(r.coefficients[2], 3, 1e-14);
}

TEST(Minimax, HighDegreesConverge) {
#ifndef VIETA_HAVE_ARB
  GTEST_SKIP() << "no Arb";
#endif
  minimax_options options;
  options.prove = options.search = false;
  for (const char* f :
       {"exp(x)", "sin(x)", "log2(x+2)", "erf(x)", "tanh(x)", "1/(1+25*x^2)", "abs(x)^1.5", "gamma(x+2)", "j0(x)"})
    for (const int n : {20, 60}) {
      const minimax_result r = minimax(of(f, n), options);
      EXPECT_EQ(r.status, minimax_status::not_proven) << f << ' ' << n;  // as asked for
      EXPECT_GE(r.lower_bound, r.optimum * (1 - 1e-6)) << f << ' ' << n;
    }
}

TEST(Minimax, SeveralIntervalsAndWeights) {
  minimax_problem p = of("exp(x)", 3);
  p.intervals = {{"-1", "-1/2"}, {"1/4", "1"}};
  const minimax_result apart = solve(p);
  EXPECT_EQ(apart.status, minimax_status::optimal);
  EXPECT_LT(apart.optimum, solve(of("exp(x)", 3)).optimum);

  p = of("exp(x)", 3);
  p.error = minimax_error::weighted;
  p.weight = "exp(-x)";
  const minimax_result weighted = solve(p);
  p.error = minimax_error::relative;
  p.weight = "";
  EXPECT_NEAR(weighted.optimum, solve(p).optimum, 1e-9 * weighted.optimum);
}

TEST(Minimax, ZeroWeightsAtEnds) {
  minimax_problem p = of("log(x)", 3, "1", "2");  // a zero weight, which hangs others
  p.error = minimax_error::weighted;
  p.weight = "x-1";
  EXPECT_EQ(solve(p).status, minimax_status::optimal);
  p.weight = "log(x)";
  EXPECT_EQ(solve(p).status, minimax_status::optimal);
}

TEST(Minimax, Callables) {
  minimax_problem p = of("", 4);
  p.callable = [](long double x) { return std::exp(x); };
  const minimax_result r = solve(p);
  EXPECT_NEAR(r.optimum, solve(of("exp(x)", 4)).optimum, 1e-9 * r.optimum);
  EXPECT_TRUE(std::isinf(r.proven_bound));
  EXPECT_NE(r.report.note, "");
}

TEST(Minimax, DecimalsAndSmallFormats) {
  minimax_options options;
  options.format = coefficient_format::decimals;
  options.decimals = 4;
  const minimax_result r = minimax(minimax_short_form("atan", 3), options);
  for (const std::string& d : r.decimals) EXPECT_EQ(d.size() - d.find('.'), 5U) << d;
  EXPECT_LE(r.max_error, r.rounded_error);
  for (const coefficient_format f : {coefficient_format::float16, coefficient_format::bfloat16}) {
    const minimax_result small = solve(minimax_short_form("exp", 4), f);
    EXPECT_LE(small.max_error, small.rounded_error);
    EXPECT_LE(small.optimum, small.max_error);
  }
}

TEST(Minimax, BadRequests) {
  expect_refused(of("1/x", 3), "pole at x = ");
  expect_refused(of("tan(x)", 3, "0", "2"), "pole at x = 1.57");
  expect_refused(of("log(x)", 3, "0", "1"), "found infinity at x = 0");
  expect_refused(of("sqrt(x-1)", 3, "0", "2"), "found no finite number at x = ");
  minimax_problem p = of("log(x)", 3, "1/2", "2");
  p.error = minimax_error::relative;
  expect_refused(p, "no bound at x = 1,");
  p = of("sin(x)", 3, "0", "1");
  p.error = minimax_error::relative;
  expect_refused(p, "no bound at x = 0,");
  p = of("exp(x)", 3);
  p.constraints = {"p(0)=1", "c0=2"};
  expect_refused(p, "found 'c0=2', expected one that does not contradict");
  p = of("exp(x)*1e17", 3);
  p.constraints = {"p(0)=1e17"};  // was refused: the value is of another size than what multiplies coefficients
  EXPECT_EQ(minimax(p, {}).coefficients[0], 1e17);
  p = of("exp(x)", 3);
  p.constraints = {"p(0)=1", "p(1)=2", "p'(0)=1", "p'(1)=1"};
  expect_refused(p, "leave none of 4 coefficients free");
  p.constraints = {"c7=1"};
  expect_refused(p, "no power 7");
  expect_refused(of("exp(x)", 3, "1", "1"), "a < b");
  expect_refused(of("exp(x)", -1), "0 to 500");
  expect_refused(of("exp(x))", 3), "found ')' at character 7");
  expect_refused(of("foo(x)", 3), "found 'foo' at character 1");
  expect_refused(of(std::string(5000, '('), 3), "at most 4000");
  expect_refused(of(std::string(300, '('), 3), "parentheses at most 200 deep");
  expect_refused(of("", 3), "found the end of the expression at character 1");
  p = of("exp(x)", 3);
  p.form = "p(x)^2";
  expect_refused(p, "not linear in p");
  p.form = "p(x)";
  p.intervals = {{"nan", "0"}};
  expect_refused(p, "found 'nan', expected a finite number");
  p.intervals = {{"0", "-inf"}};
  expect_refused(p, "found '-inf', expected a finite number");
  p.intervals = {{"0", "1"}};
  p.form = "x";
  expect_refused(p, "found no p in");
  // Messages repeat a text in short, on one line, with nothing unprintable.
  p.form = "(p(x)+" + std::string(900, '1') + ")^2";
  expect_refused(p, "...");
  p.form = "p(x)";
  p.constraints = {"p(0)\n\x01=1" + std::string(500, ' ')};
  expect_refused(p, "--constraint p(0)\\x0a\\x01=1");
  p.constraints = {};
  p.intervals = {{"1\n", "2"}};
  expect_refused(p, "--in 1\\x0a,2");
}

TEST(Minimax, ResultIsEvaluated) {
  minimax_problem p = of("exp(x)", 4, "0", "1");
  p.error = minimax_error::relative;
  p.form = "1+x*p(x)";
  const minimax_result r = solve(p);
  const double x[] = {0.0625, 0.5, 1};
  const std::vector<minimax_sample> samples = evaluate(r, x);
  ASSERT_EQ(samples.size(), 3U);
  for (const minimax_sample& s : samples) {
    double value = 0;
    for (std::size_t k = r.coefficients.size(); k-- > 0;) value = value * s.x + r.coefficients[k];
    EXPECT_NEAR(s.approximation, 1 + s.x * value, 1e-15);
    EXPECT_NEAR(s.function, std::exp(s.x), 1e-15);
    EXPECT_NEAR(s.error, (s.function - s.approximation) / s.function, 1e-15);
    EXPECT_LE(std::fabs(s.error), r.max_error * (1 + 1e-12));
  }
}

TEST(Minimax, CancellationEndsTheWork) {
  const std::atomic<bool> now = true;
  minimax_options options;
  options.cancel = &now;
  const minimax_result r = minimax(of("exp(x)", 5), options);  // a first round there is always
  EXPECT_EQ(r.status, minimax_status::stalled);
  EXPECT_EQ(r.report.stopped_by, "cancelled");
  EXPECT_TRUE(std::isinf(r.proven_bound));
  EXPECT_GE(r.max_error, r.lower_bound);
  EXPECT_LT(r.max_error, 1e-3);

#ifdef VIETA_HAVE_ARB
  // In high precision too, and whenever it comes.
  for (const int after : {3, 100, 1000}) {
    std::atomic<bool> cancel = false;
    int calls = 0;
    std::string last;
    options.cancel = &cancel;
    options.progress = [&](const minimax_progress& done) {
      last = done.work;
      cancel = ++calls >= after;
    };
    const minimax_result some = minimax(of("exp(x)", 14), options);
    EXPECT_EQ(some.report.stopped_by, "cancelled") << last;
    EXPECT_GE(some.max_error, some.lower_bound) << last;
    EXPECT_LT(some.max_error, 1e-10) << last;
  }
#endif
}

// Among finitely many points: all errors are at most the level, which alternates; no better p is to be found nearby.
TEST(Minimax, Samples) {
  minimax_problem p;
  for (int i = 0; i <= 40; ++i) {
    const double x = (i * 17 % 41) / 20.0 - 1;  // in no order
    p.samples.emplace_back(x, std::exp(x) + (i % 3) * 1e-3);
  }
  p.degree = 3;
  const minimax_result r = minimax(p);
  EXPECT_EQ(r.status, minimax_status::optimal);
  EXPECT_GE(r.alternation.size(), 5U);
  EXPECT_EQ(r.problem.function, "41 samples");
  double worst = 0;
  const auto error_at = [&](const std::vector<double>& c, std::size_t i) {
    const auto [x, f] = p.samples[i];
    return f - (c[0] + x * (c[1] + x * (c[2] + x * c[3])));
  };
  for (std::size_t i = 0; i < p.samples.size(); ++i)
    worst = std::max(worst, std::fabs(error_at(r.best_coefficients, i)));
  EXPECT_NEAR(worst, r.optimum, 1e-12);
#ifdef VIETA_HAVE_ARB
  EXPECT_GE(r.proven_bound, worst * (1 - 1e-9));
  EXPECT_LE(r.proven_bound, worst * (1 + 1e-9));
  EXPECT_TRUE(verify(r));
#endif
  for (std::size_t k = 0; k < 4; ++k)
    for (const double step : {-1e-4, 1e-4}) {
      std::vector<double> c = r.best_coefficients;
      c[k] += step;
      double other = 0;
      for (std::size_t i = 0; i < p.samples.size(); ++i) other = std::max(other, std::fabs(error_at(c, i)));
      EXPECT_GT(other, r.optimum);
    }
  // As many coefficients as leave one point over: the level is that of a divided difference.
  p.samples = {{0, 0}, {1, 1}, {2, 0}};
  p.degree = 1;
  EXPECT_NEAR(minimax(p).optimum, 0.5, 1e-12);
}

// All functions that are free change sign at once, within the interval: there the best errors do not alternate.
TEST(Minimax, CommonZerosWithinTheInterval) {
  const auto check = [](const minimax_problem& p, double optimum, int alternations) {
    const std::string what = p.function + " as " + p.form;
    const minimax_result r = minimax(p);
    EXPECT_EQ(r.status, minimax_status::optimal) << what;
    EXPECT_NEAR(r.optimum, optimum, 2e-6 * optimum) << what;
    EXPECT_NEAR(r.lower_bound, r.optimum, 1e-9 * r.optimum) << what;
    EXPECT_EQ(r.alternation.size(), static_cast<std::size_t>(alternations)) << what;
    double worst = 0;
    std::vector<double> x(4001);
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double lo = r.problem.intervals[0].first == "-1" ? -1 : -0.5,
                   hi = r.problem.intervals[0].second == "2" ? 2 : -lo;
      x[i] = lo + (hi - lo) * static_cast<double>(i) / static_cast<double>(x.size() - 1);
    }
    for (const minimax_sample& s : evaluate(r, x)) worst = std::max(worst, std::fabs(s.error));
    EXPECT_NEAR(worst, optimum, 1e-5 * optimum) << what;
  };
  // The optima: linear programming on 20,001 points (scipy.optimize.linprog, HiGHS).
  minimax_problem p;
  p.function = "exp2(x)";
  p.intervals = {{"-1/2", "1/2"}};
  p.constraints = {"p(0)=1"};
  check(p, 1.0379647375748e-4, 4);
  p = {};
  p.function = "sin(x)";
  p.form = "x*p(x)";
  p.intervals = {{"-1", "2"}};
  check(p, 4.1299215492715e-3, 5);
  p = {};
  p.function = "exp(x)";
  p.degree = 4;
  p.error = minimax_error::relative;
  p.constraints = {"p(1/2)=sqrt(e)"};
  check(p, 5.3657420147290e-4, 5);
  p.error = minimax_error::absolute;
  p.constraints = {"p(0)=1", "p'(0)=1"};  // no change of sign
  check(p, 1.1340637940176e-3, 4);
  p.constraints = {"p(0)=1", "p'(0)=1", "p''(0)=1"};
  check(p, 1.2669286833722e-3, 3);
  p.constraints = {};
  p.exponents = {1, 2, 3, 4};
  p.form = "1+p(x)";
  check(p, 5.7258802800453e-4, 5);
}

// A derivative within the interval leaves no system whose errors alternate. The optimum is that of linear programming.
TEST(Minimax, ExchangeWithoutAlternation) {
  minimax_problem p;
  p.function = "exp(x)";
  p.degree = 4;
  p.constraints = {"p'(1/2)=sqrt(e)"};
  const minimax_result r = minimax(p);
  EXPECT_EQ(r.status, minimax_status::optimal);
  EXPECT_NEAR(r.optimum, 8.8062529971728e-4, 1e-10);
  EXPECT_NEAR(r.lower_bound, r.optimum, 1e-9 * r.optimum);
}

TEST(Minimax, BadSamples) {
  minimax_problem p;
  p.degree = 1;
  p.samples = {{0, 0}, {1, 1}};
  EXPECT_THROW(minimax(p), error);  // nothing to choose
  p.samples = {{0, 0}, {0, 1}, {2, 3}};
  EXPECT_THROW(minimax(p), error);
  p.samples = {{0, 0}, {1, NAN}, {2, 3}};
  EXPECT_THROW(minimax(p), error);
  p.samples = {{0, 0}, {1, 2}, {2, 3}};
  p.error = minimax_error::relative;
  EXPECT_THROW(minimax(p), error);
  p.error = minimax_error::absolute;
  p.form = "log(x)*p(x)";
  EXPECT_THROW(minimax(p), error);
}

// Found by review: what 106 bits do not show was called 0, and optimal.
TEST(Minimax, SmallChangesAreSeen) {
#ifndef VIETA_HAVE_ARB
  GTEST_SKIP() << "built without Arb";
#endif
  minimax_options options;
  options.format = coefficient_format::float64;
  minimax_problem p;
  p.function = "1+1e-40*sin(x)";
  const minimax_result small = minimax(p, options);
  EXPECT_EQ(small.status, minimax_status::optimal);
  EXPECT_NEAR(small.optimum, 4.995335e-44, 1e-49);
  EXPECT_NEAR(small.coefficients[1], 1e-40, 1e-42);
  EXPECT_LT(small.proven_bound, 5e-44);
  p.function = "exp(x)";
  p.intervals = {{"0", "1e-35"}};
  p.degree = 1;
  EXPECT_NEAR(minimax(p, options).optimum, 1e-70 / 16, 1e-74);  // x^2 / 2 on [0, h]: h^2 / 16
  p.intervals = {{"0", "1e-320"}};
  const minimax_result tiny = minimax(p, options);
  EXPECT_LT(tiny.proven_bound, 1e-60);  // of an optimum that no double holds; `negligible_error` is 1e-30
  EXPECT_LT(tiny.report.boxes, 10000);
}

// Found by review: numbers beyond a format were rounded as if its exponents had no end.
TEST(Minimax, CoefficientsBeyondTheFormatAreRefused) {
  minimax_problem p;
  p.function = "1e5*exp(x)";
  minimax_options options;
  options.format = coefficient_format::float16;
  EXPECT_THROW(minimax(p, options), error);
  options.format = coefficient_format::bfloat16;
  EXPECT_NO_THROW(minimax(p, options));
  p.function = "1e300*exp(x)";
  for (const coefficient_format f :
       {coefficient_format::float32, coefficient_format::bfloat16, coefficient_format::float16}) {
    options.format = f;
    EXPECT_THROW(minimax(p, options), error) << name(f);
  }
  options.format = coefficient_format::float64;
  const minimax_result r = minimax(p, options);
  EXPECT_LT(r.max_error, 1e298);
  EXPECT_THROW(emit_code(r, {}), error);  // code is in float
  p.function = "65504";
  p.degree = 0;
  options.format = coefficient_format::float16;
  EXPECT_EQ(minimax(p, options).coefficients[0], 65504);
  p.function = "65521";  // rounds to 65536, which there is not
  EXPECT_THROW(minimax(p, options), error);
}

// A stream takes the process's locale when it is made.
TEST(Minimax, ParetoInAnyLocale) {
  struct commas : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\1"; }
  };
  pareto_result r;
  r.variants.emplace_back();
  r.variants[0].degree = 12;
  r.variants[0].cost = r.variants[0].full_rate = 1234;
  r.variants[0].proven_bound = r.variants[0].float_error = 0.125;
  const auto texts = [&] {
    std::ostringstream out;
    out << r;
    return out.str() + to_json(r);
  };
  const std::string plain = texts();
  const std::locale before = std::locale::global(std::locale(std::locale::classic(), new commas));
  const std::string german = texts();
  std::locale::global(before);
  EXPECT_EQ(german, plain);
  EXPECT_NE(plain.find("1234"), plain.npos);
}

}  // namespace
}  // namespace vieta::test
