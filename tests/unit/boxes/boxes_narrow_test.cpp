// Domains that are narrow for the size of their numbers, where a uniqueness box may lie between two doubles.
// (src/boxes/leftovers/neighbours.hpp; found by fuzz/verbs/fuzz_verb_boxes.cpp.)
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "vieta/boxes.hpp"
#include "vieta/core/dd.hpp"

namespace vieta {
namespace {

using dd = double_double<double>;

boxes_result solve(const box_system& s) {
  boxes_options options;
  options.on = {where::cpu, 0, 1};
  return solve_boxes(std::span(&s, 1), options);
}

/// a (1 - t) + b t along one axis of n, in the others constant.
bernstein_polynomial line(int n, int axis, double a, double b) {
  bernstein_polynomial f{std::vector<int>(static_cast<std::size_t>(n), 0), {a, b}};
  f.degrees[static_cast<std::size_t>(axis)] = 1;
  return f;
}

TEST(BoxesNarrow, LinesWithKnownZeros) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> unit(0, 1);
  for (int trial = 0; trial < 4000; ++trial) {
    const int n = 1 + trial % 3;
    box_system s;
    std::array<dd, 3> zero;
    for (int k = 0; k < n; ++k) {
      const double from = std::ldexp(0.5 + unit(random), trial % 5 - 4), size = std::ldexp(from, -(trial % 37));
      s.box.push_back({from, from + size});
      const double t = std::ldexp(unit(random), -static_cast<int>(60 * unit(random)));
      const bool at_the_end = unit(random) < 0.5;
      const double a = at_the_end ? 1 : -t, b = at_the_end ? -t : 1;
      s.equations.push_back(line(n, k, a, b));
      const dd local = dd(a) / (dd(a) - dd(b));
      zero[static_cast<std::size_t>(k)] = dd(from) + local * (dd(s.box.back()[1]) - dd(from));
    }
    const boxes_result r = solve(s);
    ASSERT_EQ(r.status[0], boxes_status::complete) << trial;
    ASSERT_EQ(r.items.size(), 1u) << trial;
    const box_item& item = r.items[0];
    for (std::size_t k = 0; k < static_cast<std::size_t>(n); ++k) {
      ASSERT_TRUE(item.lower[k] <= item.x[k] && item.x[k] <= item.upper[k]) << trial;
      ASSERT_TRUE(dd(item.lower[k]) <= zero[k] && zero[k] <= dd(item.upper[k])) << trial;
      ASSERT_TRUE(abs(zero[k] - dd(item.x[k])) <= dd(item.radius)) << trial;
      ASSERT_LE(item.radius, 1e-13) << trial;
    }
  }
}

TEST(BoxesNarrow, ResidualIsThatOfThePrintedPlace) {
  // t = 0.3 in 1000000 .. 1000000.001: x has seven digits of it.
  box_system s;
  s.box = {{1e6, 1000000.001}};
  s.equations.push_back(line(1, 0, -0.3, 0.7));
  const boxes_result r = solve(s);
  ASSERT_EQ(r.items.size(), 1u);
  const dd local = dd(r.items[0].x[0] - 1e6) / (dd(s.box[0][1]) - dd(1e6)), value = local - dd(0.3);
  EXPECT_GT(std::fabs(value.hi), 1e-9);
  EXPECT_LE(std::fabs(value.hi), r.items[0].residual);
  EXPECT_LE(r.items[0].residual, std::fabs(value.hi) + 1e-14);
}

TEST(BoxesNarrow, NearTheEndOfTheRange) {
  for (const auto& [from, to] : {std::pair{1.0, 0x1.4p1020}, {-0x1p1022, 0x1p1022}, {0x1p1023, 0x1.8p1023}}) {
    box_system s;
    s.box.push_back({from, to});
    s.equations.push_back(line(1, 0, -1, 2));
    const boxes_result r = solve(s);
    ASSERT_EQ(r.status[0], boxes_status::complete) << to;
    ASSERT_EQ(r.items.size(), 1u) << to;
    const box_item& item = r.items[0];
    EXPECT_TRUE(item.lower[0] <= item.x[0] && item.x[0] <= item.upper[0]) << to;
    EXPECT_NEAR(item.x[0] / to, from / to + (1 - from / to) / 3, 1e-15) << to;
    EXPECT_LE(item.radius, 1e-14 * to) << to;
  }
}

TEST(BoxesNarrow, AtTheBorder) {
  // 7 to 7.00009, with a solution within 1e-17 of the upper end, and one exactly there.
  for (const double off : {0x1p-57, 0x1p-40, 0.0}) {
    box_system s;
    s.box = {{7, 7.00009}};
    s.equations = {{{2}, {1, -0.25, -off}}};
    const boxes_result r = solve(s);
    EXPECT_EQ(r.status[0], boxes_status::complete);
    for (const box_item& item : r.items) {
      EXPECT_LE(item.lower[0], item.x[0]);
      EXPECT_LE(item.x[0], item.upper[0]);
    }
  }
}

TEST(BoxesNarrow, FourNumbers) {
  // Two zeros beside the same double: no box of doubles holds one alone, and that is what is said.
  box_system s;
  s.box = {{7, 7 + 0x1p-48}};
  s.equations = {{{2}, {1, -1.0625, 1}}};
  const boxes_result r = solve(s);
  EXPECT_EQ(r.status[0], boxes_status::clusters);
  EXPECT_EQ(r.items.size(), 2u);
  for (const box_item& item : r.items) {
    EXPECT_EQ(item.kind, box_kind::cluster);
    EXPECT_LE(item.lower[0], item.upper[0]);
  }
}

}  // namespace
}  // namespace vieta
