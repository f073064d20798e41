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

}  // namespace
}  // namespace vieta::test
