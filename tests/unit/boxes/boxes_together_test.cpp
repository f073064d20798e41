// What the threads of a warp do together on a GPU, done by one thread on the host: the same doubles as those of
// core::examine_box.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "boxes/cuda/examine_together.hpp"
#include "boxes/problem.hpp"

namespace vieta::boxes {
namespace {

template <int N>
void expect_same_look(const degrees& d, unsigned seed) {
  SCOPED_TRACE(testing::PrintToString(d));
  const shape form(N, d);
  const core::bernstein_shape& s = form.core;
  std::mt19937_64 random(seed);
  const auto uniform = [&] { return static_cast<double>(random() >> 11) * 0x1p-53; };
  std::vector<double> c(static_cast<std::size_t>(N * s.size));
  const int largest = *std::max_element(s.degree, s.degree + N);
  std::vector<double> work(static_cast<std::size_t>(core::box_workspace(N, s.size, largest)));
  std::vector<double> shared(static_cast<std::size_t>(cuda::together_workspace(s)), NAN);
  int proven = 0, empty = 0;
  for (int look = 0; look < 300; ++look) {
    // Nearly linear ones with a zero, so that some are proven, and wild ones.
    const double wildness = look % 3 == 0 ? 1 : 0.1 / (largest * largest);
    for (int q = 0; q < N; ++q)
      for (int j = 0; j < s.size; ++j) {
        double value = wildness * (uniform() - 0.5);
        for (int k = 0; k < N; ++k) value += (k == q ? 0.4 : 0.05) * (s.fraction_of(k, j) - 0.45);
        c[static_cast<std::size_t>(q * s.size + j)] = value;
      }
    core::box_lanes<double> one;
    for (int k = 0; k < N; ++k) {
      const double middle = uniform(), half = look % 2 == 0 ? 0.5 : std::ldexp(uniform(), -(look % 20));
      one.lower[k] = middle - half;
      one.upper[k] = middle + half;
      one.error[k] = 1e-15;
    }
    core::box_lanes<double> other = one;
    core::examine_box<N>(s, c.data(), one, N > 2, work.data());
    cuda::examine_together<N>(cuda::team_of_one{}, s, c.data(), other, N > 2, shared.data());
    ASSERT_EQ(one.empty, other.empty);
    ASSERT_EQ(one.one_sign, other.one_sign);
    empty += one.empty;
    if (one.one_sign) continue;
    for (int k = 0; k < N; ++k) {
      ASSERT_EQ(one.from[k], other.from[k]);
      ASSERT_EQ(one.to[k], other.to[k]);
      ASSERT_EQ(one.cut_lower[k], other.cut_lower[k]);
      ASSERT_EQ(one.cut_upper[k], other.cut_upper[k]);
    }
    for (int k = 0; k < N * N; ++k) ASSERT_EQ(one.inverse[k], other.inverse[k]);
    ASSERT_EQ(one.volume, other.volume);
    ASSERT_EQ(one.small_image, other.small_image);
    ASSERT_EQ(one.settled, other.settled);
    ASSERT_EQ(one.proven, other.proven);
    proven += one.proven;
  }
  EXPECT_GT(proven, 5);
  EXPECT_GT(empty, 5);
}

TEST(BoxesTogether, OneVariable) {
  for (const int d : {1, 2, 5, 20}) expect_same_look<1>({d}, 1);
}
TEST(BoxesTogether, TwoVariables) {
  for (const degrees& d : {degrees{1, 1}, {3, 3}, {5, 4}, {1, 6}, {8, 8}}) expect_same_look<2>(d, 2);
}
TEST(BoxesTogether, ThreeVariables) {
  for (const degrees& d : {degrees{1, 1, 1}, {3, 3, 3}, {1, 2, 5}}) expect_same_look<3>(d, 3);
}
TEST(BoxesTogether, FourVariables) {
  for (const degrees& d : {degrees{1, 1, 1, 1}, {2, 2, 2, 2}, {1, 2, 3, 1}}) expect_same_look<4>(d, 4);
}

}  // namespace
}  // namespace vieta::boxes
