// Roots are in ascending order, each number once, whatever the tolerance and however much noise there is. (Found by
// fuzz/verbs/fuzz_verb_real_roots.cpp.)
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "oracles/real_roots/real_roots_crowded.hpp"
#include "vieta/core/ascending.hpp"
#include "vieta/real_roots.hpp"

namespace vieta {
namespace {

template <class T>
class RealRootsOrder : public testing::Test {};
using Numbers = testing::Types<float, double>;
TYPED_TEST_SUITE(RealRootsOrder, Numbers, );

TYPED_TEST(RealRootsOrder, AscendingAtAnyTolerance) {
  using T = TypeParam;
  std::mt19937_64 random(71);
  for (int trial = 0; trial < 600; ++trial) {
    const int degree = 1 + trial % 24;
    const std::vector<T> c = test::crowded_rows<T>(degree, 64, random);
    real_roots_options<T> options;
    options.on = {where::cpu, 0, 1};
    options.method = static_cast<real_roots_method>(trial % 3);
    const T tolerance = trial % 5 == 0 ? 0 : static_cast<T>(std::ldexp(1.0, -static_cast<int>(random() % 24)));
    (trial % 2 == 0 ? options.absolute_tolerance : options.relative_tolerance) = tolerance;
    const auto r = real_roots(polynomial_batch<T>{c.data(), 64, degree}, {-1, 1}, options);
    for (std::size_t i = 0; i < 64; ++i) {
      ASSERT_LE(r.counts[i], degree);
      ASSERT_TRUE(core::is_ascending(r.roots(i).data(), r.counts[i]))
          << "degree " << degree << ", tolerance " << tolerance;
      ASSERT_EQ(r.counts[i] < 64 ? r.touching[i] >> r.counts[i] : 0, 0U);
    }
  }
}

TEST(RealRootsSameNumber, IsListedOnce) {
  const auto put = [](std::vector<double> roots, std::uint64_t touching) {
    core::real_roots_answer answer{static_cast<int>(roots.size()), real_roots_status::ok, touching};
    core::make_ascending(roots.data(), answer);
    roots.resize(static_cast<std::size_t>(answer.count));
    return std::pair(roots, answer);
  };
  // Two crossings are a touch, three a crossing, a touch and a crossing a crossing.
  const auto [two, pair] = put({1, 3, 3, 2}, 0);
  EXPECT_EQ(two, (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(pair.touching, 4U);
  EXPECT_EQ(pair.status, real_roots_status::touching);
  EXPECT_EQ(put({1, 1, 1}, 0).second.touching, 0U);
  EXPECT_EQ(put({1, 1}, 1).second.touching, 0U);
  EXPECT_EQ(put({1, 1}, 3).second.touching, 1U);
  // What touches goes with its root.
  const auto [moved, marked] = put({2, 1, 3}, 1);
  EXPECT_EQ(moved, (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(marked.touching, 2U);
}

}  // namespace
}  // namespace vieta
