// Private parts of the solver, each on its own: Newton polygon, deflation, starting points.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <map>
#include <numbers>
#include <tuple>

#include "oracles/roots/families.hpp"
#include "roots/answer/certificate.hpp"
#include "roots/coefficients.hpp"
#include "roots/deflation.hpp"
#include "roots/sweep/iteration.hpp"
#include "roots/sweep/newton_polygon.hpp"

namespace vieta {
namespace {

std::vector<polygon_edge> polygon_of(const polynomial& p) { return newton_polygon(make_coefficients(p)); }
std::vector<polygon_edge> polygon_of(const std::vector<double>& a) {
  return polygon_of(polynomial::from_coefficients(a));
}

void expect_edges(const std::vector<polygon_edge>& edges,
                  const std::vector<std::pair<std::int64_t, double>>& expected) {
  ASSERT_EQ(edges.size(), expected.size());
  for (std::size_t k = 0; k < edges.size(); ++k) {
    EXPECT_EQ(edges[k].count, expected[k].first) << k;
    EXPECT_NEAR(edges[k].log2_modulus, expected[k].second, 1e-9) << k;
  }
}

TEST(NewtonPolygon, KnownHulls) {
  expect_edges(polygon_of(std::vector<double>{8, 1}), {{1, 3}});
  expect_edges(polygon_of(std::vector<double>{1, 0, 0, 0, 16}), {{4, -1}});
  expect_edges(polygon_of(std::vector<double>{1, 16, 1}), {{1, -4}, {1, 4}});  // roots near 1/16 and 16
  expect_edges(polygon_of(std::vector<double>{1, 1, 1, 1, 1}), {{4, 0}});      // points on an edge are no corners
  expect_edges(polygon_of(std::vector<double>{1, 0x1p-10, 1}), {{2, 0}});      // a point below the hull
  expect_edges(polygon_of(std::vector<double>{1, 4, 8, 8}), {{1, -2}, {1, -1}, {1, 0}});
}

TEST(NewtonPolygon, ReachesBeyondDouble) {
  expect_edges(polygon_of(polynomial::parse("1e400 - x")), {{1, 400 * std::log2(10.0)}});
  expect_edges(polygon_of(polynomial::parse("x^2 + 1e-5000")), {{2, -2500 * std::log2(10.0)}});
}

TEST(NewtonPolygon, CountsAddUpToTheDegreeAndModuliAscend) {
  test::random_numbers random(1);
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<double> a(2 + random.bits() % 40);
    for (double& c : a) c = random.uniform() < 0.3 ? 0.0 : random.of_any_size(-200, 200);
    a.front() = a.back() = 1;
    const auto edges = polygon_of(a);
    std::int64_t sum = 0;
    for (std::size_t k = 0; k < edges.size(); ++k) {
      sum += edges[k].count;
      EXPECT_GT(edges[k].count, 0);
      if (k > 0) {
        EXPECT_GT(edges[k].log2_modulus, edges[k - 1].log2_modulus);
      }
    }
    EXPECT_EQ(sum, static_cast<std::int64_t>(a.size()) - 1);
  }
}

TEST(StartingPoints, AsManyAsRootsAllDistinctOnTheirCircles) {
  test::random_numbers random(2);
  for (int trial = 0; trial < 50; ++trial) {
    std::vector<double> a(2 + random.bits() % 60);
    for (double& c : a) c = random.of_any_size(-300, 300);
    const node_set nodes = starting_points(polygon_of(a));
    ASSERT_EQ(nodes.size(), a.size() - 1);
    std::map<std::tuple<std::int64_t, double, double>, int> places;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const std::tuple place(nodes.exponent[i], nodes.mantissa[i].re.x0, nodes.mantissa[i].im.x0);
      EXPECT_EQ(++places[place], 1);
      EXPECT_NEAR(std::log2(std::abs(nodes.leading(i))), 0, 2.01) << "a mantissa of modulus about 1";
    }
  }
}

TEST(StartingPoints, FollowThePolygon) {
  const node_set nodes = starting_points({{3, -2000.0}, {2, 5.0}});
  ASSERT_EQ(nodes.size(), 5u);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(nodes.log2_modulus(i), i < 3 ? -2000.0 : 5.0, 1.0);
}

TEST(StartingPoints, CirclesStandATenthOfAPlaceFromTheRootsOfTheirBinomial) {
  std::vector<std::complex<double>> a(61);
  a[0] = {3, 4}, a[40] = {0, 2e-12}, a[60] = {-1e-30, 1e-30};
  const node_set nodes = starting_points(newton_polygon(make_coefficients(polynomial::from_coefficients(a))));
  ASSERT_EQ(nodes.size(), 60U);
  for (std::size_t i = 0; i < 60; ++i) {
    const bool inner = i < 40;
    const double count = inner ? 40 : 20, of_roots = std::arg(inner ? -a[0] / a[40] : -a[40] / a[60]);
    const double turned = std::remainder(count * std::arg(nodes.leading(i)) - of_roots, 2 * std::numbers::pi);
    EXPECT_NEAR(turned, 0.2 * std::numbers::pi, 1e-12) << i;
  }
}

TEST(Deflation, FindsZerosAndStride) {
  const auto check = [](const char* text, std::int64_t degree, std::int64_t zeros, std::int64_t stride) {
    const deflated_polynomial d = deflate(polynomial::parse(text));
    EXPECT_EQ(d.q.degree(), degree) << text;
    EXPECT_EQ(d.zero_roots, zeros) << text;
    EXPECT_EQ(d.stride, stride) << text;
  };
  check("x^2 + x + 1", 2, 0, 1);
  check("x^3*(x^12 - 5x^6 + 6)", 2, 3, 6);
  check("x^7", 0, 7, 1);
  check("5", 0, 0, 1);
  check("x^10000 - 1", 1, 0, 10000);
  check("x^9 + x^6 + x^2", 7, 2, 1);
  check("1e400*x^4 + i*x^2", 1, 2, 2);
}

proven_disc disc(double re, double im, std::int64_t exponent, double radius) {
  proven_disc d;
  d.members = {0};
  d.centre = {qd(re), qd(im)};
  d.exponent = exponent;
  d.radius = radius;
  return d;
}

TEST(Deflation, UnfoldGivesAllRootsOfEveryDisc) {
  for (const std::int64_t stride : {2, 3, 7, 1000}) {
    for (const std::int64_t exponent : {0, 1, -1, 5000, -5003}) {
      const auto discs = unfold({disc(0.9, 0.3, exponent, 1e-12), disc(-1.2, 0.01, exponent, 1e-9)}, stride);
      ASSERT_EQ(discs.size(), static_cast<std::size_t>(2 * stride));
      for (std::size_t k = 0; k < discs.size(); ++k) {
        const std::complex<double> target =
            k < static_cast<std::size_t>(stride) ? std::complex<double>(0.9, 0.3) : std::complex<double>(-1.2, 0.01);
        // z^stride = target 2^exponent, in logarithms
        const double log2_modulus = std::log2(std::abs(discs[k].leading())) + static_cast<double>(discs[k].exponent);
        EXPECT_NEAR(log2_modulus * static_cast<double>(stride),
                    std::log2(std::abs(target)) + static_cast<double>(exponent), 1e-9);
        const double turn = std::arg(discs[k].leading()) * static_cast<double>(stride) - std::arg(target);
        EXPECT_NEAR(std::remainder(turn, 6.283185307179586), 0, 1e-11);
        EXPECT_LT(discs[k].relative_radius(), 1.1e-9 / static_cast<double>(stride));
      }
    }
  }
}

TEST(Deflation, UnfoldKeepsAnInfiniteDiscInfinite) {
  for (const proven_disc& d : unfold({disc(1, 0, 0, INFINITY)}, 3)) EXPECT_TRUE(std::isinf(d.radius));
}

}  // namespace
}  // namespace vieta
