#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "unit/boxes/boxes_systems.hpp"
#include "vieta/boxes.hpp"

namespace vieta {
namespace {

using test::five_roots;
using test::make;

TEST(Boxes, BackendsAndThreadsAgree) {
  std::vector<box_system> systems(3000, five_roots());
  for (std::size_t k = 0; k < systems.size(); ++k)
    for (std::size_t q = 0; q < 2; ++q)
      for (std::size_t j = 0; j < 16; ++j)
        systems[k].equations[q].coefficients[j] += std::sin(static_cast<double>(k * 37 + q * 16 + j));
  boxes_options one, two, scalar;
  one.on.threads = 1;
  two.on.threads = 2;
  scalar.simd = false;
  const boxes_result a = solve_boxes(systems, one), b = solve_boxes(systems, two), c = solve_boxes(systems, scalar);
  ASSERT_EQ(a.items.size(), b.items.size());
  EXPECT_EQ(a.report.boxes_visited, b.report.boxes_visited);
  for (std::size_t k = 0; k < a.items.size(); ++k) {
    EXPECT_EQ(a.items[k].x, b.items[k].x);
    EXPECT_EQ(a.items[k].radius, b.items[k].radius);
  }
  for (std::size_t s = 0; s < systems.size(); ++s) {
    ASSERT_EQ(a.status[s], c.status[s]);
    ASSERT_EQ(a.of(s).size(), c.of(s).size());
    for (std::size_t k = 0; k < a.of(s).size(); ++k)
      for (int i = 0; i < 2; ++i)
        EXPECT_LE(std::fabs(a.of(s)[k].x[i] - c.of(s)[k].x[i]), a.of(s)[k].radius + c.of(s)[k].radius);
  }
}

TEST(Boxes, ClustersAndCurvesKeepTheirBoxesWithThreads) {
  // Circles that cross among some that touch and circles that are the same: pieces of 256 systems are joined.
  using test::circle;
  std::vector<box_system> systems(900, make({circle(0.25, 0.5, 0.0625), circle(0.5, 0.25, 0.0625)}));
  for (std::size_t k = 0; k < systems.size(); k += 7)
    systems[k] = make({circle(0.25, 0.5, 0.0625), circle(0.625, 0.5, 0.015625)});
  for (std::size_t k = 5; k < systems.size(); k += 50)
    systems[k] = make({circle(0.5, 0.5, 0.0625), circle(0.5, 0.5, 0.0625, 3)});
  boxes_options one, three;
  one.on = {where::cpu, 0, 1};
  three.on = {where::cpu, 0, 3};
  one.keep_visited = three.keep_visited = true;
  const boxes_result a = solve_boxes(systems, one), b = solve_boxes(systems, three);
  EXPECT_EQ(a.status, b.status);
  EXPECT_EQ(a.first, b.first);
  EXPECT_EQ(a.polylines, b.polylines);
  EXPECT_EQ(a.report.clusters, b.report.clusters);
  ASSERT_EQ(a.items.size(), b.items.size());
  ASSERT_EQ(a.boxes.size(), b.boxes.size());
  ASSERT_EQ(a.visited.size(), b.visited.size());
  for (std::size_t k = 0; k < a.items.size(); ++k) {
    EXPECT_EQ(a.items[k].x, b.items[k].x);
    EXPECT_EQ(a.items[k].first_box, b.items[k].first_box);
    EXPECT_EQ(a.items[k].boxes, b.items[k].boxes);
    EXPECT_EQ(a.items[k].first_point, b.items[k].first_point);
  }
  for (std::size_t k = 0; k < a.boxes.size(); ++k) EXPECT_EQ(a.boxes[k].lower, b.boxes[k].lower);
  for (std::size_t k = 0; k < a.visited.size(); ++k) EXPECT_EQ(a.visited[k].system, b.visited[k].system);
}

TEST(Boxes, BatchIsTheSameAsSystems) {
  std::vector<double> all;
  std::vector<box_system> systems;
  for (int k = 0; k < 20; ++k) {
    box_system s = five_roots();
    s.equations[0].coefficients[5] += k * 0.1;
    for (const auto& f : s.equations) all.insert(all.end(), f.coefficients.begin(), f.coefficients.end());
    systems.push_back(std::move(s));
  }
  bernstein_batch batch;
  batch.count = 20;
  batch.degrees = {3, 3};
  batch.coefficients = all.data();
  const boxes_result a = solve_boxes(systems), b = solve_boxes(batch);
  ASSERT_EQ(a.items.size(), b.items.size());
  for (std::size_t k = 0; k < a.items.size(); ++k) EXPECT_EQ(a.items[k].x, b.items[k].x);
}

TEST(Boxes, VisitedBoxesNameTheirSystem) {
  const box_system line = make({{{1}, {-1, 3}}});
  const std::vector<box_system> systems = {five_roots(), line, five_roots()};
  boxes_options options;
  options.keep_visited = true;
  const boxes_result r = solve_boxes(systems, options);
  std::array<std::size_t, 3> count{};
  for (const visited_box& v : r.visited) ++count.at(v.system);
  EXPECT_GE(count[0], 20u);
  EXPECT_GE(count[1], 1u);
  EXPECT_EQ(count[2], count[0]);
  EXPECT_EQ(count[0] + count[1] + count[2], r.visited.size());
}

TEST(Boxes, MixedShapesKeepTheirOrder) {
  const box_system line = make({{{1}, {-1, 3}}});
  const std::vector<box_system> systems = {five_roots(), line, five_roots(), line};
  const boxes_result r = solve_boxes(systems);
  ASSERT_EQ(r.status.size(), 4u);
  EXPECT_EQ(r.of(0).size(), 5u);
  EXPECT_EQ(r.of(1).size(), 1u);
  EXPECT_EQ(r.of(2).size(), 5u);
  EXPECT_EQ(r.of(3).size(), 1u);
  EXPECT_EQ(r.report.unique, 12u);
}

}  // namespace
}  // namespace vieta
