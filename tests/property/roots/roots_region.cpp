// Only the roots in a part of the plane: the same as choosing among all of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "exact/arb.hpp"
#include "roots/near_linear/near_linear.hpp"
#include "roots/near_linear/region/region_cells.hpp"
#include "vieta/error.hpp"
#include "vieta/roots.hpp"

namespace vieta {
namespace {

using complex_number = std::complex<double>;

polynomial gaussian(std::size_t degree, bool real = false) {
  std::mt19937_64 g(degree);
  std::normal_distribution<double> normal;
  std::vector<complex_number> a(degree + 1);
  for (auto& x : a) x = {normal(g), real ? 0.0 : normal(g)};
  return polynomial::from_coefficients(a);
}

roots_result solve(const polynomial& p, const roots_region& region, roots_method method = roots_method::automatic) {
  roots_options options;
  options.region = region;
  options.method = method;
  options.on.place = where::cpu;
  return roots(p, options);
}
roots_region disc(complex_number centre, double radius) {
  roots_region region;
  region.in_disc = {centre, radius};
  return region;
}
roots_region box(double re0, double re1, double im0, double im1) {
  roots_region region;
  region.in_box = {re0, re1, im0, im1};
  return region;
}
roots_region real_line() {
  roots_region region;
  region.real_only = true;
  return region;
}
bool holds(const roots_region& region, const root& z) {
  if (region.real_only && !z.real) return false;
  const auto& b = region.in_box;
  if (b &&
      !(z.value.real() >= b->re0 && z.value.real() <= b->re1 && z.value.imag() >= b->im0 && z.value.imag() <= b->im1))
    return false;
  return !region.in_disc || std::abs(z.value - region.in_disc->centre) <= region.in_disc->radius;
}

// Borders are nowhere near a root here.
void expect_same_as_choosing(const polynomial& p, const roots_region& region, roots_method method) {
  const roots_result all = solve(p, {}), some = solve(p, region, method);
  EXPECT_EQ(some.status, roots_status::complete) << some.report.stopped_by;
  std::vector<root> expected;
  std::copy_if(all.roots.begin(), all.roots.end(), std::back_inserter(expected),
               [&](const root& z) { return holds(region, z); });
  ASSERT_EQ(some.roots.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_LE(std::abs(some.roots[i].value - expected[i].value), some.roots[i].radius + expected[i].radius);
    EXPECT_EQ(some.roots[i].real, expected[i].real);
    EXPECT_LE(some.roots[i].radius, 1e-15 * std::abs(some.roots[i].value));
  }
}

TEST(Region, NearLinearFindsWhatLiesThere) {
  const polynomial p = gaussian(6000), q = gaussian(5000, true);
  for (const roots_region& region :
       {disc({0.6, 0.8}, 0.002), disc({0.6, 0.8}, 0.1), disc({-1, 0}, 0.01), disc({0, 0}, 0.99), disc({0.2, -0.3}, 0.5),
        box(0.9, 1.1, -0.02, 0.03), box(-2, 2, 0.5, 0.501), box(-INFINITY, -0.99, -INFINITY, INFINITY)}) {
    expect_same_as_choosing(p, region, roots_method::near_linear);
  }
  for (const roots_region& region : {real_line(), disc({1, 0}, 0.01), box(0, INFINITY, 0, 0.001)})
    expect_same_as_choosing(q, region, roots_method::near_linear);
}
TEST(Region, TheIterationChoosesAfterwards) {
  const polynomial p = gaussian(200), q = gaussian(150, true);
  for (const roots_region& region : {disc({0.6, 0.8}, 0.2), box(-0.5, 2, -0.5, 0.5)})
    expect_same_as_choosing(p, region, roots_method::ehrlich_aberth);
  expect_same_as_choosing(q, real_line(), roots_method::durand_kerner);
}
TEST(Region, WideRangesOfModuli) {
  // Binomial coefficients to the fourth: moduli from 1e-14 to 1e14, no coefficient in the middle fits a double.
  std::vector<std::string> text;
  std::mt19937_64 g(3);
  for (int k = 0; k <= 2000; ++k) {
    const double log10 = 4 * (std::lgamma(2001.0) - std::lgamma(k + 1.0) - std::lgamma(2001.0 - k)) / std::log(10.0);
    text.push_back((g() % 2 == 0 ? "-1." : "1.") + std::to_string(g() % 1000) + "e" +
                   std::to_string(static_cast<int>(log10)));
  }
  const polynomial p = polynomial::from_decimal(text);
  expect_same_as_choosing(p, disc({0, 1000}, 300), roots_method::near_linear);
  expect_same_as_choosing(p, disc({0, 0}, 1e-9), roots_method::near_linear);
  expect_same_as_choosing(p, real_line(), roots_method::near_linear);
}
TEST(Region, EmptyOnes) {
  for (const roots_method method : {roots_method::near_linear, roots_method::ehrlich_aberth}) {
    const polynomial p = gaussian(method == roots_method::near_linear ? 3000 : 100);
    for (const roots_region& region : {disc({5, 5}, 0.1), disc({0.01, 0}, 0.001), box(100, 101, 0, 1)}) {
      const roots_result result = solve(p, region, method);
      EXPECT_EQ(result.status, roots_status::complete);
      EXPECT_TRUE(result.roots.empty());
    }
  }
}
TEST(Region, RootsOnTheBorderBelongToIt) {
  const roots_result unit = solve(polynomial::parse("(x^2 + 1)*(x - 1)*(x - 3)"), disc(0, 1));
  EXPECT_EQ(unit.status, roots_status::complete);
  EXPECT_EQ(unit.roots.size(), 3U);
  EXPECT_EQ(solve(polynomial::parse("(x - 0.5)*(x - 2)"), box(0.5, 1, 0, 1)).roots.size(), 1U);
  EXPECT_EQ(solve(polynomial::parse("(x - 1)^2*(x - 2)"), disc(2, 1)).roots.size(), 2U);
  EXPECT_EQ(solve(polynomial::parse("x^3*(x - 2)"), disc(1, 1)).roots.size(), 2U);
  EXPECT_EQ(solve(polynomial::parse("x^3*(x - 2)"), disc(1, 0.5)).roots.size(), 0U);
  // A point is a region too.
  EXPECT_EQ(solve(polynomial::parse("(x - 1)*(x - 2)"), disc(2, 0)).roots.size(), 1U);
}
#ifdef VIETA_HAVE_ARB
TEST(Region, RootsOnBordersAreDecidedExactly) {
  const auto expect_inside = [](const char* text, const roots_region& region, std::int64_t count) {
    SCOPED_TRACE(text);
    const roots_result result = solve(polynomial::parse(text), region);
    EXPECT_EQ(result.status, roots_status::complete);
    EXPECT_EQ(result.report.at_border, 0);
    std::int64_t roots = 0;
    for (const root& z : result.roots) roots += z.multiplicity;
    EXPECT_EQ(roots, count);
  };
  const double inf = INFINITY;
  roots_region line;
  line.real_only = true;
  // The roots of x^3 - 8 that are not real are no doubles, and lie on the circle.
  expect_inside("x^3 - 8", disc(0, 2), 3);
  expect_inside("1 - 1.2x + x^2", disc(0, 1), 2);
  expect_inside("1 - x^12", disc(0, 1), 12);
  expect_inside("(1-x)*(1-x^12)*(1+0.4x)*(1-0.5x^12-0.2x^24)", disc(0, 1), 13);
  expect_inside("s^4+3s^3+4s^2+6s+4", box(0, inf, -inf, inf), 2);
  expect_inside("100 - 220*x + 121*x^2", box(0, inf, 0, 0), 2);
  expect_inside("(3x-1)^2*(x+5)", line, 3);
  expect_inside("(x-1/3)^2", line, 2);
  expect_inside("(x^3-x-1)^2*(x-7)", line, 3);
  expect_inside("(2x^2-3)^4", line, 8);
  expect_inside("x^60 - 2*(1000*x-1)^2", line, 4);
  // More at the border than are worth refining one by one.
  expect_inside("(x^100-1)*(x^2-3x+1)*(x^3-x-1)", disc(0, 1), 103);
  // Complex coefficients with multiple roots.
  expect_inside("(x-i)^3*(x-0.6-0.8i)^2*(x-1/3)^2*(2x-i)*(x-2i)", disc(0, 1), 8);
  expect_inside("(x-i)^3*(x-0.6-0.8i)^2*(x-1/3)^2*(2x-i)*(x-2i)", box(0, inf, 0, inf), 9);
  expect_inside("(x-i)^3*(x-0.6-0.8i)^2*(x-1/3)^2*(2x-i)*(x-2i)", line, 2);
  expect_inside("(x^2-2)^3*(x-1-1e-30i)^2*(x-i)", line, 6);
}
TEST(Region, RootsOnAxesOfComplexPolynomialsAreTold) {
  const roots_result result = roots(polynomial::parse("(x-i)^3*(x-0.6-0.8i)^2*(3x-1)^2*(2x-i)*(x-5)*(x-7-1e-60i)"));
  EXPECT_EQ(result.report.multiple, 3);
  EXPECT_EQ(result.report.isolated, 3);
  EXPECT_EQ(std::count_if(result.roots.begin(), result.roots.end(), [](const root& z) { return z.real; }), 2);
  EXPECT_EQ(std::count_if(result.roots.begin(), result.roots.end(), [](const root& z) { return z.imaginary; }), 2);
}
TEST(Region, PurelyImaginaryRootsAreTold) {
  const roots_result result = roots(polynomial::parse("(s+2)*(s^2+1)"));
  ASSERT_EQ(result.roots.size(), 3U);
  for (const root& z : result.roots) {
    EXPECT_EQ(z.imaginary, !z.real);
    if (z.imaginary) {
      EXPECT_EQ(z.value.real(), 0);
    }
  }
}
#endif
TEST(Region, RootsVeryCloseToTheBorder) {
#ifndef VIETA_HAVE_ARB
  GTEST_SKIP() << "no Arb";
#endif
  // 1 - 1e-40 and 1 + 1e-40: double does not tell them from the border.
  const std::string unit = "10000000000000000000000000000000000000000",
                    below = "9999999999999999999999999999999999999999",
                    above = "10000000000000000000000000000000000000001";
  const auto roots_in_box = [&](const std::string& factors) {
    const roots_result result = solve(polynomial::parse(factors + "*(x + 3)"), box(-1, 1, -1, 1));
    return std::pair(result.status, result.roots.size());
  };
  const std::string inside = "(" + unit + "*x - " + below + ")", outside = "(" + unit + "*x - " + above + ")";
  EXPECT_EQ(roots_in_box(inside), std::pair(roots_status::complete, std::size_t{1}));
  EXPECT_EQ(roots_in_box(outside), std::pair(roots_status::complete, std::size_t{0}));
  // Together they would be a cluster of doubles, which lies on both sides: decimals tell them apart.
  EXPECT_EQ(roots_in_box(inside + "*" + outside), std::pair(roots_status::complete, std::size_t{1}));
}
TEST(Region, ZeroInADiscOfNoSize) {
  for (const roots_method method : {roots_method::ehrlich_aberth, roots_method::near_linear}) {
    const roots_result result = solve(polynomial::parse("x*(x^2 - 6*x + 10)"), disc(0, 0), method);
    EXPECT_EQ(result.status, roots_status::complete);
    EXPECT_EQ(result.roots.size(), 1U);
  }
}
TEST(Region, RootsNextToZeroBesideABorderThroughZero) {
  // As seen from the disc's centre no fixed number of bits tells them from 0, where the border runs.
  for (const roots_method method : {roots_method::ehrlich_aberth, roots_method::near_linear}) {
    for (const char* const root : {"1e-155", "1e-75", "1e-250", "1.5e-200", "1e-298", "1e-4000"}) {
      for (const bool inside : {false, true}) {
        const std::string text = std::string("(x ") + (inside ? "- " : "+ ") + root + ")*(x^2 - 6*x + 10)";
        const roots_result result = solve(polynomial::parse(text), disc(1, 1), method);
        EXPECT_EQ(result.status, roots_status::complete) << text;
        EXPECT_EQ(result.roots.size(), inside ? 1U : 0U) << text;
      }
    }
  }
  // Found by fuzz_verb_roots: the root near 0 is negative, and two others lie in the disc.
  const double found[] = {0x1.4712320576865p-504, 1808, 87, 101, -94, 100, 28, 30};
  const double smaller[] = {-0x1.2828282828282p-983, -126, -126, -126, -126, -126, -126, 32};
  EXPECT_EQ(solve(polynomial::from_coefficients(smaller), disc(32, 32)).report.at_border, 0);
  const roots_result result = solve(polynomial::from_coefficients(found), disc(32, 32));
  EXPECT_EQ(result.status, roots_status::complete);
  EXPECT_EQ(result.roots.size(), 2U);
}
// Radii and limbs vanished beside roots this small, and with them the doubt on which side of 0 they lie.
TEST(Region, TinyRootsBesideBordersThroughZero) {
#ifndef VIETA_HAVE_ARB
  GTEST_SKIP() << "no Arb";
#endif
  // -1e-356 +- 1e-300 i
  const polynomial left = polynomial::parse("x^2 + 2e-356*x + 1e-600 + 1e-712");
  EXPECT_EQ(solve(left, box(0, INFINITY, -INFINITY, INFINITY)).roots.size(), 0U);
  EXPECT_EQ(solve(left, box(-INFINITY, 0, -INFINITY, INFINITY)).roots.size(), 2U);
  EXPECT_EQ(solve(left, box(-INFINITY, 0, 0, INFINITY)).roots.size(), 1U);
  EXPECT_EQ(solve(polynomial::parse("x - 1e-300 - 1e-356*i"), real_line()).roots.size(), 0U);
}
TEST(Region, UncertaintyBesideABorder) {
  roots_options options;
  options.region = box(1, 3, -1, 1);
  options.uncertainty = 1e-10;
  const roots_result result = roots(polynomial::parse("(x - 1)*(x - 2)"), options);
  EXPECT_EQ(result.status, roots_status::partial);
  EXPECT_EQ(result.report.stopped_by, "border");
}
// Real roots are real for real polynomials alone: others of the set have them beside the axis, on either side of it.
TEST(Region, UncertaintyBesideTheAxis) {
  const auto solved = [](const roots_region& region) {
    roots_options options;
    options.region = region;
    options.uncertainty = 1e-10;
    return roots(polynomial::parse("(x - 1)*(x - 2)*(x^2 + 1)"), options);
  };
  const roots_result above = solved(box(0.5, 3, 0, 0.5));
  EXPECT_EQ(above.report.stopped_by, "border");
  ASSERT_EQ(above.roots.size(), 2U);
  for (const root& z : above.roots) {
    EXPECT_EQ(z.status, root_status::at_border);
    EXPECT_TRUE(z.real);
  }
  roots_region both = box(0.5, 3, -0.5, 0.5);
  for (const bool real_only : {false, true}) {
    both.real_only = real_only;
    EXPECT_EQ(solved(both).status, roots_status::complete);
    EXPECT_EQ(solved(both).roots.size(), 2U);
  }
  EXPECT_EQ(solved(real_line()).status, roots_status::complete);
  EXPECT_EQ(solved(real_line()).roots.size(), 2U);
}
TEST(Region, ConjugatesOnTheirBorder) {
  const polynomial p = gaussian(60, true);
  const roots_result all = solve(p, {}), upper = solve(p, box(-INFINITY, INFINITY, 0, INFINITY));
  const auto expected =
      std::count_if(all.roots.begin(), all.roots.end(), [](const root& z) { return z.value.imag() >= 0; });
  EXPECT_EQ(upper.status, roots_status::complete);
  EXPECT_EQ(static_cast<std::ptrdiff_t>(upper.roots.size()), expected);
}
TEST(Region, Clusters) {
  const polynomial p = polynomial::parse("(x - 1/3)^3*(x^2 + 1)^2*(x - 5)");
  const roots_result inside = solve(p, disc(0, 0.5));
  EXPECT_EQ(inside.status, roots_status::complete);
  ASSERT_EQ(inside.roots.size(), 1U);
  EXPECT_EQ(inside.roots[0].multiplicity, 3);
  EXPECT_EQ(solve(p, box(0, 1, 1, 2)).roots.size(), 1U);  // i twice, at a corner
}
TEST(Region, ShapesMeet) {
  roots_region region = disc(0, 2);
  region.in_box = {0, 5, -5, 5};
  region.real_only = true;
  EXPECT_EQ(solve(polynomial::parse("(x-1)*(x+1)*(x-3)*(x^2+1)"), region).roots.size(), 1U);
}
TEST(Region, HighDegreeWithoutProofSaysSo) {
  // A double root among many: the number of roots is proven, and one more than are found.
  std::vector<double> a(30'001);
  std::mt19937_64 g(1);
  for (std::size_t k = 0; k + 2 < a.size(); ++k) {  // times (x - 1)^2
    const double c = std::floor(std::normal_distribution<double>(0, 1000)(g));
    a[k] += c, a[k + 1] -= 2 * c, a[k + 2] += c;
  }
  const roots_result result = solve(polynomial::from_coefficients(a), disc(1, 1e-5));
  EXPECT_EQ(result.status, roots_status::partial);
  EXPECT_EQ(result.report.stopped_by, "region");
  // Where it is not, the rest is as good as ever.
  EXPECT_EQ(solve(polynomial::from_coefficients(a), disc({0, 1}, 1e-3)).status, roots_status::complete);
}
TEST(Region, WrongArguments) {
  const polynomial p = polynomial::parse("x - 1");
  const auto message = [&](const roots_region& region) -> std::string {
    try {
      solve(p, region);
    } catch (const error& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_NE(message(disc(0, -1)).find("in_disc: found the radius -1"), std::string::npos);
  EXPECT_NE(message(disc({NAN, 0}, 1)).find("in_disc"), std::string::npos);
  EXPECT_NE(message(disc(0, INFINITY)).find("in_disc"), std::string::npos);
  EXPECT_NE(message(box(1, 0, 0, 1)).find("in_box: found 1, 0, expected re0 <= re1"), std::string::npos);
  EXPECT_NE(message(box(0, 1, 1, NAN)).find("in_box"), std::string::npos);
}
TEST(RegionCells, AnglesAndDifferences) {
  using near_linear::angle_span;
  const std::vector<angle_span> a = {{0, 10}, {20, 40}}, b = {{5, 25}, {30, 32}};
  const std::vector<angle_span> left = near_linear::difference(a, b);
  ASSERT_EQ(left.size(), 3U);
  EXPECT_EQ(left[0].last, 5);
  EXPECT_EQ(left[1].first, 25);
  EXPECT_EQ(left[1].last, 30);
  EXPECT_EQ(left[2].first, 32);
  near_linear::ring r;
  r.log2_cells = 6;
  r.half_height = 0.01;
  const std::vector<near_linear::cell_span> cells = near_linear::cells_in_region(r, disc(1, 0.05), 1);
  ASSERT_EQ(cells.size(), 1U);  // across the angle 0
  EXPECT_EQ(cells[0].first % 64, 62);
  EXPECT_EQ(cells[0].count(), 5);
}

}  // namespace
}  // namespace vieta
