// On a device as on the CPU: roots are in ascending order, each number once, whatever the tolerance and however much
// noise there is; at all degrees, methods and layouts.
#include <gtest/gtest.h>

#include "oracles/real_roots/real_roots_crowded.hpp"
#include "oracles/real_roots/real_roots_on_device.cuh"
#include "unit/base/small_tests.hpp"
#include "vieta/core/ascending.hpp"

static_assert(__cplusplus >= 202002L);

namespace vieta::test {
namespace {

template <class T>
class RealRootsOrderOnDevice : public testing::Test {
 protected:
  void SetUp() override {
    if (!there_is_a_device()) GTEST_SKIP() << "no CUDA device";
  }
};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(RealRootsOrderOnDevice, Scalars);

template <class T>
void expect_ascending(const std::vector<T>& rows, std::size_t degree, const real_roots_options<T>& options) {
  for (const coefficient_order order : both_orders) {
    const answers<T> found = solve<T>(rows, degree, {-1, 1}, options, order);
    for (std::size_t i = 0; i < found.counts.size(); ++i) {
      ASSERT_LE(found.counts[i], degree);
      const T* const row = found.roots.data() + i * degree;
      ASSERT_TRUE(core::is_ascending(row, found.counts[i]))
          << "degree " << degree << ", polynomial " << i << ", tolerances " << options.absolute_tolerance << ' '
          << options.relative_tolerance << ", method " << static_cast<int>(options.method);
      ASSERT_EQ(found.touching[i] >> found.counts[i], 0U);
    }
  }
}

TYPED_TEST(RealRootsOrderOnDevice, AscendingAtAnyTolerance) {
  using T = TypeParam;
  std::mt19937_64 random(72);
  const std::size_t count = small_tests() ? 100 : 3000;
  for (int degree = 1; degree <= 24; degree += small_tests() ? 3 : 1) {
    for (const T tolerance : {T(0), T(0x1p-20), T(0x1p-10), T(0x1p-3)}) {
      if (small_tests() && tolerance == T(0x1p-20)) continue;
      std::vector<T> rows = crowded_rows<T>(degree, count, random);
      const std::vector<T> more = clustered_rows<T>(degree, count, random);
      rows.insert(rows.end(), more.begin(), more.end());
      for (const real_roots_method method : all_methods) {
        real_roots_options<T> options;
        options.method = method;
        options.absolute_tolerance = tolerance;
        expect_ascending<T>(rows, static_cast<std::size_t>(degree), options);
        options.absolute_tolerance = 0;
        options.relative_tolerance = tolerance;
        expect_ascending<T>(rows, static_cast<std::size_t>(degree), options);
      }
    }
  }
}

// (x - r)^3 (x - 5/8) ...: one place for the triple root, with the mark of the CPU.
TYPED_TEST(RealRootsOrderOnDevice, TripleRootsAreClusters) {
  using T = TypeParam;
  std::mt19937_64 random(73);
  std::uniform_int_distribution<int> numerator(-60, 30);
  const std::size_t count = small_tests() ? 50 : 2000;
  for (int degree = 4; degree <= 9; ++degree) {
    std::vector<T> rows;
    std::vector<double> triple;
    for (std::size_t i = 0; i < count; ++i) {
      triple.push_back(numerator(random) / 97.0);
      std::vector<double> p{1};
      for (int k = 0; k < degree; ++k) {
        const double root = k < 3 ? triple.back() : 0.625 + 0.0625 * (k - 3);
        p.push_back(0);
        for (std::size_t j = p.size(); j-- > 0;) p[j] = (j > 0 ? p[j - 1] : 0) - root * p[j];
      }
      for (const double a : p) rows.push_back(static_cast<T>(a));
    }
    for (const real_roots_method method : all_methods) {
      real_roots_options<T> options;
      options.method = method;
      const answers<T> found =
          solve<T>(rows, static_cast<std::size_t>(degree), {-1, 1}, options, coefficient_order::rows);
      std::size_t unmarked = 0, several = 0;
      for (std::size_t i = 0; i < count; ++i) {
        unmarked += found.statuses[i] != real_roots_status::clustered;
        std::size_t near = 0;
        for (std::size_t k = 0; k < found.counts[i]; ++k)
          near += std::abs(static_cast<double>(found.roots[i * static_cast<std::size_t>(degree) + k]) - triple[i]) <
                  (sizeof(T) == 4 ? 0.05 : 1e-3);
        several += near != 1;
      }
      EXPECT_LE(unmarked, count / 50) << "degree " << degree;
      if (sizeof(T) == 8) EXPECT_LE(several, count / 50) << "degree " << degree;
    }
  }
}

}  // namespace
}  // namespace vieta::test
