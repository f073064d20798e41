// core::real_roots in double-double: the table of hard cases and random polynomials before exact roots, to 31 digits.
#include <gtest/gtest.h>

#include "oracles/real_roots/real_roots_cases.hpp"
#include "oracles/real_roots/real_roots_families.hpp"
#include "oracles/real_roots/real_roots_judge.hpp"
#include "vieta/core/dd.hpp"
#include "vieta/core/real_roots_in_parts.hpp"

namespace vieta::test {
namespace {

using listed_dds = listed_in<dd>;
constexpr double infinity = std::numeric_limits<double>::infinity();

template <int N>
listed_dds solve_in(const std::vector<dd>& coefficients, dd lo, dd hi, wanted_tolerance wanted, bool in_parts) {
  dd a[N + 1] = {};
  std::copy(coefficients.begin(), coefficients.end(), a);
  std::vector<dd> roots(N), scratch(N);
  core::real_roots_answer answer;
  if constexpr (N <= 6) {  // each takes its time to compile
    if (!in_parts) {
      answer = core::real_roots<N, dd>(a, lo, hi, wanted.absolute, wanted.relative, {roots.data(), 1});
      return {roots, answer.count, answer.status, answer.touching};
    }
  }
  answer = core::real_roots_in_parts<N, dd>(a, lo, hi, wanted.absolute, wanted.relative, {scratch.data(), 1},
                                            roots.data(), N);
  return {roots, answer.count, answer.status, answer.touching};
}

/// In the smallest of a few degrees that holds the polynomial.
template <int... Degrees>
listed_dds solve_by_degree(const std::vector<dd>& a, dd lo, dd hi, wanted_tolerance wanted, bool in_parts,
                           std::integer_sequence<int, Degrees...>) {
  listed_dds found;
  (void)((a.size() <= Degrees + 1 ? (found = solve_in<Degrees>(a, lo, hi, wanted, in_parts), true) : false) || ...);
  return found;
}
listed_dds solve(const std::vector<dd>& a, dd lo, dd hi, wanted_tolerance wanted = {}, bool in_parts = true) {
  using degrees = std::integer_sequence<int, 3, 6, 12, 24>;
  return solve_by_degree(a, lo, hi, wanted, in_parts, degrees());
}

std::vector<dd> to_dds(const std::vector<double>& a) { return {a.begin(), a.end()}; }

/// With random lower parts.
std::vector<dd> to_the_last_bit(const std::vector<double>& a, std::mt19937_64& random) {
  std::uniform_real_distribution<double> uniform(-0x1p-54, 0x1p-54);
  std::vector<dd> c;
  for (const double x : a) c.emplace_back(two_sum(x, x * uniform(random)));
  return c;
}

std::vector<dd> expand_dd(const std::vector<dd>& roots) {
  std::vector<dd> c = {dd(1)};
  for (const dd& r : roots) {
    c.insert(c.begin(), dd(0));
    for (std::size_t k = 0; k + 1 < c.size(); ++k) c[k] -= r * c[k + 1];
  }
  return c;
}

dd from_digits(double high, double low) { return two_sum(high, low); }

TEST(RealRootsDd, SquareRootOfTwo) {
  const listed_dds found = solve({dd(-2), dd(0), dd(1)}, -2, 2);
  ASSERT_EQ(found.count, 2);
  const dd root = from_digits(0x1.6a09e667f3bcdp+0, -0x1.bdd3413b26456p-54);
  EXPECT_LE(distance(found.roots[1], root), 0x1p-103);
  EXPECT_LE(distance(found.roots[0], -root), 0x1p-103);
}

TEST(RealRootsDd, EveryHardCase) {
  int judged = 0;
  for (const real_roots_case& c : real_roots_cases()) {
    if (!applies<double>(c) || c.coefficients.size() > 25) continue;
    for (const bool in_parts : {false, true}) {
      const listed_dds found = solve(to_dds(c.coefficients), c.lo, c.hi, {}, in_parts);
      if (c.status != real_roots_status::ok) {
        EXPECT_EQ(found.status, c.status) << c.name;
        EXPECT_EQ(found.count, 0) << c.name;
      } else if (!((in_parts ? c : in_one_scale(c)).may_be_unresolved &&
                   found.status == real_roots_status::unresolved)) {
        EXPECT_EQ((judge<dd, dd>(to_dds(c.coefficients), c.lo, c.hi, found)), "") << c.name << ", parts " << in_parts;
        ++judged;
      }
    }
  }
  EXPECT_GT(judged, 100);
}

TEST(RealRootsDd, RandomPolynomialsBeforeTheExactRoots) {
  std::mt19937_64 random(131);
  for (const int degree : {1, 2, 3, 4, 6, 10, 16, 24}) {
    for (int trial = 0; trial < (degree > 6 ? 12 : 60); ++trial) {
      const std::vector<dd> a = to_the_last_bit(sparse<double>(degree, random), random);
      ASSERT_EQ((judge<dd, dd>(a, -1, 1, solve(a, -1, 1))), "");
      ASSERT_EQ((judge<dd, dd>(a, -infinity, infinity, solve(a, -infinity, infinity))), "");
      ASSERT_EQ((judge<dd, dd>(a, 0.25, 7, solve(a, 0.25, 7))), "");
      if (degree > 16) continue;
      const std::vector<dd> b = to_the_last_bit(dense<double>(degree, random), random);
      ASSERT_EQ((judge<dd, dd>(b, -1, 1, solve(b, -1, 1))), "");
    }
  }
}

// In double these are one root, or noise.
TEST(RealRootsDd, ClustersThatDoublesCannotTellApart) {
  std::mt19937_64 random(132);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int trial = 0; trial < 40; ++trial) {
    const dd centre = two_sum(uniform(random), 0x1p-55 * uniform(random));
    std::vector<dd> roots;
    for (int k = -1; k <= 1; ++k) roots.push_back(centre + dd(k * 0x1p-30));
    for (int k = 0; k < 2; ++k) roots.push_back(dd(1.5 + k + uniform(random) / 4));
    const std::vector<dd> a = expand_dd(roots);
    const listed_dds found = solve(a, -4, 4);
    EXPECT_EQ((judge<dd, dd>(a, -4, 4, found)), "");
    EXPECT_EQ(found.count, 5);
    EXPECT_EQ(found.status, real_roots_status::ok);
  }
}

TEST(RealRootsDd, WilkinsonsPolynomialHasItsTwentyRoots) {
  std::vector<dd> roots;
  for (int k = 1; k <= 20; ++k) roots.emplace_back(static_cast<double>(k));
  const std::vector<dd> a = expand_dd(roots);
  const listed_dds found = solve(a, 0, 21);
  ASSERT_EQ(found.count, 20);
  EXPECT_EQ(found.status, real_roots_status::ok);
  for (int k = 1; k <= 20; ++k) EXPECT_LE(distance(found.roots[static_cast<std::size_t>(k) - 1], dd(k)), 1e-15);
  EXPECT_EQ((judge<dd, dd>(a, 0, 21, found)), "");
}

TEST(RealRootsDd, TolerancesBelowAnUlpOfDoubleAreKept) {
  std::mt19937_64 random(133);
  for (const wanted_tolerance wanted :
       {wanted_tolerance{1e-20, 0}, wanted_tolerance{0, 1e-24}, wanted_tolerance{1e-28, 0}, wanted_tolerance{0, 1e-28},
        wanted_tolerance{1e-40, 0}, wanted_tolerance{0.5, 0}}) {
    for (const int degree : {1, 3, 6, 10}) {
      for (int trial = 0; trial < 15; ++trial) {
        const std::vector<dd> a = to_the_last_bit(sparse<double>(degree, random), random);
        ASSERT_EQ((judge<dd, dd>(a, -1, 1, solve(a, -1, 1, wanted), wanted)), "") << wanted.absolute;
        ASSERT_EQ((judge<dd, dd>(a, -100, 3, solve(a, -100, 3, wanted), wanted)), "") << wanted.absolute;
      }
    }
  }
}

TEST(RealRootsDd, PowersOfTwoChangeNothing) {
  std::mt19937_64 random(134);
  for (int trial = 0; trial < 30; ++trial) {
    const std::vector<dd> a = to_the_last_bit(sparse<double>(6, random), random);
    const listed_dds plain = solve(a, -1, 1);
    for (const int exponent : {-800, -7, 9, 900}) {
      std::vector<dd> b = a;
      for (dd& x : b) x = scale_by_power_of_two(x, exponent);
      const listed_dds other = solve(b, -1, 1);
      ASSERT_EQ(other.count, plain.count);
      ASSERT_EQ(other.status, plain.status);
      for (std::size_t k = 0; k < static_cast<std::size_t>(plain.count); ++k)
        ASSERT_TRUE(other.roots[k] == plain.roots[k]) << "times 2^" << exponent;
    }
  }
}

TEST(RealRootsDd, NotANumberAnywhereIsBadInput) {
  for (const double poison : {std::numeric_limits<double>::quiet_NaN(), infinity, -infinity}) {
    for (std::size_t place = 0; place <= 6; ++place) {
      std::vector<dd> a(7, dd(1));
      a[place] = poison;
      const listed_dds found = solve(a, -1, 1);
      EXPECT_EQ(found.status, real_roots_status::bad_input);
      EXPECT_EQ(found.count, 0);
    }
  }
}

TEST(DdFormat, ExponentsScalesAndBinomials) {
  EXPECT_EQ(exponent_of(dd(1)), 0);
  EXPECT_EQ(exponent_of(dd(1, -0x1p-60)), -1);
  EXPECT_EQ(exponent_of(dd(-1, 0x1p-60)), -1);
  EXPECT_EQ(exponent_of(dd(1, 0x1p-60)), 0);
  EXPECT_EQ(exponent_of(dd(1.5, -0x1p-60)), 0);
  EXPECT_TRUE(scale_by_power_of_two(dd(1, 0x1p-60), 1000) == dd(0x1p1000, 0x1p940));
  EXPECT_TRUE(reciprocal(dd(infinity)) == dd(0));
  EXPECT_LE(distance(reciprocal(dd(3)) * dd(3), dd(1)), 0x1p-102);
  // C(64, 32) = 1832624140942590534
  const dd largest = binomial_as<dd>(64, 32);
  EXPECT_EQ(static_cast<std::int64_t>(largest.hi) + static_cast<std::int64_t>(largest.lo), 1832624140942590534);
  EXPECT_EQ(exact_binomial(64, 32), 1832624140942590534);
  EXPECT_EQ(exact_binomial(10, 3), 120);
}

// Products of doubles, divided one after the other, were off by one in 2^53 from n = 55 on.
TEST(Binomial, EqualsPascalsTriangle) {
  std::int64_t row[66] = {1};
  for (int n = 0; n <= 64; ++n) {
    for (int k = 0; k <= n; ++k) {
      EXPECT_EQ(exact_binomial(n, k), row[k]) << n << ' ' << k;
      EXPECT_EQ(binomial(n, k), static_cast<double>(row[k])) << n << ' ' << k;
    }
    for (int k = n + 1; k > 0; --k) row[k] += row[k - 1];
  }
}

}  // namespace
}  // namespace vieta::test
