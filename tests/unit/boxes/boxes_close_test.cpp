// Systems that rounding in double cannot tell apart from degenerate ones, and that are not: all numbers below are
// exact, so what is right is known. (src/boxes/leftovers/close_look.cpp; docs/method/boxes.md, "A close look".)
#include <gtest/gtest.h>

#include <cmath>

#include "unit/boxes/boxes_data.hpp"

namespace vieta {
namespace {

/// (x - a)^2 + (y - 1/2)^2 - r2.
bernstein_polynomial circle(double a, double r2) {
  const double x[3] = {a * a, a * a - a, (1 - a) * (1 - a)}, y[3] = {0.25, -0.25, 0.25};
  bernstein_polynomial f{{2, 2}, {}};
  for (const double p : x)
    for (const double q : y) f.coefficients.push_back(p + q - r2);
  return f;
}

/// Circles about (a, 1/2) and (a + 3/8, 1/2) that touch at x = a + 1/4 for overlap 0; the second one's r^2 is larger
/// by `overlap`.
box_system circles(double a, double overlap) {
  box_system s;
  s.equations = {circle(a, 0.0625), circle(a + 0.375, 0.015625 + overlap)};
  return s;
}

/// Where circles(a, overlap) meet, from (1/2, 1/2): below in x, and on both sides in y.
long double across(long double overlap) { return overlap / 0.75L; }
long double along(long double overlap) { return std::sqrt(overlap / 1.5L - across(overlap) * across(overlap)); }

boxes_result solve(const box_system& s, double tolerance = 1e-8) {
  boxes_options options;
  options.tolerance = tolerance;
  options.on = {where::cpu, 0, 1};
  return solve_boxes(std::span(&s, 1), options);
}

void expect_pair(const boxes_result& r, double overlap, double radius) {
  EXPECT_EQ(r.status[0], boxes_status::complete);
  ASSERT_EQ(r.items.size(), 2u);
  for (int k = 0; k < 2; ++k) {
    const box_item& item = r.items[r.items[0].x[1] < r.items[1].x[1] ? k : 1 - k];
    EXPECT_EQ(item.kind, box_kind::unique);
    EXPECT_LT(item.radius, radius);
    EXPECT_LE(std::fabs(item.x[0] - (0.5L - across(overlap))), item.radius * 1.000001L);
    EXPECT_LE(std::fabs(item.x[1] - (k == 0 ? 0.5L - along(overlap) : 0.5L + along(overlap))), item.radius * 1.000001L);
    EXPECT_EQ(item.jacobian_sign, k == 0 ? -1 : 1);
    for (int c = 0; c < 2; ++c) {
      EXPECT_LT(item.lower[c], item.x[c]);
      EXPECT_GT(item.upper[c], item.x[c]);
    }
  }
}

TEST(BoxesClose, CirclesThatOverlapByOneBit) {
  // 2^-53: solutions 1.7e-8 apart.
  expect_pair(solve(circles(0.25, 0x1p-53)), 0x1p-53, 1e-13);
  expect_pair(solve(circles(0.25, 0x1p-53), 1e-14), 0x1p-53, 1e-13);
}

TEST(BoxesClose, CirclesThatMissByOneBit) {
  const boxes_result r = solve(circles(0.25, -0x1p-53), 1e-9);
  EXPECT_EQ(r.status[0], boxes_status::complete);
  EXPECT_TRUE(r.items.empty());
}

TEST(BoxesClose, WhatTouchesStaysACluster) {
  for (const double tolerance : {1e-8, 1e-11, 1e-14}) {
    const boxes_result r = solve(circles(0.25, 0), tolerance);
    EXPECT_EQ(r.status[0], boxes_status::clusters);
    ASSERT_EQ(r.items.size(), 1u);
    EXPECT_TRUE(test::holds(r.items[0], {0.5, 0.5}, 2, 0));
    EXPECT_LT(r.report.boxes_visited, 2000u);
  }
}

TEST(BoxesClose, PairsFarApartGetSmallRadii) {
  // 1.2e-5, 3.9e-7 apart: in double radii are 1e-10 and more.
  for (const double overlap : {0x1p-34, 0x1p-44}) expect_pair(solve(circles(0.25, overlap)), overlap, 1e-15);
}

TEST(BoxesClose, SolutionsJustOutsideOfTheDomain) {
  // They meet at x = -1.5e-16.
  const boxes_result r = solve(circles(-0.25, 0x1p-53), 1e-9);
  EXPECT_EQ(r.status[0], boxes_status::complete);
  EXPECT_TRUE(r.items.empty());
}

TEST(BoxesClose, OneVariable) {
  // (t - 1/2)^2 - 2^-54 t^2 has the roots 1/2 / (1 +- 2^-27).
  box_system s;
  s.equations = {{{2}, {0.25, -0.25, 0.25 - 0x1p-54}}};
  const boxes_result r = solve(s, 1e-9);
  EXPECT_EQ(r.status[0], boxes_status::complete);
  ASSERT_EQ(r.items.size(), 2u);
  for (int k = 0; k < 2; ++k) {
    EXPECT_LE(std::fabs(r.items[k].x[0] - 0.5L / (k == 0 ? 1 + 0x1p-27L : 1 - 0x1p-27L)), r.items[k].radius);
    EXPECT_LE(r.items[k].radius, 0x1p-52);
  }
  // They are closer than this tolerance: a cluster, as it says.
  EXPECT_EQ(solve(s).status[0], boxes_status::clusters);
  s.equations[0].coefficients[2] = 0.25 + 0x1p-54;
  EXPECT_EQ(solve(s, 1e-9).status[0], boxes_status::complete);
  EXPECT_TRUE(solve(s, 1e-9).items.empty());
}

TEST(BoxesClose, DegreesThatDiffer) {
  // The same in x, with y + z = 1 and y = z: equations are brought to degrees (2,1,1) in double-double too.
  box_system s;
  s.equations = {{{2, 0, 0}, {0.25, -0.25, 0.25 - 0x1p-54}}, {{0, 1, 1}, {-1, 0, 0, 1}}, {{0, 1, 1}, {0, -1, 1, 0}}};
  const boxes_result r = solve(s, 1e-9);
  EXPECT_EQ(r.status[0], boxes_status::complete);
  ASSERT_EQ(r.items.size(), 2u);
  for (int k = 0; k < 2; ++k) {
    EXPECT_LE(std::fabs(r.items[k].x[0] - 0.5L / (k == 0 ? 1 + 0x1p-27L : 1 - 0x1p-27L)), r.items[k].radius);
    EXPECT_LE(r.items[k].radius, 1e-15);
    EXPECT_LE(std::fabs(r.items[k].x[1] - 0.5), r.items[k].radius);
  }
}

TEST(BoxesClose, UncertainCoefficientsHideWhatIsClose) {
  box_system s = circles(0.25, 0x1p-53);
  const std::size_t looks = solve(s).report.boxes_visited;
  for (bernstein_polynomial& f : s.equations) f.error = 1e-14;
  const boxes_result r = solve(s);
  EXPECT_EQ(r.status[0], boxes_status::clusters);
  ASSERT_EQ(r.items.size(), 1u);
  EXPECT_LT(r.report.boxes_visited, 2 * looks);
}

}  // namespace
}  // namespace vieta
