// Small whole numbers as roots, found by exact division: against products of known factors.
#include "roots/factors/whole_roots.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <random>
#include <vector>

#include "exact/representation.hpp"
#include "vieta/roots.hpp"

namespace vieta {
namespace {

std::map<int, int> found_in(const polynomial& p) {
  std::map<int, int> found;
  for (const whole_root& r : whole_roots_if_all(p)) found[r.value] += r.multiplicity;
  return found;
}
std::map<int, int> found_in(const std::vector<double>& ascending) {
  return found_in(polynomial::from_coefficients(ascending));
}

/// The coefficients of leading * prod (x - r), ascending.
std::vector<exact::integer> product(const std::vector<int>& roots, int leading) {
  std::vector<exact::integer> c{leading};
  for (const int r : roots) {
    c.insert(c.begin(), 0);
    for (std::size_t k = 0; k + 1 < c.size(); ++k) c[k] -= c[k + 1] * exact::integer(r);
  }
  return c;
}
polynomial to_polynomial(const std::vector<exact::integer>& c) {
  std::vector<term> terms;
  for (std::size_t k = 0; k < c.size(); ++k) {
    exact::real value;
    value.numerator = c[k];
    terms.push_back({static_cast<std::int64_t>(k), value, {}});
  }
  return make_polynomial(std::move(terms));
}

TEST(WholeRoots, KnownOnes) {
  EXPECT_EQ(found_in({-27, 27, -9, 1}), (std::map<int, int>{{3, 3}}));
  EXPECT_EQ(found_in({0, 0, 6, -3}), (std::map<int, int>{{0, 2}, {2, 1}}));
  EXPECT_EQ(found_in({4, 0, -1}), (std::map<int, int>{{-2, 1}, {2, 1}}));
  std::vector<int> wilkinson(20);
  for (int k = 0; k < 20; ++k) wilkinson[static_cast<std::size_t>(k)] = k + 1;
  EXPECT_EQ(found_in(to_polynomial(product(wilkinson, 1))).size(), 20U);
}

/// A zero may have any power of ten.
TEST(WholeRoots, ZerosOfAnySize) {
  exact::real zero;
  zero.decimal_exponent = exact::max_exponent, zero.binary_exponent = exact::max_exponent;
  exact::real four;
  four.numerator = exact::integer(-4);
  exact::real one;
  one.numerator = exact::integer(1);
  exact::real long_one;  // of more than a double's digits
  long_one.numerator = (exact::integer(1) << 64) + exact::integer(1);
  EXPECT_EQ(found_in(make_polynomial({four, zero, one}, {})), (std::map<int, int>{{-2, 1}, {2, 1}}));
  EXPECT_TRUE(found_in(make_polynomial({long_one, zero, one}, {})).empty());
}

TEST(WholeRoots, NothingElse) {
  EXPECT_TRUE(found_in({1, 0, 1}).empty());
  EXPECT_TRUE(found_in({-1, 2}).empty());               // 1/2
  EXPECT_TRUE(found_in({-2, 0, 1}).empty());            // a root of 2
  EXPECT_TRUE(found_in({-65, 1}).empty());              // too large
  EXPECT_TRUE(found_in({2, -3, 1 + 0x1p-40}).empty());  // near 1 and 2
  EXPECT_TRUE(found_in({5}).empty());
  EXPECT_TRUE(found_in({std::numeric_limits<double>::infinity(), 1}).empty());
  EXPECT_TRUE(found_in({std::numeric_limits<double>::quiet_NaN(), 1, 1}).empty());
  EXPECT_TRUE(found_in({1e300, 1e300}).empty());
}

TEST(WholeRoots, RandomProductsAndTheirNeighbours) {
  std::mt19937_64 random(7);
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<std::uint64_t>(n)); };
  int complete = 0;
  for (int round = 0; round < 20'000; ++round) {
    const int degree = 1 + below(24), reach = 1 + below(64);
    std::vector<int> roots;
    for (int k = 0; k < degree; ++k) roots.push_back(below(2 * reach + 1) - reach);
    const int leading = (below(2) != 0 ? 1 : -1) * (1 + below(9));
    std::vector<exact::integer> c = product(roots, leading);
    std::map<int, int> expected;
    for (const int r : roots) ++expected[r];
    const std::map<int, int> found = found_in(to_polynomial(c));
    // Beyond 110 bits it may say nothing, and never anything else.
    if (!found.empty()) {
      EXPECT_EQ(found, expected) << "round " << round;
      ++complete;
    }
    // One more in a coefficient: all roots are whole numbers as seldom as they are found.
    c[static_cast<std::size_t>(below(degree + 1))] += exact::integer(below(2) != 0 ? 1 : -1);
    std::vector<int> others;
    for (const auto& [value, multiplicity] : found_in(to_polynomial(c)))
      others.insert(others.end(), static_cast<std::size_t>(multiplicity), value);
    if (others.empty()) continue;
    std::vector<exact::integer> again = product(others, 1);
    while (!c.empty() && c.back().is_zero()) c.pop_back();
    ASSERT_EQ(again.size(), c.size()) << "round " << round;
    for (std::size_t k = 0; k < c.size(); ++k) EXPECT_EQ(again[k] * c.back(), c[k]) << "round " << round;
  }
  EXPECT_GT(complete, 18'000);
}

/// As `roots` tells them.
TEST(WholeRoots, AreProvenRoots) {
  const roots_result result = roots(std::vector<double>{-27, 54, -36, 10, -1});  // -(x-3)^3 (x-1)
  ASSERT_EQ(result.roots.size(), 2U);
  EXPECT_EQ(result.status, roots_status::complete);
  EXPECT_EQ(result.roots[0].value, 1.0);
  EXPECT_EQ(result.roots[1].value, 3.0);
  EXPECT_EQ(result.roots[1].status, root_status::multiple);
  EXPECT_EQ(result.roots[1].multiplicity, 3);
  EXPECT_GT(result.roots[1].radius, 0);
  EXPECT_LT(result.roots[1].radius, 1e-15);
  EXPECT_EQ(result.report.isolated, 1);
  EXPECT_EQ(result.report.multiple, 1);
}

}  // namespace
}  // namespace vieta
