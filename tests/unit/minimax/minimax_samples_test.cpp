// What is said of stand-ins for samples, against rational numbers: whatever the sizes of the numbers, max_error is
// right to its last digits. (Found by fuzz/verbs/fuzz_verb_minimax.cpp.)
#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <random>

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

}  // namespace
}  // namespace vieta
