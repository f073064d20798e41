// Multiplicities of exact complex polynomials, and roots of different multiplicity next to each other.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "roots/factors/square_free.hpp"
#include "vieta/polynomial.hpp"
#include "vieta/roots.hpp"

namespace vieta {
namespace {

#ifdef VIETA_HAVE_ARB

TEST(ComplexMultiple, SquareFreeFactors) {
  std::mt19937 g(3);
  const auto pick = [&](int least, int most) { return std::uniform_int_distribution(least, most)(g); };
  for (int i = 0; i < 1500; ++i) {
    // (x - (a + b i) / d)^m, the same number once only.
    std::vector<std::pair<std::string, int>> factors;
    std::string text;
    std::vector<std::int64_t> degree(8);
    std::vector<std::string> known;
    for (int k = pick(1, 5); k > 0; --k) {
      const int a = pick(-9, 9), b = pick(-9, 9), d = pick(1, 5), m = pick(1, 4);
      const std::string point = std::to_string(a * 60 / d) + ' ' + std::to_string(b * 60 / d);
      if ((a * 60) % d != 0 || (b * 60) % d != 0) continue;
      if (std::find(known.begin(), known.end(), point) != known.end()) continue;
      known.push_back(point);
      text += (text.empty() ? "(" : "*(") + std::to_string(d) + "*x - (" + std::to_string(a) + ") - (" +
              std::to_string(b) + ")*i)^" + std::to_string(m);
      degree[static_cast<std::size_t>(m)] += 1;
    }
    if (text.empty()) continue;
    const polynomial p = polynomial::parse(text);
    const square_free_parts parts = square_free_factors(p);
    ASSERT_TRUE(parts.are_known) << text;
    if (parts.factors.empty()) {
      EXPECT_EQ(degree[1], p.degree()) << text;
      continue;
    }
    std::vector<std::int64_t> found(8);
    for (const square_free_factor& part : parts.factors)
      found[static_cast<std::size_t>(part.multiplicity)] += part.factor.degree();
    EXPECT_EQ(found, degree) << text;
  }
}

roots_result solve_there(const std::string& text, const roots_region& region, int digits = 15) {
  roots_options options;
  options.region = region;
  options.digits = digits;
  const polynomial p = polynomial::parse(text);
  roots_result result = roots(p, options);
  EXPECT_TRUE(verify(p, result).holds) << text;
  return result;
}

TEST(ComplexMultiple, RootsOnBothSidesOfABorder) {
  roots_region disc, left, right;
  disc.in_disc = {0.0, 1.0};
  left.in_box = {-INFINITY, 0, -INFINITY, INFINITY};
  right.in_box = {0, INFINITY, -INFINITY, INFINITY};
  for (const std::string apart : {"1e-18", "1e-30", "1e-45", "1e-90", "3e-200"}) {
    for (const auto& [text, region] :
         {std::pair("(x-0.6-0.8i)^2*(x-0.6-0.8i-" + apart + ")", &disc),
          std::pair("(x-i)^2*(x-i-" + apart + ")", &left), std::pair("(x-i)^2*(x-i+" + apart + ")", &right),
          std::pair("(x-1)^2*(x-1-" + apart + ")", &disc)}) {
      const roots_result result = solve_there(text, *region);
      EXPECT_EQ(result.status, roots_status::complete) << text;
      ASSERT_EQ(result.roots.size(), 1u) << text;
      EXPECT_EQ(result.roots[0].multiplicity, 2) << text;
      EXPECT_EQ(result.roots[0].status, root_status::multiple) << text;
    }
  }
}

TEST(ComplexMultiple, RealRootsOfRealFactors) {
  const roots_result result = solve_there("(x-i)^3*((x-1)*(x^2-2)*(x^2+x+1))^2*(3*x+1)", {});
  EXPECT_EQ(result.status, roots_status::complete);
  EXPECT_EQ(std::count_if(result.roots.begin(), result.roots.end(), [](const root& z) { return z.real; }), 4);
  EXPECT_EQ(std::count_if(result.roots.begin(), result.roots.end(), [](const root& z) { return z.imaginary; }), 1);
}

// Roots of one factor that are nearer to each other than doubles tell at once.
TEST(ComplexMultiple, RealRootsNextToEachOther) {
  const auto real_ones = [](const std::string& text, int digits) {
    const roots_result result = solve_there(text, {}, digits);
    EXPECT_EQ(result.status, roots_status::complete) << text;
    return std::count_if(result.roots.begin(), result.roots.end(), [](const root& z) { return z.real; });
  };
  for (const std::string apart : {"1e-10", "1e-13", "1e-17", "1e-60"}) {
    const int digits = apart == "1e-60" ? 80 : 30;
    EXPECT_EQ(real_ones("(x-i)*(x-1)^2*(x-1+" + apart + ")^2", digits), 2) << apart;
    EXPECT_EQ(real_ones("(x-i)*((x-1)*(x-1+" + apart + ")*(x+" + apart + "*i))^3", digits), 2) << apart;
    EXPECT_EQ(real_ones("(x-i)*((x-1)^2+" + apart + "^2)^2*(x-2)^2", digits), 1) << apart;
  }
  EXPECT_EQ(real_ones("(x-i)*(x-1)^2*(x-1+1e-13)^2", 15), 2);
}

TEST(ComplexMultiple, LargerFactors) {
  const roots_result result = solve_there("(x^5-3i*x^2+7)^3*(x^3-(1+i)*x-9)^2*(x-i)", {}, 20);
  EXPECT_EQ(result.status, roots_status::complete);
  EXPECT_EQ(result.report.multiple, 8);
  EXPECT_EQ(result.report.isolated, 1);
}

#endif

}  // namespace
}  // namespace vieta
