// core::real_roots<N>, as a user's own loop or kernel calls it.
#include <gtest/gtest.h>

#include "oracles/real_roots/real_roots_cases.hpp"
#include "oracles/real_roots/real_roots_families.hpp"
#include "oracles/real_roots/real_roots_judge.hpp"
#include "vieta/core/real_roots.hpp"

namespace vieta::test {
namespace {

constexpr double untouched = 12345;

/// One polynomial of degree N or less. Places between the strides, and behind the last, must keep their value.
template <class T, int N>
listed_roots solve_in(const std::vector<double>& coefficients, double lo, double hi, wanted_tolerance tolerance,
                      int stride) {
  T a[N + 1] = {};
  for (std::size_t k = 0; k < coefficients.size(); ++k) a[k] = static_cast<T>(coefficients[k]);
  std::vector<T> places(static_cast<std::size_t>(N * stride) + 1, static_cast<T>(untouched));
  const core::real_roots_answer answer =
      core::real_roots<N, T>(a, static_cast<T>(lo), static_cast<T>(hi), static_cast<T>(tolerance.absolute),
                             static_cast<T>(tolerance.relative), core::strided<T>{places.data(), stride});
  listed_roots listed;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (i % static_cast<std::size_t>(stride) == 0 && i < places.size() - 1)
      listed.roots.push_back(static_cast<double>(places[i]));
    else
      EXPECT_EQ(places[i], static_cast<T>(untouched)) << "place " << i << " with stride " << stride;
  }
  listed.count = answer.count;
  listed.status = answer.status;
  listed.touching = answer.touching;
  return listed;
}

/// In the smallest of a few degrees that holds the polynomial, or in the `further`th one after that.
template <class T, int... Degrees>
listed_roots solve_by_degree(const std::vector<double>& a, double lo, double hi, wanted_tolerance tolerance, int stride,
                             int further, std::integer_sequence<int, Degrees...>) {
  listed_roots listed;
  const int degree = static_cast<int>(a.size()) - 1;
  (void)((degree <= Degrees && further-- == 0 ? (listed = solve_in<T, Degrees>(a, lo, hi, tolerance, stride), true)
                                              : false) ||
         ...);
  return listed;
}

template <class T>
listed_roots solve(const std::vector<double>& a, double lo, double hi, wanted_tolerance tolerance = {}, int stride = 1,
                   int further = 0) {
  using degrees = std::integer_sequence<int, 1, 2, 3, 4, 6, 10, 16, 24>;  // unrolled: each takes its time to compile
  return solve_by_degree<T>(a, lo, hi, tolerance, stride, further, degrees());
}

template <class T>
class RealRootsCore : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(RealRootsCore, Scalars);

TYPED_TEST(RealRootsCore, EveryHardCase) {
  for (const real_roots_case& c : real_roots_cases()) {
    if (!applies<TypeParam>(c) || c.coefficients.size() > 25) continue;
    EXPECT_EQ(mismatch<TypeParam>(in_one_scale(c), solve<TypeParam>(c.coefficients, c.lo, c.hi)), "");
  }
}

TYPED_TEST(RealRootsCore, EveryHardCaseWithMoreRoomThanItNeeds) {
  for (const real_roots_case& c : real_roots_cases()) {
    if (!applies<TypeParam>(c) || c.coefficients.size() > 17) continue;
    const listed_roots listed = solve<TypeParam>(c.coefficients, c.lo, c.hi, {}, 3, 1);
    const std::size_t degree = c.coefficients.size() - 1;
    EXPECT_LE(static_cast<std::size_t>(listed.count), degree) << c.name;
    EXPECT_EQ(mismatch<TypeParam>(in_one_scale(c), listed), "");
  }
}

TYPED_TEST(RealRootsCore, NegatedAndMirrored) {
  for (const real_roots_case& c : real_roots_cases()) {
    if (!applies<TypeParam>(c) || c.coefficients.size() > 25) continue;
    real_roots_case mirrored = in_one_scale(c);
    for (std::size_t k = 0; k < c.coefficients.size(); k += 2) mirrored.coefficients[k] = -c.coefficients[k];
    mirrored.lo = -c.hi;
    mirrored.hi = -c.lo;
    for (expected_root& e : mirrored.roots) e.x = -e.x;
    EXPECT_EQ(mismatch<TypeParam>(mirrored, solve<TypeParam>(mirrored.coefficients, mirrored.lo, mirrored.hi, {}, 2)),
              "");
  }
}

TYPED_TEST(RealRootsCore, RandomPolynomialsBeforeTheExactRoots) {
  std::mt19937_64 random(31);
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (const int degree : {1, 2, 3, 4, 5, 6, 10, 16}) {
    for (int trial = 0; trial < (degree > 6 ? 40 : 200); ++trial) {
      const std::vector<double> a = sparse<TypeParam>(degree, random), b = dense<TypeParam>(degree, random);
      ASSERT_EQ(judge<TypeParam>(a, -1, 1, solve<TypeParam>(a, -1, 1)), "");
      ASSERT_EQ(judge<TypeParam>(b, -1, 1, solve<TypeParam>(b, -1, 1)), "");
      ASSERT_EQ(judge<TypeParam>(a, -infinity, infinity, solve<TypeParam>(a, -infinity, infinity)), "");
      ASSERT_EQ(judge<TypeParam>(a, 0.25, 7, solve<TypeParam>(a, 0.25, 7)), "");
    }
  }
}

TYPED_TEST(RealRootsCore, RootsOfAnyMultiplicityOnAGrid) {
  std::mt19937_64 random(34);
  for (const int degree : {1, 2, 3, 4, 5, 6}) {
    for (int trial = 0; trial < 500; ++trial) {
      const std::vector<double> a = dyadic_product<TypeParam>(degree, random);
      EXPECT_EQ(judge<TypeParam>(a, -1, 1, solve<TypeParam>(a, -1, 1)), "");
    }
  }
}

// About x (x - 2.5)^2 (x - 5)^3 (x - 7.5)^4 ...: in float what p is at 7.49 is noise, and what follows has the sign at
// 7.49 turned. Where it also seems to bend towards zero, there was a crossing between 5.89, an extremum outside of the
// noise, and there.
TYPED_TEST(RealRootsCore, NoRootBesideATouch) {
  const std::vector<double> a = {
      0,        115871432704, -3862381056,  -50854682624, 1875400576, 7993984000, -339565280, -563983936, 28797912,
      20183106, -1216796.875, -377929.6875, 25859.375,    3500,       -262.5,     -12.5,      1};
  for (const double hi : {8.0, 12.0, 16.0, 20.0, 100.0, std::numeric_limits<double>::infinity()}) {
    const listed_roots listed = solve<TypeParam>(a, 0, hi);
    for (int k = 0; k < listed.count; ++k)
      EXPECT_FALSE(std::abs(listed.roots[static_cast<std::size_t>(k)] - 5.889) < 0.01) << hi;
  }
}

TYPED_TEST(RealRootsCore, TolerancesAreKept) {
  std::mt19937_64 random(32);
  for (const wanted_tolerance wanted :
       {wanted_tolerance{1e-3, 0}, wanted_tolerance{0, 1e-3}, wanted_tolerance{1e-5, 1e-5}, wanted_tolerance{1e-30, 0},
        wanted_tolerance{0.5, 0}, wanted_tolerance{10, 10}}) {
    for (const int degree : {1, 3, 6, 10}) {
      for (int trial = 0; trial < 60; ++trial) {
        const std::vector<double> a = sparse<TypeParam>(degree, random);
        ASSERT_EQ(judge<TypeParam>(a, -1, 1, solve<TypeParam>(a, -1, 1, wanted), wanted), "")
            << wanted.absolute << ' ' << wanted.relative;
        ASSERT_EQ(judge<TypeParam>(a, -100, 3, solve<TypeParam>(a, -100, 3, wanted), wanted), "")
            << wanted.absolute << ' ' << wanted.relative;
      }
    }
  }
}

TYPED_TEST(RealRootsCore, PowersOfTwoChangeNothing) {
  std::mt19937_64 random(33);
  const int most = std::is_same_v<TypeParam, float> ? 100 : 900;
  for (int trial = 0; trial < 100; ++trial) {
    const std::vector<double> a = sparse<TypeParam>(6, random);
    const listed_roots plain = solve<TypeParam>(a, -1, 1);
    for (const int exponent : {-most, -7, 9, most}) {
      const listed_roots other = solve<TypeParam>(scaled(a, std::ldexp(1.0, exponent)), -1, 1);
      ASSERT_EQ(other.count, plain.count);
      ASSERT_EQ(other.status, plain.status);
      ASSERT_EQ(other.touching, plain.touching);
      for (std::size_t k = 0; k < static_cast<std::size_t>(plain.count); ++k)
        ASSERT_EQ(other.roots[k], plain.roots[k]) << "times 2^" << exponent;
    }
  }
}

// The bound of all roots made the interval so small that its fifth power was 0, and p seemed to be constant.
TYPED_TEST(RealRootsCore, RootsFarBelowTheInterval) {
  constexpr int most = std::is_same_v<TypeParam, float> ? 46 : 404;  // nearly all of the range: 2^(5 most)
  for (int e = 1; e <= most; ++e) {
    const int first = -5 * e / 2;
    std::vector<double> a(6, 0.0);
    a[0] = -std::ldexp(1.0, first), a[5] = std::ldexp(1.0, first + 5 * e);
    const double root = std::ldexp(1.0, -e);
    for (const auto& [lo, hi] : {std::pair(-3.0, 2.0), std::pair(0.0, 2.0), std::pair(-1.0, 1.0)}) {
      const listed_roots listed = solve<TypeParam>(a, lo, hi);
      ASSERT_EQ(listed.status, real_roots_status::ok) << e;
      ASSERT_EQ(listed.count, 1) << e;
      EXPECT_NEAR(listed.roots[0] / root, 1, 1e-6) << e;
    }
  }
}

TYPED_TEST(RealRootsCore, NotANumberAnywhereIsBadInput) {
  constexpr double infinity = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  for (const double poison : {nan, infinity, -infinity}) {
    for (std::size_t place = 0; place <= 10; ++place) {
      std::vector<double> a(11, 1.0);
      a[place] = poison;
      const listed_roots listed = solve<TypeParam>(a, -1, 1);
      EXPECT_EQ(listed.status, real_roots_status::bad_input);
      EXPECT_EQ(listed.count, 0);
      for (const double x : listed.roots) EXPECT_EQ(x, untouched) << "nothing is written";
    }
  }
}

}  // namespace
}  // namespace vieta::test
