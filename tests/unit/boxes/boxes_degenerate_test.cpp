#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "unit/boxes/boxes_data.hpp"
#include "unit/boxes/boxes_systems.hpp"
#include "vieta/boxes.hpp"

namespace vieta {
namespace {

using test::circle;
using test::five_roots;
using test::make;
using test::solve;

TEST(Boxes, NoRootIsProven) {
  const boxes_result r = solve(make({circle(0.5, 0.5, 0.0625), circle(0.5, 0.5, 0.0626)}));
  EXPECT_EQ(r.status[0], boxes_status::complete);
  EXPECT_TRUE(r.items.empty());
}

TEST(Boxes, TouchingCirclesAreOneClusterOfDegreeZero) {
  // At (1/2, 1/2), a corner of the first halves, and at (0.5625, 0.5), which is none soon.
  for (const double at : {0.5, 0.5625}) {
    const boxes_result r = solve(make({circle(at - 0.25, 0.5, 0.0625), circle(at + 0.125, 0.5, 0.015625)}));
    EXPECT_EQ(r.status[0], boxes_status::clusters);
    ASSERT_EQ(r.items.size(), 1u);
    EXPECT_EQ(r.items[0].kind, box_kind::cluster);
    EXPECT_TRUE(test::holds(r.items[0], {at, 0.5}, 2, 0));
    EXPECT_LT(r.items[0].radius, 1e-6);
    EXPECT_TRUE(r.items[0].degree_known);
    EXPECT_EQ(r.items[0].degree, 0);
    EXPECT_LT(r.report.boxes_visited, 1000u);
  }
}

TEST(Boxes, TripleRootHasADegree) {
  // y = (x - 1/4)^3 and y = 0, on [-1, 1] in y.
  box_system s = make({{{3, 1}, {}}, {{0, 1}, {-1, 1}}});
  const double cubic[4] = {-1.0 / 64, 3.0 / 64, -9.0 / 64, 27.0 / 64};
  for (const double c : cubic)
    for (const double y : {-1.0, 1.0}) s.equations[0].coefficients.push_back(y - c);
  s.box = {{0, 1}, {-1, 1}};
  const boxes_result r = solve(s);
  ASSERT_EQ(r.items.size(), 1u);
  EXPECT_EQ(r.items[0].kind, box_kind::cluster);
  EXPECT_TRUE(r.items[0].degree_known);
  EXPECT_EQ(std::abs(r.items[0].degree), 1);
  EXPECT_TRUE(test::holds(r.items[0], {0.25, 0}, 2, 0));
}

TEST(Boxes, DegreeInThreeVariables) {
  // z = (x - 1/4)^3, y = 1/2, z = 0: a triple root of degree -1 or 1; and (x - 1/4)^2: degree 0.
  const double cubic[4] = {-1.0 / 64, 3.0 / 64, -9.0 / 64, 27.0 / 64}, square[3] = {1.0 / 16, -3.0 / 16, 9.0 / 16};
  for (const int power : {2, 3}) {
    bernstein_polynomial f{{power, 0, 1}, {}};
    for (int i = 0; i <= power; ++i)
      for (const double z : {-1.0, 1.0}) f.coefficients.push_back(z - (power == 3 ? cubic : square)[i]);
    const boxes_result r = solve(make({f, {{0, 1, 0}, {-1, 1}}, {{0, 0, 1}, {-1, 1}}}));
    ASSERT_EQ(r.items.size(), 1u);
    EXPECT_EQ(r.items[0].kind, box_kind::cluster);
    EXPECT_TRUE(r.items[0].degree_known);
    EXPECT_EQ(std::abs(r.items[0].degree), power == 3 ? 1 : 0);
  }
}

TEST(Boxes, SameCircleTwiceIsACurve) {
  const boxes_result r = solve(make({circle(0.5, 0.5, 0.0625), circle(0.5, 0.5, 0.0625, 3)}));
  EXPECT_EQ(r.status[0], boxes_status::positive_dim);
  ASSERT_EQ(r.items.size(), 1u);
  const box_item& item = r.items[0];
  EXPECT_EQ(item.kind, box_kind::curve);
  EXPECT_LE(item.lower[0], 0.25);
  EXPECT_NEAR(item.lower[0], 0.25, 0.02);
  EXPECT_GE(item.upper[0], 0.75);
  EXPECT_NEAR(item.upper[0], 0.75, 0.02);
  EXPECT_LT(r.report.boxes_visited, 2000u);
  ASSERT_GT(item.points, 20u);
  double longest = 0, least = 1, most = 0;
  for (std::size_t k = 0; k < item.points; ++k) {
    const auto& p = r.polylines[item.first_point + k];
    EXPECT_NEAR(std::hypot(p[0] - 0.5, p[1] - 0.5), 0.25, 1e-6);
    least = std::min(least, p[0]);
    most = std::max(most, p[0]);
    if (k > 0) {
      const auto& o = r.polylines[item.first_point + k - 1];
      longest = std::max(longest, std::hypot(p[0] - o[0], p[1] - o[1]));
    }
  }
  EXPECT_LT(longest, 0.1);  // a walk, no jumps
  EXPECT_NEAR(least, 0.25, 0.02);
  EXPECT_NEAR(most, 0.75, 0.02);
}

TEST(Boxes, ACurveIsTheSameForAnyNumberOfLanes) {
  const std::vector<box_system> curves = {make({circle(0.5, 0.5, 0.0625), circle(0.5, 0.5, 0.0625, 3)}),
                                          make({circle(0.4, 0.55, 0.03), circle(0.4, 0.55, 0.03, -2)})};
  for (const auto& system : curves) {
    boxes_options one_at_a_time;
    one_at_a_time.simd = false;
    const boxes_result lanes = solve(system), single = solve(system, one_at_a_time);
    ASSERT_EQ(lanes.items.size(), 1u);
    ASSERT_EQ(single.items.size(), 1u);
    EXPECT_EQ(lanes.report.boxes_visited, single.report.boxes_visited);
    for (int k = 0; k < 2; ++k) {
      EXPECT_EQ(lanes.items[0].lower[k], single.items[0].lower[k]);
      EXPECT_EQ(lanes.items[0].upper[k], single.items[0].upper[k]);
    }
  }
}

TEST(Boxes, SharedCurveBesideAPoint) {
  // x (x - y) = 0 and x (x + y - 1) = 0: the line x = 0, and the point (1/2, 1/2).
  const bernstein_polynomial f{{2, 1}, {0, 0, 0, -0.5, 1, 0}}, g{{2, 1}, {0, 0, -0.5, 0, 0, 1}};
  const boxes_result r = solve(make({f, g}));
  EXPECT_EQ(r.status[0], boxes_status::positive_dim);
  int curves = 0, points = 0;
  for (const box_item& item : r.items) {
    curves += item.kind == box_kind::curve;
    if (item.kind == box_kind::unique) {
      ++points;
      EXPECT_NEAR(item.x[0], 0.5, 1e-14);
      EXPECT_NEAR(item.x[1], 0.5, 1e-14);
    }
  }
  EXPECT_EQ(curves, 1);
  EXPECT_EQ(points, 1);
}

TEST(Boxes, CurveInThreeVariables) {
  // Two equations alike: a line in space.
  const bernstein_polynomial f{{1, 1, 0}, {-1, 0.25, 0.25, 1}}, g{{0, 0, 1}, {-0.5, 0.5}};
  const boxes_result r = solve(make({f, f, g}));
  EXPECT_EQ(r.status[0], boxes_status::positive_dim);
  ASSERT_EQ(r.items.size(), 1u);
  EXPECT_EQ(r.items[0].kind, box_kind::curve);
}

TEST(Boxes, OneVariableHasNoCurves) {
  // The error hides the sign everywhere.
  const boxes_result r = solve(make({{{1}, {-1e-3, 1e-3}, 1}}));
  EXPECT_EQ(r.status[0], boxes_status::clusters);
  ASSERT_EQ(r.items.size(), 1u);
  EXPECT_EQ(r.items[0].kind, box_kind::cluster);
  EXPECT_TRUE(test::holds(r.items[0], {0.5}, 1, 0));
}

TEST(Boxes, KantorovichNeedsSimpleSolutionsInside) {
  boxes_options options;
  options.method = boxes_method::kantorovich;
  // Touching circles: the published test, with a Lipschitz constant that is too small, proves a root here.
  const boxes_result r = solve(make({circle(0.3125, 0.5, 0.0625), circle(0.6875, 0.5, 0.015625)}), options);
  EXPECT_EQ(r.report.unique, 0u);
  EXPECT_GE(r.items.size(), 1u);
  // Corners of the domain stay undecided; the three others are found.
  const boxes_result five = solve(five_roots(), options);
  EXPECT_EQ(five.report.unique, 3u);
  EXPECT_EQ(five.items.size(), 5u);
}

TEST(Boxes, NormalCones) {
  boxes_options options;
  options.method = boxes_method::normal_cone;
  const boxes_result r = solve(five_roots(), options);
  EXPECT_EQ(r.report.unique, 5u);
  EXPECT_EQ(r.status[0], boxes_status::complete);
}

TEST(Boxes, DivisionLeavesMemory) {
  // A plane in space, with 4096 boxes for each that is looked at.
  boxes_options options;
  options.method = boxes_method::normal_cone;
  options.subdivision = 16;
  const bernstein_polynomial f{{1, 1, 0}, {0, -1, 1, 0}};
  const boxes_result r = solve(make({f, f, f}), options);
  EXPECT_EQ(r.status[0], boxes_status::budget);
  EXPECT_EQ(r.report.stopped_by, "");
  EXPECT_LE(r.boxes.size(), std::size_t{1} << 20);
  ASSERT_EQ(r.items.size(), 1u);
  EXPECT_EQ(r.items[0].kind, box_kind::unresolved);
  for (const double at : {0.0, 0.3, 1.0}) {
    const auto holds = [&](const solution_box& b) {
      return b.lower[0] <= at && at <= b.upper[0] && b.lower[1] <= at && at <= b.upper[1];
    };
    EXPECT_TRUE(std::any_of(r.boxes.begin(), r.boxes.end(), holds)) << at;
  }
}

TEST(Boxes, SmallestToleranceEnds) {
  boxes_options options;
  options.tolerance = 1e-14;
  // Touching circles, and a pair of solutions 5e-8 apart, which takes more than double.
  const boxes_result r = solve(make({circle(0.25, 0.5, 0.0625), circle(0.625, 0.5, 0.015625)}), options);
  EXPECT_EQ(r.report.unique, 0u);
  EXPECT_GE(r.items.size(), 1u);
  EXPECT_LT(r.report.boxes_visited, 20000u);
  int count = 0;
  for (const box_item& item : r.items) count += test::holds(item, {0.5, 0.5}, 2, 0);
  EXPECT_GE(count, 1);
  const boxes_result pair = solve(make({circle(0.25, 0.5, 0.0625), circle(0.625, 0.5, 0.015625 + 1e-15)}), options);
  EXPECT_EQ(pair.status[0], boxes_status::complete);
  EXPECT_EQ(pair.report.unique, 2u);
  EXPECT_LT(pair.report.boxes_visited, 20000u);
}

}  // namespace
}  // namespace vieta
