#include "vieta/boxes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <vector>

#include "unit/boxes/boxes_systems.hpp"

namespace vieta {
namespace {

using test::five_roots;
using test::make;
using test::solve;

TEST(Boxes, FiveRootsInFewBoxes) {
  const boxes_result r = solve(five_roots());
  ASSERT_EQ(r.status[0], boxes_status::complete);
  ASSERT_EQ(r.items.size(), 5u);
  const double at[5] = {0, 0.36800118271864, 0.43259044547787, 0.7273984120361946, 1};
  for (int k = 0; k < 5; ++k) {
    const box_item& item = r.items[k];
    EXPECT_EQ(item.kind, box_kind::unique);
    EXPECT_NEAR(item.x[0], at[k], 1e-13 + item.radius);
    EXPECT_NEAR(item.x[1], at[k], 1e-13 + item.radius);
    EXPECT_LT(item.radius, 1e-12);
    EXPECT_LT(item.residual, 1e-12);
    EXPECT_EQ(item.on_border, k == 0 || k == 4);
    EXPECT_NE(item.jacobian_sign, 0);
    for (int c = 0; c < 2; ++c) {
      EXPECT_LT(item.lower[c], item.x[c] - item.radius);
      EXPECT_GT(item.upper[c], item.x[c] + item.radius);
    }
  }
  EXPECT_LE(r.report.boxes_visited, 41u);
}

TEST(Boxes, JacobianSigns) {
  // x = 1/2 and y = 1/4: det J = 1; exchanged: -1.
  const bernstein_polynomial x{{1, 0}, {-1, 1}}, y{{0, 1}, {-1, 3}};
  const boxes_result r = solve(make({x, y})), s = solve(make({y, x}));
  ASSERT_EQ(r.items.size(), 1u);
  ASSERT_EQ(s.items.size(), 1u);
  EXPECT_EQ(r.items[0].jacobian_sign, 1);
  EXPECT_EQ(s.items[0].jacobian_sign, -1);
  EXPECT_DOUBLE_EQ(r.items[0].x[0], 0.5);
  EXPECT_DOUBLE_EQ(r.items[0].x[1], 0.25);
}

TEST(Boxes, AnotherBox) {
  box_system s = make({{{1, 0}, {-1, 1}}, {{0, 1}, {-1, 3}}});
  s.box = {{-10, 30}, {1e6, 1e6 + 8}};
  const boxes_result r = solve(s);
  ASSERT_EQ(r.items.size(), 1u);
  EXPECT_NEAR(r.items[0].x[0], 10, r.items[0].radius);
  EXPECT_NEAR(r.items[0].x[1], 1e6 + 2, r.items[0].radius);
  EXPECT_LT(r.items[0].radius, 1e-8);
  EXPECT_GE(r.items[0].radius, 1e-11);  // the place's own rounding, 1e6 u, is in it
}

TEST(Boxes, OneVariable) {
  // T3 on [0, 1]: roots (1 + cos((2k + 1) pi / 6)) / 2.
  const boxes_result r = solve(make({{{3}, {-1, 5, -5, 1}}}));
  ASSERT_EQ(r.status[0], boxes_status::complete);
  ASSERT_EQ(r.items.size(), 3u);
  EXPECT_NEAR(r.items[0].x[0], 0.5 - std::sqrt(3) / 4, 1e-15);
  EXPECT_NEAR(r.items[1].x[0], 0.5, 1e-15);
  EXPECT_NEAR(r.items[2].x[0], 0.5 + std::sqrt(3) / 4, 1e-15);
}

TEST(Boxes, FourVariables) {
  // x_k = (k + 1) / 8, mixed by a matrix.
  std::vector<bernstein_polynomial> equations;
  for (int q = 0; q < 4; ++q) {
    bernstein_polynomial f{{1, 1, 1, 1}, {}};
    for (int j = 0; j < 16; ++j) {
      double value = 0;
      for (int k = 0; k < 4; ++k) value += (q == k ? 4 : 1) * ((j >> (3 - k) & 1) - (k + 1) / 8.0);
      f.coefficients.push_back(value);
    }
    equations.push_back(f);
  }
  const boxes_result r = solve(make(equations));
  ASSERT_EQ(r.items.size(), 1u);
  for (int k = 0; k < 4; ++k) EXPECT_NEAR(r.items[0].x[k], (k + 1) / 8.0, 1e-14);
  EXPECT_EQ(r.items[0].jacobian_sign, 1);
}

TEST(Boxes, BudgetEndsASystem) {
  boxes_options options;
  options.max_boxes = 10;
  const boxes_result r = solve(five_roots(), options);
  EXPECT_EQ(r.status[0], boxes_status::budget);
  // Nothing is lost: each root is in an item.
  for (const double x : {0.0, 0.36800118271864, 0.43259044547787, 0.7273984120361946, 1.0}) {
    int count = 0;
    for (const box_item& item : r.items)
      for (std::size_t b = 0; b < std::max<std::size_t>(1, item.boxes); ++b) {
        if (item.kind == box_kind::unique)
          count += std::fabs(item.x[0] - x) < 1e-10;
        else
          count += r.boxes[item.first_box + b].lower[0] <= x && x <= r.boxes[item.first_box + b].upper[0] &&
                   r.boxes[item.first_box + b].lower[1] <= x && x <= r.boxes[item.first_box + b].upper[1];
      }
    EXPECT_GE(count, 1) << x;
  }
}

TEST(Boxes, CancelledBeforeItBegins) {
  const std::atomic<bool> cancel = true;
  boxes_options options;
  options.cancel = &cancel;
  const std::vector<box_system> systems(3, five_roots());
  const boxes_result r = solve_boxes(systems, options);
  ASSERT_EQ(r.status.size(), 3u);
  for (const boxes_status s : r.status) EXPECT_EQ(s, boxes_status::budget);
  EXPECT_EQ(r.items.size(), 3u);
  EXPECT_EQ(r.report.stopped_by, "cancelled");
}

TEST(Boxes, ConstantEquationHasNoRoot) {
  const boxes_result r = solve(make({{{0, 0}, {1}}, {{1, 0}, {-1, 1}}}));
  EXPECT_EQ(r.status[0], boxes_status::complete);
  EXPECT_TRUE(r.items.empty());
}

TEST(Boxes, SizesOfCoefficientsDoNotMatter) {
  for (const double scale : {1e-300, 1e-308, 1e300, 3.0}) {
    box_system s = five_roots();
    for (double& c : s.equations[0].coefficients) c *= scale;
    const boxes_result r = solve(s);
    EXPECT_EQ(r.status[0], boxes_status::complete) << scale;
    EXPECT_EQ(r.items.size(), 5u) << scale;
  }
}

TEST(Boxes, ErrorsOfCoefficientsCount) {
  box_system s = make({{{1}, {-1, 1}, 1e-3}});
  const boxes_result r = solve(s);
  ASSERT_EQ(r.items.size(), 1u);
  EXPECT_EQ(r.items[0].kind, box_kind::unique);
  EXPECT_GT(r.items[0].radius, 0.5e-3);
  EXPECT_LT(r.items[0].radius, 2e-3);
  s.equations[0].coefficients = {0.5e-3, 1};
  EXPECT_NE(solve(s).items.size(), 0u);  // it may be on the border
  s.equations[0].coefficients = {2e-3, 1};
  EXPECT_EQ(solve(s).items.size(), 0u);
}

TEST(Boxes, ConditionsFilter) {
  box_system s = five_roots();
  s.positive = {{{1, 0}, {-0.4, 0.6}}};  // x > 0.4
  const boxes_result r = solve(s);
  EXPECT_EQ(r.status[0], boxes_status::complete);
  ASSERT_EQ(r.items.size(), 3u);
  EXPECT_NEAR(r.items[0].x[0], 0.43259044547787, 1e-12);
  EXPECT_FALSE(r.items[0].condition_undecided);
  s.positive = {{{1, 0}, {0, 1}}};  // x > 0: undecided at the corner
  EXPECT_EQ(solve(s).items.size(), 5u);
  EXPECT_TRUE(solve(s).items[0].condition_undecided);
  EXPECT_EQ(solve(s).status[0], boxes_status::conditions);
  EXPECT_EQ(solve(s).report.complete, 0u);
}

}  // namespace
}  // namespace vieta
