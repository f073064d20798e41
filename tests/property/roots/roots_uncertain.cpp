// Uncertain coefficients make discs as large as they please, so that next to nothing may be left between them. What is
// written, decimals as well, must stay disjoint.
#include <algorithm>
#include <cmath>
#include <complex>
#include <random>
#include <vector>

#include "oracles/roots/expect_roots.hpp"

namespace vieta::test {
namespace {

class UncertainBeforeTheOracle : public RootsBeforeTheOracle {
 protected:
  void expect_not_refuted(const polynomial& p, double uncertainty, int wanted) {
    roots_options options = digits(wanted);
    options.uncertainty = uncertainty;
    const roots_result result = roots(p, options);
    const verification v = verify(p, result);
    for (const std::string& complaint : v.complaints)  // that is no refutation
      EXPECT_NE(complaint.find("no proof found"), complaint.npos)
          << uncertainty << ", " << wanted << " digits: " << complaint;
  }
};

// Found by fuzzing: radii 1.45 and 0.347 at a distance of 1.824, written as 1.5 and 0.36.
TEST_F(UncertainBeforeTheOracle, DiscsThatAlmostTouch) {
  expect_not_refuted(polynomial::parse("x^5 + x^3 + (1+i) x^2 + (1+i) x + i"), 0.25, 34);
}

// Found by fuzzing: one disc about all roots, whose centre is a double and whose radius, 8.2e308, is none.
TEST_F(UncertainBeforeTheOracle, RadiusBeyondDoubles) {
  expect_not_refuted(polynomial::parse("4.1845068592560015e-308 x^10 + 33 x^9 - 37 x^3 - 2.3125"), 0.0625, 15);
}

// Found by fuzzing: a disc about 0 in the scale of roots 71 orders of magnitude larger got the size of their decimals.
TEST_F(UncertainBeforeTheOracle, DiscAboutZeroBesideFarLargerRoots) {
  expect_not_refuted(polynomial::parse("x^9 + 1e145 x^5 + 1e142*i*x^4 + 87"), 0.25, 34);
}

// Values that are exactly 0 beside a sum of 2^5000: the radius has to be what uncertainty makes of the sum, in any
// scale.
TEST_F(UncertainBeforeTheOracle, RadiiDoNotDependOnTheScaleOfCoefficients) {
  std::string factors;
  for (int k = 1; k <= 30; ++k) factors += "(x-" + std::to_string(k) + ")";
  roots_options options = digits(60);
  options.uncertainty = 1e-65;
  const roots_result plain = roots(polynomial::parse(factors), options);
  const roots_result scaled = roots(polynomial::parse("2^5000 " + factors), options);
  ASSERT_EQ(plain.roots.size(), scaled.roots.size());
  for (std::size_t k = 0; k < plain.roots.size(); ++k)
    EXPECT_NEAR(scaled.roots[k].radius / plain.roots[k].radius, 1, 0.5) << plain.roots[k].value;
}

// `real` is said of the real polynomials of the set; the discs hold for all of them.
TEST(Uncertain, RealRootsAreRealForRealPolynomials) {
  const std::vector<double> given = {2, -3, 1, 2, -3, 1};  // (x - 1)(x - 2)(x^3 + 1)
  roots_options options;
  options.uncertainty = 1e-4;
  const roots_result known = roots(polynomial::from_coefficients(given), options);
  ASSERT_EQ(known.roots.size(), 5U);
  std::mt19937 random(1);
  std::uniform_real_distribution<double> up_to_one(-1, 1);
  int off_axis = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const bool real = trial % 2 == 0;
    std::vector<std::complex<double>> c;
    for (const double a : given) {
      const std::complex<double> direction(up_to_one(random), real ? 0.0 : up_to_one(random));
      c.push_back(a + a * 0.99e-4 * direction / std::max(1.0, std::abs(direction)));
    }
    const roots_result one = roots(polynomial::from_coefficients(c));
    for (const root& disc : known.roots) {
      int held = 0;
      for (const root& z : one.roots) {
        if (std::abs(z.value - disc.value) > disc.radius * (1 + 1e-12)) continue;
        ++held;
        if (real && disc.real) {
          EXPECT_TRUE(z.real) << trial << ' ' << disc.value;
        }
        off_axis += !real && disc.real && z.value.imag() != 0 ? 1 : 0;
      }
      EXPECT_EQ(held, disc.multiplicity) << trial << ' ' << disc.value;
    }
  }
  EXPECT_GT(off_axis, 0);
}

class RandomUncertain : public UncertainBeforeTheOracle {
 protected:
  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  double small_integer() { return below(7) - 3.0; }
  /// Every third coefficient times a power of two up to 2^range and down to 2^-range.
  void expect_not_refuted_with_powers_to(int range, int times) {
    for (int k = 0; k < times; ++k) {
      std::vector<std::complex<double>> c(static_cast<std::size_t>(3 + below(8)));
      for (auto& z : c) {
        z = {small_integer(), below(2) == 0 ? 0.0 : small_integer()};
        if (range > 0 && below(3) == 0) z *= std::ldexp(1.0, below(2 * range) - range);
      }
      if (c.back() == 0.0) c.back() = 1;
      SCOPED_TRACE(k);
      const double uncertainty = std::ldexp(1.0, -2 - below(12));
      expect_not_refuted(polynomial::from_coefficients(c), uncertainty, 1 + below(40));
    }
  }

 private:
  std::mt19937 random_{1};
};

TEST_F(RandomUncertain, SmallIntegers) { expect_not_refuted_with_powers_to(0, 3000); }

TEST_F(RandomUncertain, SizesOfAllKinds) {
  for (const int range : {60, 300, 900}) expect_not_refuted_with_powers_to(range, 1000);
}

}  // namespace
}  // namespace vieta::test
