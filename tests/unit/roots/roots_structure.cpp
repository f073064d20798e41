#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "vieta/error.hpp"
#include "vieta/structure.hpp"

namespace vieta {
namespace {

struct factor {
  std::complex<double> root;
  int multiplicity;
};

// The coefficients of prod (x - root)^multiplicity, rounded to double; products are taken in long double, of which
// doubles see no error where the roots are short.
std::vector<std::complex<double>> rounded(const std::vector<factor>& factors) {
  std::vector<std::complex<long double>> p = {1};
  for (const factor& f : factors)
    for (int k = 0; k < f.multiplicity; ++k) {
      p.push_back(0);
      const std::complex<long double> z = f.root;
      for (std::size_t i = p.size(); i-- > 0;) p[i] = (i > 0 ? p[i - 1] : 0) - z * p[i];
    }
  std::vector<std::complex<double>> result;
  for (const auto& c : p) result.emplace_back(static_cast<double>(c.real()), static_cast<double>(c.imag()));
  return result;
}

void expect_found(const std::vector<factor>& factors, double near, double tolerance = 1e-10) {
  const auto p = polynomial::from_coefficients(std::span<const std::complex<double>>(rounded(factors)));
  structure_options options;
  options.tolerance = tolerance;
  const structure_result found = nearest_structure(p, options);
  ASSERT_EQ(found.status, structure_status::found);
  EXPECT_LE(found.distance, tolerance);
  ASSERT_EQ(found.roots.size(), factors.size());
  for (const factor& f : factors) {
    const auto best = std::min_element(found.roots.begin(), found.roots.end(), [&](const auto& a, const auto& b) {
      return std::abs(a.value - f.root) < std::abs(b.value - f.root);
    });
    EXPECT_EQ(best->multiplicity, f.multiplicity) << f.root;
    EXPECT_LE(std::abs(best->value - f.root), near * std::abs(f.root)) << f.root;
    EXPECT_LE(std::abs(best->value - f.root), 3 * best->sensitivity * found.distance + 1e-15 * std::abs(f.root));
  }
}

// Such as Zeng's suite has (2004): three roots near each other, two very near, and large multiplicities.
TEST(RootsStructure, RootsOfHighMultiplicityNearEachOther) {
  for (const int m : {5, 10, 18, 20}) expect_found({{0.9, m}, {1, m}, {1.1, m}}, 1e-12);
  for (const int m : {4, 8, 12, 16}) expect_found({{0.39, m}, {0.4, m}, {-0.2, m}}, 1e-12);
  for (const double e : {0.1, 0.01, 0.001}) expect_found({{1 - e, 20}, {1, 20}, {-0.5, 5}}, 1e-10);
  for (const int k : {1, 2, 4}) expect_found({{1, 4 * k}, {2, 3 * k}, {3, 2 * k}, {4, k}}, 1e-11);
  expect_found({{0.9, 20}, {1, 15}, {1.1, 10}}, 1e-11);
  expect_found({{1, 28}, {2, 21}, {3, 14}, {4, 7}}, 1e-11);
}

TEST(RootsStructure, ComplexRoots) {
  expect_found({{{0, 1}, 5}, {{0, -1}, 5}, {0.5, 2}, {{0.5, 1.25}, 3}, {{0.5, -1.25}, 3}}, 1e-11);
  expect_found({{{1, 2}, 3}, {{-0.5, 0.25}, 4}, {{2, -1}, 1}}, 1e-11);
}

// Roots of moduli that no double power of them has, and roots 0.
TEST(RootsStructure, AnyScale) {
  expect_found({{0x1p90, 3}, {0x1p91, 2}}, 1e-12);
  expect_found({{0x1p-60, 3}, {-0x1p-61, 4}}, 1e-12);
  const structure_result zeros = nearest_structure(polynomial::parse("x^3*(x-1)^2*(x-3)"));
  ASSERT_EQ(zeros.status, structure_status::found);
  ASSERT_EQ(zeros.roots.size(), 3U);
  EXPECT_EQ(zeros.roots[0].multiplicity, 3);
  EXPECT_EQ(zeros.roots[0].re, "0");
  EXPECT_LE(zeros.distance, 1e-30);
  const structure_result simple = nearest_structure(polynomial::parse("x^2*(x-1)*(x-3)"));
  ASSERT_EQ(simple.status, structure_status::found);
  EXPECT_EQ(simple.roots.size(), 3U);
}

// Coefficients that were measured.
TEST(RootsStructure, ATolerance) {
  auto c = rounded({{1, 4}, {2, 2}, {-1.5, 1}});
  std::mt19937_64 random(7);
  for (auto& x : c) x *= 1 + 1e-8 * (static_cast<double>(random() >> 11) * 0x1p-53 - 0.5);
  const auto p = polynomial::from_coefficients(std::span<const std::complex<double>>(c));
  EXPECT_EQ(nearest_structure(p).status, structure_status::simple) << "1e-10 is less";
  structure_options options;
  options.tolerance = 1e-7;
  const structure_result found = nearest_structure(p, options);
  ASSERT_EQ(found.status, structure_status::found);
  ASSERT_EQ(found.roots.size(), 3U);
  EXPECT_NEAR(found.roots[1].value.real(), 1, 1e-6);
  EXPECT_EQ(found.roots[1].multiplicity, 4);
  EXPECT_GT(found.distance, 1e-10);
}

TEST(RootsStructure, SimpleRootsAreNoStructure) {
  for (const char* text : {"x^5-x-1", "(x-1)*(x-2)*(x-3)*(x-4)*(x-5)*(x-6)*(x-7)*(x-8)*(x-9)*(x-10)", "x+1", "x^40-1"})
    EXPECT_EQ(nearest_structure(polynomial::parse(text)).status, structure_status::simple) << text;
}

// Products of short random factors, in all multiplicities.
TEST(RootsStructure, RandomProducts) {
  std::mt19937_64 random(11);
  const auto up_to = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  for (int round = 0; round < 200; ++round) {
    std::vector<factor> factors;
    const int count = 1 + up_to(5);
    while (static_cast<int>(factors.size()) < count) {
      const double root = (up_to(81) - 40) / 8.0;
      const auto is_same = [&](const factor& f) { return f.root.real() == root; };
      if (root != 0 && std::none_of(factors.begin(), factors.end(), is_same)) factors.push_back({root, 1 + up_to(7)});
    }
    factors[0].multiplicity += 1;
    if (up_to(2) == 0) {
      const std::complex<double> z(up_to(17) / 8.0 - 1, 0.5 + up_to(8) / 4.0);
      const int m = 1 + up_to(4);
      factors.push_back({z, m});
      factors.push_back({std::conj(z), m});
    }
    SCOPED_TRACE(round);
    expect_found(factors, 1e-5);
  }
}

TEST(RootsStructure, StopsAndMisuse) {
  structure_options options;
  options.max_seconds = 1e-9;
  EXPECT_EQ(nearest_structure(polynomial::parse("(x-1)^3*(x-2)"), options).status, structure_status::stopped);
  options = {};
  options.tolerance = 0;
  EXPECT_THROW(nearest_structure(polynomial::parse("x^2"), options), error);
  EXPECT_THROW(nearest_structure(polynomial::parse("x^301-1")), error);
  EXPECT_EQ(nearest_structure(polynomial::parse("7")).status, structure_status::bad_input);
  const double bad[] = {1, NAN, 1};
  EXPECT_EQ(nearest_structure(polynomial::from_coefficients(bad)).status, structure_status::bad_input);
}

}  // namespace
}  // namespace vieta
