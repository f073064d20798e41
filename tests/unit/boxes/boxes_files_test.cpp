// Files of systems whose solutions are known: none lost, none invented, in no more boxes than were measured.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "unit/boxes/boxes_data.hpp"
#include "vieta/boxes.hpp"

namespace vieta {
namespace {

using test::expect_roots;

TEST(BoxesFiles, RandomBicubics) {
  std::vector<box_system> systems;
  if (!test::read_systems("rand33.txt", systems)) GTEST_SKIP() << "SKIPPED: no VIETA_TEST_DATA";
  const auto truth = test::read_roots("truth_rand33.txt", systems.size(), 2);
  const boxes_result r = solve_boxes(systems);
  EXPECT_EQ(r.report.complete, 1024u);
  EXPECT_EQ(r.report.unique, 1545u);
  EXPECT_EQ(r.items.size(), 1545u);
  for (std::size_t k = 0; k < systems.size(); ++k) expect_roots(r, k, 2, truth[k], 1e-15);
  EXPECT_LE(r.report.boxes_visited, 21 * systems.size());
}

TEST(BoxesFiles, OtherMethodsFindTheSame) {
  std::vector<box_system> systems;
  if (!test::read_systems("rand33.txt", systems)) GTEST_SKIP() << "SKIPPED: no VIETA_TEST_DATA";
  const auto truth = test::read_roots("truth_rand33.txt", systems.size(), 2);
  std::size_t visits = solve_boxes(systems).report.boxes_visited;
  for (const boxes_method method : {boxes_method::kantorovich, boxes_method::normal_cone})
    for (const int pieces : {2, 8}) {
      boxes_options options;
      options.method = method;
      options.subdivision = pieces;
      const boxes_result r = solve_boxes(systems, options);
      EXPECT_EQ(r.items.size(), 1545u) << name(method) << ' ' << pieces;
      for (std::size_t k = 0; k < systems.size(); ++k) expect_roots(r, k, 2, truth[k], 1e-15);
      EXPECT_GT(r.report.boxes_visited, 2 * visits);
    }
}

TEST(BoxesFiles, LevelSetsAndSplinePieces) {
  for (const auto& [name, roots, count] :
       {std::tuple("level33.txt", "level33.roots.txt", 670u), std::tuple("bspl33.txt", "bspl33.roots.txt", 200u)}) {
    std::vector<box_system> systems;
    if (!test::read_systems(name, systems)) GTEST_SKIP() << "SKIPPED: no VIETA_TEST_DATA";
    const auto truth = test::read_roots(roots, systems.size(), 2);
    const boxes_result r = solve_boxes(systems);
    EXPECT_EQ(r.report.complete, systems.size());
    EXPECT_EQ(r.items.size(), count);
    for (std::size_t k = 0; k < systems.size(); ++k) expect_roots(r, k, 2, truth[k], 1e-13);
  }
}

TEST(BoxesFiles, DegenerateSystems) {
  std::vector<box_system> systems;
  if (!test::read_systems("degen.txt", systems)) GTEST_SKIP() << "SKIPPED: no VIETA_TEST_DATA";
  const boxes_result r = solve_boxes(systems);
  ASSERT_EQ(systems.size(), 14u);
  const auto count = [&](std::size_t system, box_kind kind) {
    const auto items = r.of(system);
    return std::count_if(items.begin(), items.end(), [&](const box_item& i) { return i.kind == kind; });
  };
  const std::array<std::array<int, 3>, 14> expected = {{{0, 1, 0},    // touching circles at a corner of halves
                                                        {0, 1, 0},    // touching circles elsewhere
                                                        {0, 0, 1},    // identical circles
                                                        {1, 0, 1},    // a common line and a point
                                                        {2, 0, 0},    // corners
                                                        {1, 0, 0},    // at a corner of halves
                                                        {1, 0, 0},    // on an edge of halves
                                                        {2, 1, 0},    // a node and an ellipse
                                                        {0, 1, 0},    // triple
                                                        {2, 0, 0},    // 2e-6 apart
                                                        {0, 0, 0},    // a near miss by 1e-12
                                                        {2, 0, 0},    // 2e-4 apart
                                                        {9, 0, 0},    // T3
                                                        {7, 0, 0}}};  // symmetric
  for (std::size_t k = 0; k < 14; ++k) {
    EXPECT_EQ(count(k, box_kind::unique), expected[k][0]) << k;
    EXPECT_EQ(count(k, box_kind::cluster), expected[k][1]) << k;
    EXPECT_EQ(count(k, box_kind::curve), expected[k][2]) << k;
    EXPECT_EQ(count(k, box_kind::unresolved), 0) << k;
    EXPECT_EQ(r.status[k], expected[k][2] > 0   ? boxes_status::positive_dim
                           : expected[k][1] > 0 ? boxes_status::clusters
                                                : boxes_status::complete)
        << k;
  }
  // Roots at corners of the domain are proven there; pairs 2e-6 and 2e-4 apart are told apart.
  for (const box_item& item : r.of(4)) EXPECT_TRUE(item.on_border);
  EXPECT_NEAR(r.of(9)[1].x[0] - r.of(9)[0].x[0], 2e-6, 1e-8);
  EXPECT_NEAR(r.of(11)[1].x[0] - r.of(11)[0].x[0], 2e-4, 1e-8);
  EXPECT_LE(r.report.most_visited, 2000u);
}

}  // namespace
}  // namespace vieta
