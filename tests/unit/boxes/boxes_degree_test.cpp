#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "boxes/leftovers/leftovers.hpp"

namespace vieta {
namespace {

/// A linear system with its zero inside of the cube: det is the sign of its degree.
box_system linear(int n, std::mt19937_64& random, double& det) {
  const auto uniform = [&] { return static_cast<double>(random() >> 11) * 0x1p-53; };
  std::vector<std::vector<double>> a(n, std::vector<double>(n));
  std::vector<double> zero(n);
  for (double& z : zero) z = 0.2 + 0.6 * uniform();
  box_system s;
  for (int q = 0; q < n; ++q) {
    bernstein_polynomial f{std::vector<int>(n, 1), {}};
    for (double& x : a[q]) x = 2 * uniform() - 1;
    for (int j = 0; j < 1 << n; ++j) {
      double value = 0;
      for (int k = 0; k < n; ++k) value += a[q][k] * ((j >> (n - 1 - k) & 1) - zero[k]);
      f.coefficients.push_back(value);
    }
    s.equations.push_back(f);
  }
  det = 1;
  for (int k = 0; k < n; ++k) {
    int pivot = k;
    for (int r = k; r < n; ++r)
      if (std::fabs(a[r][k]) > std::fabs(a[pivot][k])) pivot = r;
    if (pivot != k) std::swap(a[pivot], a[k]), det = -det;
    det *= a[k][k];
    for (int r = k + 1; r < n; ++r) {
      const double factor = a[r][k] / a[k][k];
      for (int c = k; c < n; ++c) a[r][c] -= factor * a[k][c];
    }
  }
  return s;
}

TEST(BoxesDegree, OfSimpleZerosIsTheSignOfTheJacobian) {
  std::mt19937_64 random(5);
  for (int n = 1; n <= 4; ++n)
    for (int k = 0; k < 20; ++k) {
      double det = 0;
      const box_system s = linear(n, random, det);
      if (std::fabs(det) < 0.05) continue;
      boxes::system_view view;
      boxes::view(s, view);
      const boxes::shape shape(n, boxes::common_degrees(s.equations));
      const boxes_options options;
      boxes::search search;
      search.start(shape, view, options);
      boxes::cell whole;
      whole.upper = {1, 1, 1, 1};
      int degree = 7;
      ASSERT_TRUE(boxes::topological_degree(search, whole, degree)) << n << ' ' << k;
      EXPECT_EQ(degree, det > 0 ? 1 : -1) << n << ' ' << k;
      const boxes_result r = solve_boxes(std::span(&s, 1));
      ASSERT_EQ(r.items.size(), 1u);
      EXPECT_EQ(r.items[0].jacobian_sign, det > 0 ? 1 : -1);
    }
}

TEST(BoxesDegree, WithoutZerosItIsZero) {
  // x + y - 3 and x - y: no zero in the square.
  const box_system s{{}, {}, {{{1, 1}, {-3, -2, -2, -1}}, {{1, 1}, {0, -1, 1, 0}}}, {}, {}, -1};
  boxes::system_view view;
  boxes::view(s, view);
  const boxes::shape shape(2, boxes::common_degrees(s.equations));
  const boxes_options options;
  boxes::search search;
  search.start(shape, view, options);
  boxes::cell whole;
  whole.upper = {1, 1, 1, 1};
  int degree = 7;
  ASSERT_TRUE(boxes::topological_degree(search, whole, degree));
  EXPECT_EQ(degree, 0);
}

}  // namespace
}  // namespace vieta
