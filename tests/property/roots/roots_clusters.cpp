// Multiple and nearly multiple roots.
#include <algorithm>
#include <map>

#include "oracles/roots/expect_roots.hpp"

namespace vieta::test {
namespace {

std::map<std::int64_t, int> multiplicities(const roots_result& result) {
  std::map<std::int64_t, int> count;
  for (const root& r : result.roots) ++count[r.multiplicity];
  return count;
}

class Clusters : public RootsBeforeTheOracle {};

TEST_F(Clusters, MultipleRootsAreOneDiscEach) {
  for (const int wanted : {15, 30, 100}) {
    SCOPED_TRACE(wanted);
    const roots_result result = expect_everything(from_roots({{"1", 10}, {"-2", 3}}), digits(wanted));
    ASSERT_EQ(result.roots.size(), 2u);
    EXPECT_EQ(result.roots[0].multiplicity, 10);
    EXPECT_EQ(result.roots[0].status, root_status::multiple);
    EXPECT_TRUE(result.roots[0].real);
    EXPECT_EQ(result.roots[0].value.imag(), 0);
    EXPECT_EQ(result.roots[1].multiplicity, 3);
    EXPECT_EQ(result.roots[1].value.imag(), 0);
  }
}

TEST_F(Clusters, OneRootOfAnyMultiplicity) {
  for (const int m : {2, 3, 5, 8, 13, 30}) {
    SCOPED_TRACE(m);
    const roots_result result = expect_everything(from_roots({{"-7/3", m}}));
    ASSERT_EQ(result.roots.size(), 1u);
    EXPECT_EQ(result.roots[0].multiplicity, m);
  }
}

TEST_F(Clusters, SquareOfARandomPolynomial) {
  for (const int degree : {2, 5, 10, 20}) {
    SCOPED_TRACE(degree);
    const roots_result result = expect_everything(random_square(degree, 20, 31));
    EXPECT_EQ(multiplicities(result), (std::map<std::int64_t, int>{{2, degree}}));
  }
  expect_everything(random_square(12, 30, 32), digits(30));
  expect_everything(random_square(12, 30, 33), digits(100));
}

TEST_F(Clusters, ComplexMultipleRoots) {
  const polynomial p = polynomial::parse("(x - 1 - 2i)^3 * (x + i)^2 * (x - 3)");
  const std::vector<known_root> truth = {{"1", "2", 3}, {"0", "-1", 2}, {"3", "0", 1}};
  for (const int wanted : {15, 40}) {
    SCOPED_TRACE(wanted);
    const roots_result result = expect_solved(p, digits(wanted));
    EXPECT_EQ("", text(about_known_roots(truth, 200, result)));
    EXPECT_EQ("", text(about_product(p, result)));
    EXPECT_EQ(result.roots.size(), 3u);
    EXPECT_EQ(result.report.multiple, 2);
  }
}

TEST_F(Clusters, PairsThatAreNearlyOne) {
  for (const char* gap : {"1.0000000001", "1.000000000000001", "1.00000000000000000001",
                          "1.0000000000000000000000000000000000000000000000001"}) {
    SCOPED_TRACE(gap);
    const polynomial p = from_roots({{"1", 1}, {gap, 1}, {"-2", 1}});
    for (const int wanted : {15, 30, 100}) {
      SCOPED_TRACE(wanted);
      expect_everything(p, digits(wanted));
    }
  }
}

TEST_F(Clusters, APairCloserThanTheDigitsIsOneCluster) {
  const roots_result result = expect_everything(from_roots({{"1", 1}, {"1.0000000000000000000000001", 1}, {"-2", 1}}));
  EXPECT_EQ(result.roots.size(), 2u);
  const roots_result apart =
      expect_everything(from_roots({{"1", 1}, {"1.0000000000000000000000001", 1}, {"-2", 1}}), digits(40));
  EXPECT_EQ(apart.roots.size(), 3u);
}

TEST_F(Clusters, ThreeScalesOfCloseness) {
  expect_everything(from_roots({{"1", 1}, {"1.001", 1}, {"1.000001", 1}, {"1.000000001", 1}, {"1.000000000001", 1}}));
  expect_everything(from_roots({{"1", 2}, {"1.001", 1}, {"1.000001", 3}, {"2", 1}}), digits(30));
}

TEST_F(Clusters, Mignotte) {
  for (const int degree : {5, 20, 50}) {
    for (const int wanted : {15, 30, 100}) {
      SCOPED_TRACE(std::to_string(degree) + ", digits " + std::to_string(wanted));
      expect_everything(mignotte(degree, 100), digits(wanted));
    }
  }
}

TEST_F(Clusters, MultipleRootsOnTheImaginaryAxisAndOffIt) {
  expect_everything(polynomial::parse("(x^2+1)^4"));
  expect_everything(polynomial::parse("(x^2+x+1)^5*(x-3)"));
  expect_everything(polynomial::parse("(x^4+1)^3"));
  expect_everything(polynomial::parse("(x^6-2)^2*(x^2+2)^3"));
}

TEST_F(Clusters, ZeroBesideAMultipleRoot) {
  const roots_result result = expect_everything(polynomial::parse("x^7*(x-1)^2*(x+1)"));
  ASSERT_EQ(result.roots.size(), 3u);
  EXPECT_EQ(result.roots[0].multiplicity, 7);
}

}  // namespace
}  // namespace vieta::test
