#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "vieta/aaa.hpp"
#include "vieta/error.hpp"

namespace vieta::test {
namespace {

using number = std::complex<double>;

double nearest(const std::vector<aaa_pole>& poles, const number& at, number* residue = nullptr) {
  double least = HUGE_VAL;
  for (const aaa_pole& p : poles)
    if (std::abs(p.at - at) < least) {
      least = std::abs(p.at - at);
      if (residue) *residue = p.residue;
    }
  return least;
}

// Numbers of terms are those of scipy.interpolate.AAA (1.16) for the same samples and tolerance.
TEST(Aaa, KnownPoles) {
  std::vector<number> x, f;
  for (int k = 0; k <= 400; ++k) {
    x.emplace_back(k / 200.0 - 1);
    f.push_back(std::tan(x.back() * (std::numbers::pi / 2.2)));
  }
  const aaa_result r = aaa(x, f);
  EXPECT_TRUE(r.converged);
  EXPECT_EQ(r.support.size(), 9U);
  EXPECT_EQ(r.poles.size(), 8U);
  number residue;
  EXPECT_LT(nearest(r.poles, 1.1, &residue), 1e-11);
  EXPECT_LT(std::abs(residue - number(-2.2 / std::numbers::pi)), 1e-9);
  EXPECT_LT(nearest(r.poles, -1.1), 1e-11);
  double least = HUGE_VAL;
  for (const number& zero : r.zeros) least = std::min(least, std::abs(zero));
  EXPECT_LT(least, 1e-13);
  for (const double at : {-0.987, 0.1234, 0.777})
    EXPECT_NEAR(r(at).real(), std::tan(at * std::numbers::pi / 2.2), 1e-12);
}

TEST(Aaa, ComplexSamples) {
  std::vector<number> x, f;
  const auto quotient = [](const number& z) { return (z - 0.5) / ((z - 2.0) * (z + number(0, 1.5))); };
  for (int k = 0; k < 300; ++k) {
    x.push_back(std::polar(1.0, 2 * std::numbers::pi * k / 300));
    f.push_back(quotient(x.back()));
  }
  const aaa_result r = aaa(x, f);
  ASSERT_EQ(r.poles.size(), 2U);
  ASSERT_EQ(r.zeros.size(), 1U);
  EXPECT_LT(std::abs(r.zeros[0] - 0.5), 1e-13);
  number residue;
  EXPECT_LT(nearest(r.poles, 2, &residue), 1e-12);
  EXPECT_LT(std::abs(residue - 1.5 / number(2, 1.5)), 1e-12);
  EXPECT_LT(nearest(r.poles, number(0, -1.5)), 1e-12);
  EXPECT_LT(std::abs(r(number(0.3, 5)) - quotient({0.3, 5})), 1e-12);
}

// A constant over a polynomial has no zero; what rounding errors make of one lies far away.
TEST(Aaa, FewZeros) {
  minimax_problem p;
  p.function = "1/(1+25*x^2)";
  const aaa_result r = aaa(p);
  EXPECT_EQ(r.poles.size(), 2U);
  EXPECT_TRUE(r.zeros.empty());
  EXPECT_LT(nearest(r.poles, number(0, 0.2)), 1e-12);
}

TEST(Aaa, OfAProblem) {
  minimax_problem p;
  p.function = "sqrt(x)";
  p.intervals = {{"0", "1"}};
  const aaa_result r = aaa(p);
  EXPECT_LT(r.error, 1e-11);
  EXPECT_NEAR(r(1e-6).real(), 1e-3, 1e-8);
  for (const aaa_pole& pole : r.poles) EXPECT_FALSE(pole.at.real() > 0 && pole.at.real() < 1 && pole.at.imag() == 0);
}

TEST(Aaa, Misuse) {
  const std::vector<number> one = {1}, two = {1, 2}, same = {3, 3};
  EXPECT_THROW(aaa(one, one), error);
  EXPECT_THROW(aaa(one, two), error);
  EXPECT_THROW(aaa(same, two), error);
  // The same sample twice is one; another value at the same place would be left out of the error.
  const std::vector<number> places = {1, 1, 2, 5}, again = {2, 2, 5, 7}, contrary = {2, 3, 5, 7};
  EXPECT_EQ(aaa(places, again).samples, 3U);
  EXPECT_THROW(aaa(places, contrary), error);
  aaa_options options;
  options.max_terms = 0;
  EXPECT_THROW(aaa(two, two, options), error);
}

}  // namespace
}  // namespace vieta::test
