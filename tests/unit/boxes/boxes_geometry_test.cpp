#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "vieta/error.hpp"
#include "vieta/geometry.hpp"
#include "vieta/sampled_mesh.hpp"

namespace vieta {
namespace {

boxes_result solve(const box_system& s) { return solve_boxes(std::span(&s, 1)); }

TEST(BoxesGeometry, CurvesCross) {
  const bezier_curve a{3, 2, {0, 0, 0.4, 2, 0.6, -1, 1, 1}}, b{3, 2, {0, 0.8, 0.5, -1, 0.5, 2, 1, 0.2}};
  const boxes_result r = solve(curve_curve_system(a, b));
  EXPECT_EQ(r.status[0], boxes_status::complete);
  ASSERT_GE(r.items.size(), 1u);
  for (const box_item& item : r.items) {
    const auto p = point_of(a, item.x[0]), q = point_of(b, item.x[1]);
    EXPECT_NEAR(p[0], q[0], 1e-13);
    EXPECT_NEAR(p[1], q[1], 1e-13);
  }
}

TEST(BoxesGeometry, PointsOfCurves) {
  EXPECT_EQ(point_of({2, 2, {0, 0, 1, 2, 2, 0}}, 0.5), (std::vector<double>{1, 1}));
  EXPECT_EQ(point_of({1, 3, {0, 0, 0, 1, 2, 4}}, 0.25), (std::vector<double>{0.25, 0.5, 1}));
  const bezier_curve arc{2, 2, {1, 0, 1, 1, 0, 1}, {1, std::sqrt(0.5), 1}};
  for (const double t : {0.0, 0.1, 0.7, 1.0})
    EXPECT_NEAR(std::hypot(point_of(arc, t)[0], point_of(arc, t)[1]), 1, 1e-15);
  EXPECT_THROW((void)point_of({2, 2, {0, 0, 1, 1}}, 0.5), error);
  EXPECT_THROW((void)point_of({1, 2, {0, 0, 1, 1}, {1}}, 0.5), error);
}

TEST(BoxesGeometry, RationalArcsCross) {
  // The quarter of the unit circle, and the line x = y.
  const bezier_curve arc{2, 2, {1, 0, 1, 1, 0, 1}, {1, std::sqrt(0.5), 1}}, line{1, 2, {0, 0, 1, 1}};
  const boxes_result r = solve(curve_curve_system(arc, line));
  ASSERT_EQ(r.items.size(), 1u);
  EXPECT_NEAR(r.items[0].x[0], 0.5, 1e-14);
  EXPECT_NEAR(r.items[0].x[1], std::sqrt(0.5), 1e-14);
}

TEST(BoxesGeometry, SmallCurvesCrossWhereLargeOnesDo) {
  // Products of weights vanish, or of control points.
  const bezier_curve a{1, 2, {0, 0, 0.31, 0.77}, {1, 1}}, b{1, 2, {0, 0.7, 0.93, 0.11}, {1, 1}};
  for (const double weight : {1e-161, 1e-310, 1e200}) {
    bezier_curve light = a, other = b;
    light.weights.assign(2, weight);
    other.weights.assign(2, weight);
    const boxes_result r = solve(curve_curve_system(light, other));
    ASSERT_EQ(r.items.size(), 1u) << weight;
    EXPECT_NEAR(r.items[0].x[0], 21.0 / 29, r.items[0].radius) << weight;
    EXPECT_NEAR(r.items[0].x[1], 7.0 / 29, r.items[0].radius) << weight;
    EXPECT_LT(r.items[0].radius, 1e-13) << weight;
  }
  for (int exponent = -1000; exponent > -1074; --exponent) {
    bezier_curve small = a, other = b;
    for (bezier_curve* c : {&small, &other}) {
      c->weights = {1, 3};
      for (double& x : c->control) x = std::ldexp(std::round(x * 64), exponent);
    }
    // Lines from (0, 0) to (20, 49) and from (0, 45) to (60, 7) in units of 2^exponent.
    const boxes_result r = solve(curve_curve_system(small, other));
    const double p = 45.0 / (49 + 38.0 / 3);  // the part of the first line, the second's is a third of it
    const double s = p / (3 - 2 * p), t = p / 3 / (3 - 2 * p / 3);
    int count = 0;
    for (const box_item& item : r.items)
      count += item.kind == box_kind::unique
                   ? std::fabs(item.x[0] - s) <= item.radius && std::fabs(item.x[1] - t) <= item.radius
                   : item.lower[0] <= s && s <= item.upper[0] && item.lower[1] <= t && t <= item.upper[1];
    EXPECT_GE(count, 1) << exponent;
  }
}

TEST(BoxesGeometry, RaysSeeTheirFrontOnly) {
  const bezier_surface square{1, 1, 3, {0, 0, 0, 0, 1, 0, 1, 0, 0, 1, 1, 0}};
  const boxes_result hit = solve(ray_patch_system({0.25, 0.75, 2}, {0, 0, -1}, square));
  ASSERT_EQ(hit.items.size(), 1u);
  EXPECT_NEAR(hit.items[0].x[0], 0.25, 1e-14);
  EXPECT_NEAR(hit.items[0].x[1], 0.75, 1e-14);
  EXPECT_TRUE(solve(ray_patch_system({0.25, 0.75, 2}, {0, 0, 1}, square)).items.empty());
  EXPECT_TRUE(solve(ray_patch_system({1.25, 0.75, 2}, {0, 0, -1}, square)).items.empty());
}

TEST(BoxesGeometry, ClosestPointOfAPatch) {
  const bezier_surface square{1, 1, 3, {0, 0, 0, 0, 1, 0, 1, 0, 0, 1, 1, 0}};
  const boxes_result r = solve(closest_point_system({0.3, 0.6, 5}, square));
  ASSERT_EQ(r.items.size(), 1u);
  EXPECT_NEAR(r.items[0].x[0], 0.3, 1e-14);
  EXPECT_NEAR(r.items[0].x[1], 0.6, 1e-14);
}

TEST(BoxesGeometry, BisectorHasThePublishedDegreesAndEqualDistances) {
  const box_system s = example_bisector();
  EXPECT_EQ(s.equations[0].degrees, (std::vector<int>{7, 7, 3, 2}));
  EXPECT_EQ(s.equations[1].degrees, (std::vector<int>{7, 7, 2, 3}));
  const std::vector<std::size_t> samples = {7, 5, 0, 0};
  const std::vector<box_system> all = slices(s, samples);
  const boxes_result r = solve_boxes(all);
  EXPECT_EQ(r.report.complete, 35u);
  for (std::size_t k = 0; k < all.size(); ++k)
    for (const box_item& item : r.of(k)) {
      const auto c = example_bisector_centre(all[k].fixed[0].second, all[k].fixed[1].second, item.x[0], item.x[1]);
      // The second patch is the plane z = 0: its foot is right below the centre.
      EXPECT_NEAR(c[0], -0.6 + 2.2 * item.x[0], 1e-10);
      EXPECT_NEAR(c[1], -0.6 + 2.2 * item.x[1], 1e-10);
    }
  const sampled_mesh mesh = join_slices(samples, all, r);
  EXPECT_EQ(mesh.points.size(), 35u);
  EXPECT_EQ(mesh.quads.size(), 24u);
  std::ostringstream out;
  write_mesh(out, mesh, mesh_format::obj);
  EXPECT_NE(out.str().find("\nf 1 2 7 6\n"), std::string::npos);
}

TEST(BoxesGeometry, LinesBreakWhereTheNumberOfSolutionsChanges) {
  // x^2 = u on [-1, 1]: none for u < 0, two above.
  box_system s;
  s.variables = {"u", "x"};
  s.box = {{-1, 1.02}, {-2, 2}};
  s.equations = {{{1, 2}, {5, -3, 5, 2.98, -5.02, 2.98}}};
  const std::vector<box_system> all = slices(s, {102, 0});
  const boxes_result r = solve_boxes(all);
  const sampled_mesh mesh = join_slices({102, 0}, all, r);
  EXPECT_EQ(mesh.lines.size(), mesh.points.size() - 2);
  EXPECT_GT(mesh.points.size(), 90u);
}

TEST(BoxesGeometry, MisuseIsRefused) {
  EXPECT_THROW((void)curve_curve_system({3, 2, {0, 0}}, {1, 2, {0, 0, 1, 1}}), error);
  EXPECT_THROW((void)curve_curve_system({1, 3, {0, 0, 0, 1, 1, 1}}, {1, 2, {0, 0, 1, 1}}), error);
  EXPECT_THROW((void)ray_patch_system({0, 0, 0}, {0, 0, 0}, {1, 1, 3, std::vector<double>(12, 1.0)}), error);
  EXPECT_THROW((void)join_slices({2, 2, 2}, {}, {}), error);
  EXPECT_THROW((void)closest_point_system({}, bezier_curve{1, 0, {}}), error);
  EXPECT_THROW((void)closest_point_system({}, bezier_surface{1, 1, 0, {}}), error);
  const bezier_surface steep{20, 0, 3, std::vector<double>(63, 1.0)}, plane{1, 1, 3, std::vector<double>(12, 1.0)};
  EXPECT_THROW((void)bisector_system(steep, plane), error);  // equations of degree 79
  EXPECT_THROW((void)mesh_format_of("a.stl"), error);
}

}  // namespace
}  // namespace vieta
