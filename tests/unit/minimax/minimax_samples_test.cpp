// What is said of stand-ins for samples, against rational numbers: whatever the sizes of the numbers, max_error is
// right to its last digits. (Found by fuzz/verbs/fuzz_verb_minimax.cpp.)
#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "vieta/error.hpp"
#include "vieta/minimax.hpp"

namespace vieta {
namespace {

using boost::multiprecision::cpp_rational;

cpp_rational largest_error(const minimax_problem& problem, const std::vector<double>& ascending) {
  cpp_rational largest = 0;
  for (const auto& [x, f] : problem.samples) {
    cpp_rational value = 0;
    for (std::size_t k = ascending.size(); k-- > 0;) value = value * cpp_rational(x) + cpp_rational(ascending[k]);
    largest = std::max<cpp_rational>(largest, abs(cpp_rational(f) - value));
  }
  return largest;
}

TEST(MinimaxSamples, NumbersOfAllSizes) {
#ifndef VIETA_HAVE_ARB
  GTEST_SKIP() << "no Arb";
#endif
  std::mt19937_64 random(11);
  std::uniform_real_distribution<double> unit(-1, 1);
  int solved = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const double orders = trial % 3 == 0 ? 1 : trial % 3 == 1 ? 12 : 60;
    const auto number = [&] { return unit(random) * std::pow(10, orders * unit(random)); };
    minimax_problem problem;
    problem.form = "p(x)";
    problem.degree = trial % 4;
    for (int k = 0; k < 6 + trial % 5; ++k) problem.samples.emplace_back(number(), number());
    minimax_result r;
    try {
      r = minimax(problem);
    } catch (const error&) {
      continue;  // a system of equations that long double cannot solve
    }
    ++solved;
    const cpp_rational exact = largest_error(problem, r.coefficients);
    const double right = exact.convert_to<double>();
    ASSERT_NEAR(r.max_error, right, 4e-16 * right) << trial;
    if (!std::isfinite(r.proven_bound)) continue;  // without Arb
    ASSERT_LE(exact, cpp_rational(r.proven_bound)) << trial;
    ASSERT_LE(r.max_error, r.proven_bound) << trial;
    ASSERT_LE(r.proven_bound, right * (1 + 1e-14)) << trial;
  }
  EXPECT_GT(solved, 100);
}

/// The least largest error of all p of one coefficient less than points: a divided difference over the sizes of its
/// weights.
cpp_rational level_of(const std::vector<std::pair<double, double>>& points) {
  cpp_rational sum = 0, sizes = 0;
  for (const auto& [x, f] : points) {
    cpp_rational product = 1;
    for (const auto& other : points)
      if (other.first != x) product *= cpp_rational(x) - cpp_rational(other.first);
    sum += cpp_rational(f) / product;
    sizes += abs(1 / product);
  }
  return abs(sum) / sizes;
}

/// The largest level of all choices of degree + 2 samples (de la Vallee-Poussin).
cpp_rational optimum_of(const minimax_problem& problem) {
  const std::size_t n = problem.samples.size();
  cpp_rational largest = 0;
  for (unsigned chosen = 0; chosen < 1U << n; ++chosen) {
    std::vector<std::pair<double, double>> points;
    for (std::size_t i = 0; i < n; ++i)
      if ((chosen >> i & 1U) != 0) points.push_back(problem.samples[i]);
    if (points.size() == static_cast<std::size_t>(problem.degree) + 2)
      largest = std::max<cpp_rational>(largest, level_of(points));
  }
  return largest;
}

// Long double's own rounding errors were called an error that no p is below: 0.11 and 9.8e-4 where 0 and 4.2e-4 are
// right, and "the exchange did not end" where samples nearly fit.
TEST(MinimaxSamples, LowerBoundsAreProven) {
#ifndef VIETA_HAVE_ARB
  GTEST_SKIP() << "no Arb";
#endif
  using rows = std::vector<std::pair<double, double>>;
  std::vector<minimax_problem> problems;
  const auto add = [&](int degree, const rows& samples) {
    problems.emplace_back();
    problems.back().degree = degree;
    problems.back().samples = samples;
  };
  add(1, {{1, 2}, {2, 3}, {3, 4}});
  add(1, {{1000, -3e15}, {1001.5, 1.5e15}, {1004.5, 10.5e15}, {1010, 27e15}, {1013, 36e15}});
  add(1, {{1000003.125, 1374999999999.999},
          {1000009, 19e12},
          {1000016, 40e12},
          {1000018, 46e12},
          {1000042, 118e12},
          {1000045, 127e12}});
  add(3, {{-2.32, -34.141504}, {-1.9, -17.677}, {-1.212619, -3.136649051}, {0.4, 0.792}, {0.5, 0.875}});
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> unit(-1, 1);
  for (int trial = 0; trial < 60; ++trial) {
    const int degree = trial % 4;
    rows samples;
    const double centre = trial % 3 == 0 ? 1e6 : 0, noise = std::pow(10, -3.0 * (trial % 7));
    for (int k = 0; k < degree + 3 + trial % 2; ++k) {
      const double x = centre + k + 0.4 * unit(random);
      samples.emplace_back(x, (std::pow(x, degree) - 3 * x) * (1 + noise * unit(random)));
    }
    add(degree, samples);
  }
  for (std::size_t i = 0; i < problems.size(); ++i) {
    const minimax_result r = minimax(problems[i]);
    const cpp_rational right = optimum_of(problems[i]);
    ASSERT_LE(cpp_rational(r.lower_bound), right) << i;
    ASSERT_NEAR(r.lower_bound, right.convert_to<double>(), 1e-9 * r.lower_bound) << i;
    ASSERT_NE(r.status, minimax_status::stalled) << i << r.report.note;
    ASSERT_LE(right, cpp_rational(r.proven_bound)) << i;
  }
}

// The same of other systems: constraints, weights, fixed errors, p(x^2) of samples on both sides, and quotients.
TEST(MinimaxSamples, LowerBoundsOfForms) {
#ifndef VIETA_HAVE_ARB
  GTEST_SKIP() << "no Arb";
#endif
  minimax_problem given;
  for (int i = -6; i <= 6; ++i) given.samples.emplace_back(i * 0.25, std::exp(i * 0.25) + 0.01 * (i % 3));
  given.degree = 2;
  const auto solved = [&](const auto& change) {
    minimax_problem p = given;
    change(p);
    const minimax_result r = minimax(p);
    EXPECT_EQ(r.status, minimax_status::optimal) << p.form << r.report.note;
    EXPECT_GE(r.lower_bound, r.optimum * (1 - 1e-8)) << p.form;
    EXPECT_LE(r.lower_bound, r.max_error * (1 + 1e-12)) << p.form;
    return r;
  };
  solved([](minimax_problem& p) { p.constraints = {"p(0)=pi/3", "c1=1"}; });
  solved([](minimax_problem& p) { p.constraints = {"p(0)=1", "c0=1"}; });
  solved([](minimax_problem& p) { p.error = minimax_error::relative; });
  solved([](minimax_problem& p) { p.error = minimax_error::weighted, p.weight = "1/(2 + x)"; });
  solved([](minimax_problem& p) { p.form = "1 + sin(x)*p(x)"; });
  solved([](minimax_problem& p) { p.denominator_degree = 1; });
  EXPECT_NEAR(solved([](minimax_problem& p) { p.constraints = {"p(1)=9"}; }).optimum, 9 - given.samples[10].second,
              1e-8);
  EXPECT_NEAR(solved([](minimax_problem& p) { p.form = "x*p(x)"; }).optimum, 1, 1e-12);
  const minimax_result even = solved([](minimax_problem& p) { p.form = "p(x^2)"; });
  EXPECT_NEAR(even.optimum, (std::exp(1.5) - std::exp(-1.5)) / 2, 1e-8);
}

// All p/q through p(A) = B take one alternation less. Optima by bisection with linear programs (HiGHS): is there a p/q
// with errors of E at most?
TEST(MinimaxSamples, QuotientsWithConstraints) {
#ifndef VIETA_HAVE_ARB
  GTEST_SKIP() << "no Arb";
#endif
  minimax_problem exp, atan;
  for (int i = 0; i <= 20; ++i) {
    exp.samples.emplace_back(i / 20.0, std::exp(i / 20.0));
    atan.samples.emplace_back(i / 20.0 - 0.5, std::atan(3 * (i / 20.0 - 0.5)));
  }
  const auto expect_best = [](minimax_problem p, int m, int n, std::vector<std::string> constraints, double best) {
    p.degree = m, p.denominator_degree = n;
    p.constraints = std::move(constraints);
    minimax_options options;
    options.format = coefficient_format::float64;
    const minimax_result r = minimax(p, options);
    EXPECT_EQ(r.status, minimax_status::optimal) << best << r.report.note;
    EXPECT_NEAR(r.optimum, best, 1e-7 * best);
    EXPECT_LE(r.lower_bound, best * (1 + 1e-8));
    EXPECT_GE(r.lower_bound, best * (1 - 1e-7));
  };
  expect_best(exp, 2, 1, {"p(0)=1"}, 0.000208612150544);
  expect_best(exp, 2, 1, {"c0=1"}, 0.000208612150544);
  expect_best(exp, 2, 2, {"p(0)=1", "p(1)=e"}, 5.67480003e-6);
  expect_best(atan, 3, 2, {"p(0)=0"}, 0.000590591551202);
}

}  // namespace
}  // namespace vieta
