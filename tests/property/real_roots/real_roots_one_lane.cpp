// The kernels of real_roots for a GPU, compiled for a CPU as a warp of one lane: what they decide is checked where
// there is no GPU.
#include <gtest/gtest.h>

#include <cmath>

#include "one_lane/solve.hpp"
#include "oracles/real_roots/real_roots_families.hpp"
#include "oracles/real_roots/real_roots_judge.hpp"
#include "oracles/real_roots/real_roots_run.hpp"
#include "oracles/real_roots/real_roots_touches_in_noise.hpp"

namespace vieta::test {
namespace {

template <class T, int Degree, int N = Degree>  // N: what the kernel is compiled for
struct kernel {
  using number = T;
  static constexpr int degree = Degree, places = N;
};
template <class Kernel>
class RealRootsOneLane : public testing::Test {
 protected:
  using T = typename Kernel::number;
  static constexpr int degree = Kernel::degree;

  template <class Make>
  void expect_right(const char* family, int count, T lo, T hi, Make make) {
    constexpr double absolute = sizeof(T) == 4 ? 2e-4 : 6e-7;
    std::vector<std::vector<double>> polynomials;
    std::vector<T> rows;
    while (static_cast<int>(polynomials.size()) < count) {
      polynomials.push_back(make());
      polynomials.back().resize(degree + 1);
      for (const double x : polynomials.back()) rows.push_back(static_cast<T>(x));
    }
    const one_lane<T, Kernel::places> all({rows.data(), polynomials.size(), degree}, {lo, hi}, T(absolute));
    for (std::size_t i = 0; i < polynomials.size(); ++i) {
      const wanted_tolerance wanted{absolute, 8 * static_cast<double>(std::numeric_limits<T>::epsilon())};
      EXPECT_EQ(judge<T>(polynomials[i], lo, hi, listed(all.found(), i), wanted), "")
          << family << ", degree " << degree;
    }
  }
};
using kernels =
    testing::Types<kernel<float, 3>, kernel<float, 5>, kernel<double, 2>, kernel<double, 3>, kernel<double, 4>,
                   kernel<float, 6>, kernel<float, 8>, kernel<float, 9>, kernel<float, 12>, kernel<float, 13, 14>,
                   kernel<float, 18>, kernel<float, 24>, kernel<double, 6>, kernel<double, 10>>;
TYPED_TEST_SUITE(RealRootsOneLane, kernels);

TYPED_TEST(RealRootsOneLane, BeforeExactRoots) {
  using number = typename TypeParam::number;
  constexpr int n = TypeParam::degree;
  std::mt19937_64 random(290 + n);
  this->expect_right("dense", 60, -1, 1, [&] { return dense<number>(n, random); });
  this->expect_right("part of dense", 30, -0.5, 0.75, [&] { return dense<number>(n, random); });
  this->expect_right("sparse", 30, 0.25, 1, [&] { return sparse<number>(n, random); });
  this->expect_right("clusters", 25, -1, 1, [&] { return clustered<number>(n, 1e-1, random); });
  for (const double distance : {1e-1, 1e-3, 1e-5})
    this->expect_right("near touches", 25, -1, 1, [&] { return near_touches<number>(n, distance, random); });
}

TYPED_TEST(RealRootsOneLane, TouchesWithinTheNoiseAreListed) {
  using number = typename TypeParam::number;
  constexpr int n = TypeParam::degree;
  const auto expect_all = [&](int others, double reach) {
    const touches_in_noise<number> all(n, 20000, others, reach);
    const one_lane<number, TypeParam::places> solver(all.view(), {-1, 1}, 0);
    EXPECT_GT(all.clear(), 4000u);
    EXPECT_EQ(all.missed(solver.found()), 0u)
        << "degree " << n << ", " << others << " other real roots, reach " << reach;
  };
  expect_all(0, 1);
  if (n <= 20) expect_all(1, 1);
  if (sizeof(number) == 4 && n > 12) return;  // docs/fuzzing.md tells what is left out
  for (const int others : {3, n - 2}) expect_all(others, 1);
  for (const int others : {0, 1, 3, n - 2}) expect_all(others, 0.25);
}

// The second look and the careful path are slow.
TYPED_TEST(RealRootsOneLane, LittleIsLeftOver) {
  using number = typename TypeParam::number;
  constexpr int n = TypeParam::degree;
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> coefficient(-1, 1);
  const auto expect_little = [&](number lo, double scale) {
    std::vector<number> rows;
    while (rows.size() < 20000 * (n + 1))
      rows.push_back(static_cast<number>(coefficient(random) * std::pow(scale, rows.size() % (n + 1))));
    const one_lane<number, TypeParam::places> solver({rows.data(), 20000, n}, {lo, 1}, 0);
    EXPECT_LT(solver.refused(), 20u) << "on [" << lo << ", 1], scale " << scale;
    EXPECT_LT(solver.left_over(), 20u) << "on [" << lo << ", 1], scale " << scale;
  };
  expect_little(-1, 1);
  // As on a half-line that is brought to [0, 1]: beside its other values p is small at 0, which is no noise.
  expect_little(0, 4);
}

}  // namespace
}  // namespace vieta::test
