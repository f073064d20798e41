// What a search leaves, and where the time ends it.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "boxes/leftovers/leftovers.hpp"
#include "boxes/schedule.hpp"
#include "unit/boxes/boxes_systems.hpp"

namespace vieta {
namespace {

using boxes::cell;
using boxes::connected_groups;
using boxes::leaf;

bool never() { return false; }

/// Number of groups, by looking at all pairs again and again.
std::size_t slow_count(int n, const std::vector<leaf>& leaves, std::vector<std::size_t>& group) {
  group.assign(leaves.size(), leaves.size());
  std::size_t count = 0;
  for (std::size_t k = 0; k < leaves.size(); ++k) {
    if (group[k] < leaves.size()) continue;
    std::vector<std::size_t> todo = {k};
    group[k] = count;
    while (!todo.empty()) {
      const std::size_t a = todo.back();
      todo.pop_back();
      for (std::size_t b = 0; b < leaves.size(); ++b)
        if (group[b] == leaves.size() && !boxes::apart(n, leaves[a].box, leaves[b].box)) {
          group[b] = count;
          todo.push_back(b);
        }
    }
    ++count;
  }
  return count;
}

TEST(BoxesLeftovers, GroupsAreThoseOfAllPairs) {
  std::mt19937_64 random(11);
  for (int trial = 0; trial < 60; ++trial) {
    const int n = 1 + trial % 4;
    std::vector<leaf> leaves(400);
    for (leaf& l : leaves)
      for (int k = 0; k < n; ++k) {
        // Corners of a grid, so that many boxes touch without overlap; some are long along one axis.
        const double grid = n == 1 ? 1024 : n == 2 ? 32 : 12;
        l.box.lower[k] = static_cast<double>(random() % static_cast<unsigned>(grid)) / grid;
        l.box.upper[k] = l.box.lower[k] + (random() % 16 == 0 ? 0.5 : trial % 3 == 0 ? 1 / grid : 0.5 / grid);
      }
    const auto groups = connected_groups(n, leaves, never);
    std::sort(leaves.begin(), leaves.end(), [](const leaf& a, const leaf& b) { return a.box.lower < b.box.lower; });
    std::vector<std::size_t> group;
    ASSERT_EQ(groups.size(), slow_count(n, leaves, group)) << trial;
    for (const std::vector<leaf>& g : groups) {
      std::vector<std::size_t> found;
      for (const leaf& l : g) {
        const auto same = std::find_if(leaves.begin(), leaves.end(), [&](const leaf& o) {
          return o.box.lower == l.box.lower && o.box.upper == l.box.upper;
        });
        ASSERT_NE(same, leaves.end());
        found.push_back(group[static_cast<std::size_t>(same - leaves.begin())]);
      }
      ASSERT_EQ(std::count(found.begin(), found.end(), found.front()), static_cast<std::ptrdiff_t>(g.size())) << trial;
    }
  }
}

/// Pairs of boxes that touch, one above the other along an axis and of full length along all others.
std::vector<leaf> stack(int axis, std::size_t count) {
  std::vector<leaf> leaves(count);
  for (std::size_t k = 0; k < count; ++k) {
    leaves[k].box.upper = {1, 1, 1, 1};
    leaves[k].box.lower[axis] = static_cast<double>(3 * (k / 2) + k % 2);
    leaves[k].box.upper[axis] = leaves[k].box.lower[axis] + 1;
  }
  return leaves;
}

TEST(BoxesLeftovers, ManyAlongAnyAxis) {
  for (int axis = 0; axis < 3; ++axis) {
    int asked = 0;  // once for about a million steps
    const auto groups = connected_groups(3, stack(axis, 400'000), [&] {
      ++asked;
      return false;
    });
    EXPECT_EQ(groups.size(), 200'000u) << axis;
    EXPECT_LT(asked, 100) << axis;
  }
}

TEST(BoxesLeftovers, TimeEndsGrouping) {
  const auto groups = connected_groups(3, stack(1, 2'000'000), [] { return true; });
  ASSERT_EQ(groups.size(), 1u);
  EXPECT_EQ(groups[0].size(), 2'000'000u);
  EXPECT_EQ(connected_groups(3, stack(1, 1000), [] { return true; }).size(), 500u);  // done before it asks
}

/// Solves one system; `must_stop` says so when it was asked `patience` times.
boxes_result solve_until(const box_system& s, const boxes_options& options, int patience) {
  const boxes::shape form(static_cast<int>(s.equations.size()), boxes::common_degrees(s.equations));
  boxes_result r;
  boxes::solve_block(
      form, [&](std::size_t, boxes::system_view& out) { boxes::view(s, out); }, 0, 1, options,
      [&] { return --patience < 0; }, r);
  return r;
}

TEST(BoxesLeftovers, BudgetIsNotTime) {
  boxes_options options;
  options.max_boxes = 1;
  // The search is over when it is asked the second time.
  const boxes_result r = solve_until(test::five_roots(), options, 1);
  EXPECT_EQ(r.status[0], boxes_status::budget);
  EXPECT_GT(r.report.unresolved, 0u);
  EXPECT_EQ(r.report.stopped_by, "");
}

TEST(BoxesLeftovers, TimeIsSaidWhereItEndsASearch) {
  // Touching circles are a cluster, the others solutions. At last there is time enough.
  for (const box_system& s :
       {test::five_roots(), test::make({test::circle(0.25, 0.5, 0.0625), test::circle(0.625, 0.5, 0.015625)})}) {
    int late = 0, in_time = 0;
    for (int patience = 0; patience < 400; ++patience) {
      const boxes_result r = solve_until(s, {}, patience);
      const bool budget = r.status[0] == boxes_status::budget;
      ASSERT_EQ(r.report.stopped_by, budget ? "time" : "") << patience;
      ASSERT_EQ(r.report.unresolved > 0, budget) << patience;
      (budget ? late : in_time)++;
    }
    EXPECT_GT(late, 0);
    EXPECT_GT(in_time, 0);
  }
  boxes_options options;
  options.max_seconds = 1e-9;
  EXPECT_EQ(test::solve(test::five_roots(), options).report.stopped_by, "time");
}

}  // namespace
}  // namespace vieta
