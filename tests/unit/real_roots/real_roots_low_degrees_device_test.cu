#include <gtest/gtest.h>

#include <functional>

#include "oracles/real_roots/real_roots_families.hpp"
#include "oracles/real_roots/real_roots_judge.hpp"
#include "oracles/real_roots/real_roots_on_device.cuh"

static_assert(__cplusplus >= 202002L);

// Degrees 1 to 5 on a CUDA device, where each thread solves one polynomial: random families before their exact roots,
// at tolerances from the finest to coarse ones; and answers that depend on the polynomial alone.
namespace vieta::test {
namespace {

template <class T>
class RealRootsLowDegrees : public testing::Test {
 protected:
  void SetUp() override {
    if (!there_is_a_device()) GTEST_SKIP() << "no CUDA device";
  }

  static std::vector<T> tolerances() {
    return sizeof(T) == 4 ? std::vector<T>{0, T(1e-6), T(2e-4), T(3e-3)} : std::vector<T>{0, T(1e-10), T(6e-7)};
  }

  /// Polynomials of one degree (leading coefficients may be zero), solved in both orders.
  static void expect_right(std::size_t degree, real_interval<T> interval, int count,
                           const std::function<std::vector<double>()>& draw) {
    std::vector<std::vector<double>> polynomials;
    std::vector<T> rows;
    for (int i = 0; i < count; ++i) {
      polynomials.push_back(draw());
      polynomials.back().resize(degree + 1);
      for (const double x : polynomials.back()) rows.push_back(static_cast<T>(x));
    }
    for (const T tolerance : tolerances()) {
      real_roots_options<T> options;
      options.absolute_tolerance = tolerance;
      const auto found = solve<T>(rows, degree, interval, options, coefficient_order::rows);
      const auto again = solve<T>(rows, degree, interval, options, coefficient_order::columns);
      expect_same(found, again, [](std::size_t i) { return i; });
      const wanted_tolerance wanted{static_cast<double>(tolerance),
                                    8 * static_cast<double>(std::numeric_limits<T>::epsilon())};
      for (std::size_t i = 0; i < polynomials.size(); ++i) {
        EXPECT_EQ(judge<T>(polynomials[i], static_cast<double>(interval.lo), static_cast<double>(interval.hi),
                           found.listed(i), wanted),
                  "")
            << "tolerance " << tolerance << ", [" << interval.lo << ", " << interval.hi << "]";
      }
    }
  }

  /// Polynomial i of `b` is polynomial place(i) of `a`: the same answers, bit by bit.
  static void expect_same(const answers<T>& a, const answers<T>& b,
                          const std::function<std::size_t(std::size_t)>& place) {
    for (std::size_t i = 0; i < b.counts.size(); ++i) {
      const std::size_t j = place(i);
      ASSERT_EQ(a.counts[j], b.counts[i]) << "polynomial " << j;
      EXPECT_EQ(a.statuses[j], b.statuses[i]) << "polynomial " << j;
      EXPECT_EQ(a.touching[j], b.touching[i]) << "polynomial " << j;
      for (std::size_t k = 0; k < a.counts[j]; ++k) EXPECT_EQ(a.roots[j * a.degree + k], b.roots[i * b.degree + k]);
    }
  }
};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(RealRootsLowDegrees, Scalars);

TYPED_TEST(RealRootsLowDegrees, RandomFamilies) {
  using T = TypeParam;
  std::mt19937_64 random(63);
  for (const int degree : {1, 2, 3, 4, 5}) {
    const std::size_t n = static_cast<std::size_t>(degree);
    this->expect_right(n, {-1, 1}, 200, [&] { return dense<T>(degree, random); });
    this->expect_right(n, {T(-0.5), T(0.75)}, 100, [&] { return dense<T>(degree, random); });
    this->expect_right(n, {T(0.125), 1}, 100, [&] { return dense<T>(degree, random); });
    this->expect_right(n, {-1, 1}, 200, [&] { return sparse<T>(degree, random); });
    this->expect_right(n, {-7, 11}, 200, [&] { return sparse<T>(degree, random); });
    this->expect_right(n, {-1, 1}, 60, [&] { return dyadic_product<T>(degree - 1, random); });
    for (const int e : {100, -85}) {  // products of coefficients leave the range of float
      this->expect_right(n, {-1, 1}, 60, [&] {
        std::vector<double> a = dense<T>(degree, random);
        for (double& x : a) x = std::ldexp(x, e);
        return a;
      });
    }
    for (const double s : {3000.0, 3e-4}) {  // and so they do in intervals such as these
      this->expect_right(n, {static_cast<T>(-s), static_cast<T>(s)}, 60, [&] {
        std::vector<double> a = dense<T>(degree, random);
        for (std::size_t k = 0; k < a.size(); ++k) a[k] /= std::pow(s, k);
        return in_scalars<T>(a);
      });
    }
    if constexpr (sizeof(T) == 8) {
      for (const int e : {-85, -40, -25, 25, 40, 85}) {  // squares of them, that of float
        this->expect_right(n, {-std::ldexp(1.0, e), std::ldexp(1.0, e)}, 60, [&] {
          std::vector<double> a = dense<T>(degree, random);
          for (std::size_t k = 0; k < a.size(); ++k) a[k] = std::ldexp(a[k], -e * static_cast<int>(k));
          return a;
        });
      }
    }
    for (const double width : {1e-1, 1e-3})
      this->expect_right(n, {-1, 1}, 60, [&] { return clustered<T>(degree, width, random); });
    if (degree == 1) continue;
    this->expect_right(n, {-1, 1}, 60, [&] { return squares<T>(degree, random); });
    for (const double distance : {1e-1, 1e-3, 1e-5})
      this->expect_right(n, {-1, 1}, 40, [&] { return near_touches<T>(degree, distance, random); });
  }
}

// (x - r)^2, times x - 2, x^2 + 1 or both: the extremum has either sign, as rounding will have it. At any tolerance.
TYPED_TEST(RealRootsLowDegrees, DoubleRootsAreTouches) {
  using T = TypeParam;
  const std::vector<double> factors[] = {{-2, 1}, {1, 0, 1}, {-2, 1, -2, 1}};
  for (const std::vector<double>& factor : factors) {
    const std::size_t degree = factor.size() + 1;
    std::vector<T> rows;
    for (int k = -63; k <= 63; ++k) {
      const double r = k / 64.0, square[] = {r * r, -2 * r, 1};
      std::vector<double> c(degree + 1, 0.0);
      for (std::size_t i = 0; i < factor.size(); ++i)
        for (std::size_t j = 0; j < 3; ++j) c[i + j] += factor[i] * square[j];
      for (const double x : c) rows.push_back(static_cast<T>(x));
    }
    for (const T tolerance : this->tolerances()) {
      real_roots_options<T> options;
      options.absolute_tolerance = tolerance;
      const auto found = solve<T>(rows, degree, {-1, 1}, options, coefficient_order::columns);
      for (std::size_t i = 0; i < found.counts.size(); ++i) {
        ASSERT_EQ(found.counts[i], 1) << "degree " << degree << ", polynomial " << i << ", tolerance " << tolerance;
        EXPECT_EQ(found.statuses[i], real_roots_status::touching);
        EXPECT_EQ(found.touching[i], 1u);
        EXPECT_NEAR(static_cast<double>(found.roots[i * degree]), (static_cast<double>(i) - 63) / 64, 1e-3);
      }
    }
  }
}

TYPED_TEST(RealRootsLowDegrees, NeighboursDoNotMatter) {
  using T = TypeParam;
  constexpr std::size_t count = 3001, step = 1009;  // no common divisor
  for (const std::size_t degree : {3, 4, 5}) {
    for (const bool dense : {false, true}) {
      const auto rows = random_rows<T>(degree, count, dense, {-1, 1}, 12);
      std::vector<T> mixed;
      for (std::size_t i = 0; i < count; ++i) {
        const auto from = rows.begin() + static_cast<std::ptrdiff_t>(i * step % count * (degree + 1));
        mixed.insert(mixed.end(), from, from + static_cast<std::ptrdiff_t>(degree + 1));
      }
      real_roots_options<T> options;
      options.absolute_tolerance = T(1e-4);
      const auto a = solve<T>(rows, degree, {-1, 1}, options, coefficient_order::columns);
      const auto b = solve<T>(mixed, degree, {-1, 1}, options, coefficient_order::columns);
      this->expect_same(a, b, [](std::size_t i) { return i * step % count; });
    }
  }
}

}  // namespace
}  // namespace vieta::test
