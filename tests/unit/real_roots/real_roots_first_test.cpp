// The least root alone is the first one of all.
#include "vieta/core/real_roots_first.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "oracles/real_roots/real_roots_case.hpp"
#include "shaders/random_problems.hpp"

namespace vieta::test {
namespace {

template <int N, class T>
void expect_first_of_all() {
  int found = 0;
  for (const shader_problem& p : random_problems(N, 150)) {
    T a[N + 1], all[N], root = 0;
    for (int k = 0; k <= N; ++k) a[k] = p.a[static_cast<std::size_t>(k)];
    const T lo = p.lo, hi = p.hi, absolute = p.absolute_tolerance, relative = p.relative_tolerance;
    const auto expected = core::real_roots<N, T>(a, lo, hi, absolute, relative, core::strided<T>{all, 1});
    const auto first = core::real_roots_first<N, T>(a, lo, hi, absolute, relative, root);
    ASSERT_EQ(first.count, expected.count > 0 ? 1 : 0) << p.name;
    EXPECT_EQ(first.status == real_roots_status::bad_input, expected.status == real_roots_status::bad_input) << p.name;
    if (first.count == 0) continue;
    ++found;
    const std::vector<double> c(p.a.begin(), p.a.end());
    const double x = static_cast<double>(all[0]), allowed = std::max(double(absolute), double(relative) * std::abs(x));
    EXPECT_LE(std::abs(static_cast<double>(root) - x),
              2 * (allowed + rounding_radius<T>(c, x, expected.touching & 1 ? 2 : 1)))
        << p.name;
  }
  EXPECT_GT(found, 500);
}

TEST(RealRootsFirst, IsTheFirstOfAll) {
  expect_first_of_all<3, double>();
  expect_first_of_all<4, float>();
  expect_first_of_all<4, double>();
  expect_first_of_all<10, float>();
  expect_first_of_all<10, double>();
}

// A ray through a torus at t = 1.2, 1.5, 2.5, 2.8, from outside and from inside.
TEST(RealRootsFirst, Rays) {
  const double a[5] = {1.2 * 1.5 * 2.5 * 2.8, -(1.2 * 1.5 * 5.3 + 2.7 * 2.5 * 2.8), 1.8 + 2.7 * 5.3 + 7.0, -8, 1};
  double t = 0;
  EXPECT_EQ(core::real_roots_first(a, 0.0, HUGE_VAL, t).count, 1);
  EXPECT_NEAR(t, 1.2, 1e-14);
  EXPECT_EQ(core::real_roots_first(a, 1.3, 10.0, t).count, 1);
  EXPECT_NEAR(t, 1.5, 1e-14);
  EXPECT_EQ(core::real_roots_first(a, 3.0, 10.0, t).count, 0);
  // A graze: (t - 2)^2 (t^2 + 1).
  const double touch[5] = {4, -4, 5, -4, 1};
  const auto grazes = core::real_roots_first(touch, 0.0, 10.0, t);
  EXPECT_EQ(grazes.count, 1);
  EXPECT_EQ(grazes.touching, 1u);
  EXPECT_EQ(grazes.status, real_roots_status::touching);
  EXPECT_NEAR(t, 2, 1e-7);
}

}  // namespace
}  // namespace vieta::test
