// Curves of solutions: what C++ sees of them. tests/cli/verbs/curves_test.py holds many of them against other sources.
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "vieta/boxes.hpp"
#include "vieta/boxes_io.hpp"
#include "vieta/error.hpp"
#include "vieta/geometry.hpp"
#include "vieta/sampled_mesh.hpp"

namespace vieta {
namespace {

box_system circle() {
  const std::string equations[] = {"x^2 + y^2 = 1"};
  return parse_box_system({"x", "y"}, {{-2, 2}, {-2, 2}}, equations);
}

TEST(Curves, ACircleIsOneClosedCurve) {
  const box_system system = circle();
  EXPECT_EQ(system.dimension(), 2u);
  const boxes_result r = solve_boxes({&system, 1});
  ASSERT_EQ(r.status[0], boxes_status::complete);
  ASSERT_EQ(r.items.size(), 1u);
  const box_item& item = r.items[0];
  ASSERT_EQ(item.trace, 0);
  const traced_curve& trace = r.traced[0];
  EXPECT_EQ(trace.begins, curve_end::closed);
  EXPECT_EQ(trace.ends, curve_end::closed);
  EXPECT_LE(trace.least_length, 2 * M_PI);
  EXPECT_GE(trace.most_length, 2 * M_PI);
  EXPECT_GT(trace.least_length, 0.9 * trace.most_length * 0.9);
  EXPECT_EQ(item.points, item.boxes + 1);
  EXPECT_LT(item.boxes, 100u);
  EXPECT_LT(r.report.boxes_visited, 2000u);
  for (std::size_t b = 0; b < item.boxes; ++b) {
    const solution_box& box = r.boxes[item.first_box + b];
    const std::size_t k = r.axes[trace.first_axis + b], other = 1 - k;
    // One of the two points of the circle above each t, and it is inside.
    for (const double t : {box.lower[k], (box.lower[k] + box.upper[k]) / 2, box.upper[k]}) {
      const double y = std::sqrt(1 - t * t);
      const auto inside = [&](double at) { return box.lower[other] < at && at < box.upper[other]; };
      EXPECT_NE(inside(y), inside(-y));
    }
  }
  const auto first = r.polylines[item.first_point], last = r.polylines[item.first_point + item.points - 1];
  EXPECT_EQ(first, last);
}

TEST(Curves, ResultsOfManySystemsStandSideBySide) {
  const std::string points[] = {"x^2 + y^2 = 1", "x = y"};
  const std::vector<box_system> systems = {circle(), parse_box_system({"x", "y"}, {{-2, 2}, {-2, 2}}, points),
                                           circle()};
  boxes_options options;
  options.on.threads = 2;
  const boxes_result r = solve_boxes(systems, options);
  EXPECT_EQ(r.report.complete, 3u);
  EXPECT_EQ(r.report.curves, 2u);
  EXPECT_EQ(r.report.unique, 2u);
  ASSERT_EQ(r.of(0).size(), 1u);
  ASSERT_EQ(r.of(1).size(), 2u);
  ASSERT_EQ(r.of(2).size(), 1u);
  const box_item &a = r.of(0)[0], &b = r.of(2)[0];
  EXPECT_NE(a.trace, b.trace);
  for (std::size_t k = 0; k < a.boxes; ++k) {
    EXPECT_EQ(r.boxes[a.first_box + k].lower, r.boxes[b.first_box + k].lower);
    EXPECT_EQ(r.axes[r.traced[static_cast<std::size_t>(a.trace)].first_axis + k],
              r.axes[r.traced[static_cast<std::size_t>(b.trace)].first_axis + k]);
  }
  std::ostringstream text;
  print(text, systems, r);
  EXPECT_NE(text.str().find("closed"), std::string::npos);
  const sampled_mesh mesh = curve_lines(systems, r);
  EXPECT_EQ(mesh.points.size(), a.points + b.points);
  EXPECT_EQ(mesh.lines.size(), a.boxes + b.boxes);
}

TEST(Curves, TwoPatches) {
  // z = u^2 + v^2 over the square, rational weights on the plane z = 1/2, which change nothing of where it lies.
  bezier_surface bowl{2, 2, 3, {}};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      bowl.control.insert(bowl.control.end(), {i / 2.0, j / 2.0, (i == 2 ? 1.0 : 0.0) + (j == 2 ? 1.0 : 0.0)});
  bezier_surface plane{1, 1, 3, {-1, -1, 0.5, -1, 2, 0.5, 2, -1, 0.5, 2, 2, 0.5}, {1, 2, 3, 1}};
  const box_system system = surface_surface_system(bowl, plane);
  EXPECT_EQ(system.dimension(), 4u);
  EXPECT_EQ(system.equations.size(), 3u);
  const boxes_result r = solve_boxes({&system, 1});
  ASSERT_EQ(r.status[0], boxes_status::complete);
  ASSERT_EQ(r.items.size(), 1u);
  EXPECT_EQ(r.traced[0].begins, curve_end::border);
  EXPECT_EQ(r.traced[0].ends, curve_end::border);
  for (std::size_t k = 0; k < r.items[0].points; ++k) {
    const auto& p = r.polylines[r.items[0].first_point + k];
    EXPECT_NEAR(p[0] * p[0] + p[1] * p[1], 0.5, 1e-12);
  }
  plane.dimension = 2;
  EXPECT_THROW(surface_surface_system(bowl, plane), error);
}

TEST(Curves, WhatIsRefused) {
  box_system system = circle();
  boxes_options options;
  options.method = boxes_method::kantorovich;
  EXPECT_THROW(solve_boxes({&system, 1}, options), error);
  system.positive = system.equations;
  EXPECT_THROW(solve_boxes({&system, 1}), error);
  std::atomic<bool> cancel = true;
  options = {};
  options.cancel = &cancel;
  system = circle();
  const boxes_result r = solve_boxes({&system, 1}, options);
  EXPECT_EQ(r.status[0], boxes_status::budget);
  EXPECT_EQ(r.report.stopped_by, "cancelled");
}

}  // namespace
}  // namespace vieta
