// real_roots on families of random polynomials, before their exact roots.
#include <gtest/gtest.h>

#include "oracles/real_roots/real_roots_families.hpp"
#include "oracles/real_roots/real_roots_judge.hpp"
#include "oracles/real_roots/real_roots_run.hpp"

namespace vieta::test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

template <class T>
class RealRootsRandom : public testing::Test {
 protected:
  /// By every method.
  void expect_right(const std::vector<double>& a, double lo, double hi, wanted_tolerance wanted = {}) {
    for (const real_roots_method method : all_methods) {
      const auto options = options_for<T>(method, wanted.absolute, wanted.relative);
      EXPECT_EQ(judge<T>(a, lo, hi, solve_alone<T>(a, lo, hi, options), wanted), "")
          << text(method) << ", degree " << a.size() - 1 << ", [" << lo << ", " << hi << "]";
    }
  }
};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(RealRootsRandom, Scalars);

int trials(int degree, int cost) { return std::max(1, cost / (degree * degree)); }

TYPED_TEST(RealRootsRandom, SparseNoneMissed) {
  std::mt19937_64 random(51);
  for (const int degree : {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16, 20, 24, 25, 32, 48, 64}) {
    for (int trial = 0; trial < trials(degree, degree > 24 ? 4000 : 10000); ++trial) {
      const std::vector<double> a = sparse<TypeParam>(degree, random);
      const std::vector<exact_root> exact = exact_real_roots(a, -1, 1);
      for (const real_roots_method method : all_methods) {
        const listed_roots found = solve_alone<TypeParam>(a, -1, 1, options_for<TypeParam>(method));
        EXPECT_GE(static_cast<std::size_t>(found.count), exact.size()) << text(method) << ", degree " << degree;
        EXPECT_EQ(judge<TypeParam>(a, -1, 1, found), "") << text(method) << ", degree " << degree;
      }
    }
  }
}

TYPED_TEST(RealRootsRandom, SparseInOtherIntervals) {
  std::mt19937_64 random(52);
  const std::pair<double, double> intervals[] = {
      {0, 1},          {-1, 0},      {-3, 0.5},       {0.25, 7},         {-100, 100},
      {0.5, infinity}, {-0.75, 0.5}, {-infinity, -3}, {-0.25, infinity}, {-infinity, 0.5},
      {-7000, 20000},  {0, 0x1p60},  {0, infinity},   {-infinity, 0},    {-infinity, infinity}};
  for (const int degree : {1, 2, 3, 5, 8, 13, 21}) {
    for (const auto& [lo, hi] : intervals) {
      for (int trial = 0; trial < trials(degree, 1500); ++trial)
        this->expect_right(sparse<TypeParam>(degree, random), lo, hi);
    }
  }
}

TYPED_TEST(RealRootsRandom, Dense) {
  std::mt19937_64 random(53);
  for (const int degree : {1, 2, 3, 4, 5, 6, 8, 10, 13, 16, 20, 24, 32}) {
    for (int trial = 0; trial < trials(degree, 6000); ++trial)
      this->expect_right(dense<TypeParam>(degree, random), -1, 1);
  }
}

TYPED_TEST(RealRootsRandom, Clusters) {
  std::mt19937_64 random(54);
  for (const double width : {1e-1, 1e-3, 1e-6}) {
    for (const int degree : {2, 3, 5, 8, 12}) {
      for (int trial = 0; trial < trials(degree, 1500); ++trial)
        this->expect_right(clustered<TypeParam>(degree, width, random), -1, 1);
    }
  }
}

TYPED_TEST(RealRootsRandom, Squares) {
  std::mt19937_64 random(55);
  for (const int degree : {2, 4, 6, 10}) {
    for (int trial = 0; trial < trials(degree, 2000); ++trial)
      this->expect_right(squares<TypeParam>(degree, random), -1, 1);
  }
}

TYPED_TEST(RealRootsRandom, DyadicProducts) {
  std::mt19937_64 random(61);
  for (const int degree : {1, 2, 3, 4, 5, 6}) {
    for (int trial = 0; trial < trials(degree, 8000); ++trial)
      this->expect_right(dyadic_product<TypeParam>(degree, random), -1, 1);
  }
}

TYPED_TEST(RealRootsRandom, NearTouches) {
  std::mt19937_64 random(56);
  for (const double distance : {1e-1, 1e-3, 1e-5, 1e-7}) {
    for (const int degree : {2, 4, 6, 10}) {
      for (int trial = 0; trial < trials(degree, 800); ++trial)
        this->expect_right(near_touches<TypeParam>(degree, distance, random), -1, 1);
    }
  }
}

// The sign of noise at an end made one simple root of a pair that is complex, or two real ones.
TYPED_TEST(RealRootsRandom, PairsBesideAnEnd) {
  using T = TypeParam;
  std::mt19937_64 random(57);
  const double u = static_cast<double>(float_format<T>::unit_roundoff);
  const double intervals[][3] = {{3, 3, 50},       {3, -50, 3},   {3, 3, 4},     {3, 2, 3},
                                 {3, 3, infinity}, {0.5, 0.5, 1}, {0.5, -1, 0.5}};
  for (const int degree : {2, 4, 6, 8, 12}) {
    for (const auto& [end, lo, hi] : intervals) {
      for (int trial = 0; trial < trials(degree, 4000); ++trial) {
        const double distance = std::pow(u, std::uniform_real_distribution<double>(0.3, 0.8)(random));
        const std::vector<double> a = pair_beside<T>(end, degree, distance, random);
        this->expect_right(a, lo, hi);
        for (const real_roots_method method : all_methods) {
          const listed_roots found = solve_alone<T>(a, lo, hi, options_for<T>(method));
          if (found.status != real_roots_status::ok) continue;
          EXPECT_EQ(static_cast<std::size_t>(found.count), exact_real_roots(a, lo, hi).size())
              << text(method) << ", degree " << degree << ", [" << lo << ", " << hi << "], distance " << distance;
        }
      }
    }
  }
}

TYPED_TEST(RealRootsRandom, ChebyshevAndLegendre) {
  for (const int degree : {1, 2, 3, 4, 5, 8, 10, 12, 16, 20, 24, 30, 40}) {
    this->expect_right(in_scalars<TypeParam>(chebyshev_coefficients(degree)), -1, 1);
    this->expect_right(in_scalars<TypeParam>(chebyshev_coefficients(degree)), -infinity, infinity);
    this->expect_right(legendre<TypeParam>(degree), -1, 1);
  }
}

TYPED_TEST(RealRootsRandom, Wilkinson) {
  for (const int degree : {2, 5, 8, 10, 15, 20}) {
    const std::vector<double> a = in_scalars<TypeParam>(expand(integers(1, degree)));
    this->expect_right(a, 0, degree + 1);
    this->expect_right(a, -infinity, infinity);
    this->expect_right(a, 1, 2);
  }
}

// Beyond the eighth root of 40 all is noise: halving listed touches and crossings there that the chain did not see.
TEST(RealRootsNoise, MethodsAgreeOnWilkinsonsPolynomials) {
  for (const int degree : {30, 32, 40}) {
    const std::vector<double> a = in_scalars<double>(expand(integers(1, degree)));
    const auto alone = [&](real_roots_method method) {
      return solve_alone<double>(a, 1.2, 50, options_for<double>(method));
    };
    const listed_roots one = alone(real_roots_method::derivatives), other = alone(real_roots_method::bernstein);
    ASSERT_EQ(one.count, other.count) << "degree " << degree;
    for (int k = 0; k < 4; ++k)
      EXPECT_NEAR(other.roots[static_cast<std::size_t>(k)], k + 2, 1e-2) << "degree " << degree;
  }
}

TYPED_TEST(RealRootsRandom, Tolerances) {
  std::mt19937_64 random(57);
  for (const wanted_tolerance wanted : {wanted_tolerance{2e-4, 0}, wanted_tolerance{6e-7, 0}, wanted_tolerance{0, 1e-3},
                                        wanted_tolerance{1e-5, 1e-4}, wanted_tolerance{0.05, 0}}) {
    for (const int degree : {1, 2, 4, 7, 10, 18}) {
      for (int trial = 0; trial < trials(degree, 1500); ++trial) {
        this->expect_right(sparse<TypeParam>(degree, random), -1, 1, wanted);
        this->expect_right(sparse<TypeParam>(degree, random), -20, 30, wanted);
      }
    }
  }
}

TYPED_TEST(RealRootsRandom, RootsOfAnySize) {
  std::mt19937_64 random(58);
  std::uniform_real_distribution<double> exponent(-6, 6);
  for (const int degree : {1, 2, 3, 5, 8}) {
    for (int trial = 0; trial < trials(degree, 1500); ++trial) {
      std::vector<double> roots(static_cast<std::size_t>(degree));
      for (double& x : roots) x = (random() % 2 ? 1 : -1) * std::pow(10, exponent(random));
      const std::vector<double> a = in_scalars<TypeParam>(expand(roots));
      this->expect_right(a, -infinity, infinity);
      this->expect_right(a, -1e7, 1e7);
      this->expect_right(a, 0, 1e3);
    }
  }
}

// In no one scale are all of them normal numbers.
TYPED_TEST(RealRootsRandom, RootsOfVeryDifferentSize) {
  std::mt19937_64 random(60);
  constexpr bool single = std::is_same_v<TypeParam, float>;
  const double most = single ? 110 : 900;
  std::uniform_real_distribution<double> exponent(-most, most);
  for (int trial = 0; trial < (single ? 300 : 40); ++trial) {
    std::vector<double> roots(static_cast<std::size_t>(2 + trial % 3));
    for (double& x : roots) x = (random() % 2 ? 1 : -1) * std::exp2(exponent(random));
    const std::vector<double> a = in_scalars<TypeParam>(expand(roots));
    const bool fits = std::all_of(a.begin(), a.end(), [](double x) {
      return std::abs(x) >= std::numeric_limits<TypeParam>::min() &&
             std::abs(x) <= std::numeric_limits<TypeParam>::max();
    });
    if (!fits) continue;
    this->expect_right(a, -infinity, infinity);
    this->expect_right(a, -std::exp2(most / 2), std::exp2(most));
    this->expect_right(a, -3, 1e3);
  }
}

// Multiplying by a power of two changes nothing that rounding does not hide, at whatever end of the range.
TYPED_TEST(RealRootsRandom, PowersOfTwoChangeNothing) {
  std::mt19937_64 random(59);
  const int most = std::is_same_v<TypeParam, float> ? 100 : 950;
  for (const real_roots_method method : all_methods) {
    for (int trial = 0; trial < 150; ++trial) {
      const int degree = 1 + trial % 20;
      const std::vector<double> a = trial % 2 ? sparse<TypeParam>(degree, random) : dense<TypeParam>(degree, random);
      const auto options = options_for<TypeParam>(method);
      const listed_roots plain = solve_alone<TypeParam>(a, -1, 1, options);
      for (const int power : {-most, -20, 30, most}) {
        const std::vector<double> other = scaled(a, std::ldexp(1.0, power));
        if (in_scalars<TypeParam>(other) != other) continue;  // underflow
        const listed_roots found = solve_alone<TypeParam>(other, -1, 1, options);
        EXPECT_EQ(judge<TypeParam>(other, -1, 1, found), "") << text(method) << ", times 2^" << power;
        if (found.touching || plain.touching) continue;
        ASSERT_EQ(found.count, plain.count) << text(method) << ", times 2^" << power << ", degree " << degree;
      }
    }
  }
}

// The same polynomials with another unit of length: squares of values leave the range of T long before the values do.
TYPED_TEST(RealRootsRandom, IntervalsOfAnySize) {
  std::mt19937_64 random(61);
  constexpr bool single = std::is_same_v<TypeParam, float>;
  const std::vector<int> sizes = single ? std::vector<int>{6, 11, 14, 16, 18, 19, 20, 21, 22, 24, 30, 40}
                                        : std::vector<int>{40, 85, 120, 150, 165, 180, 190, 200, 250, 330};
  for (const int degree : {1, 2, 3, 4, 5, 6, 8, 10}) {
    for (const int size : sizes) {
      for (const int e : {-size, size}) {
        for (int trial = 0; trial < trials(degree, 2500); ++trial) {
          std::vector<double> a = trial % 2 ? sparse<TypeParam>(degree, random) : dense<TypeParam>(degree, random);
          bool fits = true;
          for (std::size_t k = 0; k < a.size(); ++k) {
            a[k] = std::ldexp(a[k], -e * static_cast<int>(k));
            fits = fits && std::abs(a[k]) >= std::numeric_limits<TypeParam>::min() &&
                   std::abs(a[k]) <= std::numeric_limits<TypeParam>::max();
          }
          if (fits) this->expect_right(a, -std::ldexp(1.0, e), std::ldexp(1.0, e));
        }
      }
    }
  }
}

// The quick reference, which benchmarks count with, before the exact one.
TEST(RealRootsReference, QuickAgreesWithExact) {
  std::mt19937_64 random(60);
  for (int trial = 0; trial < 400; ++trial) {
    const int degree = 1 + trial % 24;
    for (const std::vector<double>& a :
         {sparse<float>(degree, random), dense<float>(degree, random), dense<double>(degree, random)}) {
      const std::vector<exact_root> exact = exact_real_roots(a, -1, 1);
      const std::vector<double> quick = quick_real_roots(a, -1, 1);
      ASSERT_EQ(quick.size(), exact.size()) << "degree " << degree << ", trial " << trial;
      for (std::size_t k = 0; k < quick.size(); ++k)
        EXPECT_NEAR(quick[k], static_cast<double>(exact[k].value), 1e-15) << "degree " << degree;
    }
  }
}

TEST(RealRootsReference, ExactKnowsMultiplicities) {
  const std::vector<exact_root> roots = exact_real_roots(expand({0.5, 0.5, 0.5, -0.25, -0.25, 3}), -infinity, infinity);
  ASSERT_EQ(roots.size(), 3u);
  EXPECT_EQ(roots[0].value, -0.25L);
  EXPECT_EQ(roots[0].multiplicity, 2);
  EXPECT_EQ(roots[1].value, 0.5L);
  EXPECT_EQ(roots[1].multiplicity, 3);
  EXPECT_EQ(roots[2].value, 3);
  EXPECT_EQ(roots[2].multiplicity, 1);
  EXPECT_EQ(exact_real_roots(expand({0.5, 0.75}), 0.5, 0.75).size(), 2u);
  EXPECT_EQ(exact_real_roots(expand({0.5, 0.75}), 0.5625, 0.625).size(), 0u);
  EXPECT_EQ(exact_sign(expand({0.5, 0.75}), 0.625), -1);
  EXPECT_EQ(exact_sign(expand({0.5, 0.75}), 0.5), 0);
  EXPECT_EQ(exact_sign(expand({0.5, 0.75}), 1), 1);
}

// The table of hard cases is right itself, up to what the noise of double hides.
TEST(RealRootsReference, TheTableOfHardCases) {
  for (const real_roots_case& c : real_roots_cases()) {
    if (c.status != real_roots_status::ok || c.in == scalars::only_float) continue;
    const std::vector<exact_root> exact = exact_real_roots(c.coefficients, c.lo, c.hi);
    listed_roots answer;
    for (const exact_root& e : exact) {
      answer.roots.push_back(static_cast<double>(e.value));
      if (e.multiplicity % 2 == 0) answer.touching |= std::uint64_t{1} << answer.count;
      ++answer.count;
    }
    answer.status = answer.touching ? real_roots_status::touching : real_roots_status::ok;
    if (c.name == "fqs-2") continue;  // its double root is a complex pair 3e-9 apart
    EXPECT_EQ(mismatch<double>(c, answer), "");
  }
}

}  // namespace
}  // namespace vieta::test
