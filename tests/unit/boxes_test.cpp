#include "vieta/boxes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "unit/boxes_data.hpp"
#include "vieta/error.hpp"

namespace vieta {
namespace {

using test::expect_roots;

box_system make(std::vector<bernstein_polynomial> equations) {
  box_system s;
  s.equations = std::move(equations);
  return s;
}
boxes_result solve(const box_system& s, const boxes_options& options = {}) {
  return solve_boxes(std::span(&s, 1), options);
}

/// Two bicubics with F2(x,y) = F1(y,x); five solutions on the diagonal, two of them corners of the domain.
box_system five_roots() {
  const std::vector<double> f = {0, 2.2, 1.1, 1.1, -1, -1, -1, 1, -1, 1, 1, 1, -1, -1, -2, 0};
  std::vector<double> g(16);
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) g[i * 4 + j] = f[j * 4 + i];
  return make({{{3, 3}, f}, {{3, 3}, g}});
}

/// (x - a)^2 + (y - b)^2 - r^2 times `factor`, for numbers that make all coefficients exact.
bernstein_polynomial circle(double a, double b, double r2, double factor = 1) {
  const double x[3] = {a * a, a * a - a, (1 - a) * (1 - a)}, y[3] = {b * b, b * b - b, (1 - b) * (1 - b)};
  bernstein_polynomial f{{2, 2}, {}};
  for (const double p : x)
    for (const double q : y) f.coefficients.push_back(factor * (p + q - r2));
  return f;
}

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
  EXPECT_NEAR(item.lower[0], 0.25, 0.02);
  EXPECT_NEAR(item.upper[0], 0.75, 0.02);
  EXPECT_LT(r.report.boxes_visited, 2000u);
  ASSERT_GT(item.points, 20u);
  double longest = 0;
  for (std::size_t k = 0; k < item.points; ++k) {
    const auto& p = r.points[item.first_point + k];
    EXPECT_NEAR(std::hypot(p[0] - 0.5, p[1] - 0.5), 0.25, 1e-6);
    if (k > 0) {
      const auto& o = r.points[item.first_point + k - 1];
      longest = std::max(longest, std::hypot(p[0] - o[0], p[1] - o[1]));
    }
  }
  EXPECT_LT(longest, 0.1);  // a walk, no jumps
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

TEST(Boxes, PoisonStaysWhereItIs) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  std::vector<box_system> systems(40, five_roots());
  const boxes_result clean = solve_boxes(systems);
  systems[3].equations[1].coefficients[7] = nan;
  systems[4].equations[0].coefficients[0] = -inf;
  systems[11].equations[0].coefficients.assign(16, 0.0);
  systems[20].equations[0] = {{0, 0}, {0}};
  const boxes_result r = solve_boxes(systems);
  for (std::size_t k = 0; k < systems.size(); ++k) {
    if (k == 3 || k == 4 || k == 11 || k == 20) {
      EXPECT_EQ(r.status[k], boxes_status::bad_input) << k;
      EXPECT_TRUE(r.of(k).empty());
      continue;
    }
    ASSERT_EQ(r.of(k).size(), 5u) << k;
    for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(r.of(k)[i].x[0], clean.of(k)[i].x[0], 1e-12);
  }
  EXPECT_EQ(r.report.bad, 4u);
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
  EXPECT_FALSE(r.items[0].filter_undecided);
  s.positive = {{{1, 0}, {0, 1}}};  // x > 0: undecided at the corner
  EXPECT_EQ(solve(s).items.size(), 5u);
  EXPECT_TRUE(solve(s).items[0].filter_undecided);
}

TEST(Boxes, BadConditions) {
  box_system s = five_roots();
  s.positive = {{{1, 0}, {0, std::numeric_limits<double>::quiet_NaN()}}};
  EXPECT_EQ(solve(s).status[0], boxes_status::bad_input);
  s.positive = {{{1, 0}, {0, 0}}};  // 0 > 0 never holds
  EXPECT_EQ(solve(s).status[0], boxes_status::complete);
  EXPECT_TRUE(solve(s).items.empty());
}

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

std::string refusal(const std::vector<box_system>& systems) {
  try {
    (void)solve_boxes(systems);
  } catch (const error& e) {
    return e.what();
  }
  return "";
}

TEST(Boxes, MisuseNamesTheEquation) {
  box_system s = five_roots();
  s.equations[1].coefficients.pop_back();
  EXPECT_EQ(refusal({s}), "equation 2: found 15 coefficients, expected 16 for its degrees");
  EXPECT_EQ(refusal({five_roots(), s}), "system 2: equation 2: found 15 coefficients, expected 16 for its degrees");
  s = five_roots();
  s.equations[0].degrees = {3};
  EXPECT_EQ(refusal({s}), "equation 1: found 1 degrees, expected 2");
  s = five_roots();
  s.equations[0].degrees = {-1, 3};
  EXPECT_EQ(refusal({s}), "equation 1: found degree -1, expected 0 to 64");
  s = five_roots();
  s.box = {{0, 1}, {2, 2}};
  EXPECT_NE(refusal({s}).find("box: found [2"), std::string::npos) << refusal({s});
  s.box = {{0, 1}};
  EXPECT_EQ(refusal({s}), "box: found 1 intervals, expected 2");
  s = five_roots();
  s.variables = {"x"};
  EXPECT_EQ(refusal({s}), "found 2 equations in 1 variable, expected as many equations as variables");
  s.variables = {"a", "b", "c", "d", "e"};
  EXPECT_EQ(refusal({s}), "found 5 variables, expected 1 to 4");
  EXPECT_EQ(refusal({box_system{}}), "found 0 variables, expected 1 to 4");
  bernstein_polynomial wide{{64, 0, 0, 0}, std::vector<double>(65, 1.0)};
  const bernstein_polynomial other[3] = {
      {{0, 64, 0, 0}, wide.coefficients}, {{0, 0, 64, 0}, wide.coefficients}, {{0, 0, 0, 64}, wide.coefficients}};
  EXPECT_EQ(refusal({make({wide, other[0], other[1], other[2]})}),
            "found equations whose degrees together need 17850625 coefficients, expected at most 262144");
  boxes_options options;
  options.tolerance = 0;
  EXPECT_THROW((void)solve(five_roots(), options), error);
}

TEST(Boxes, MoreEquationsThanVariables) {
  box_system s = five_roots();
  s.variables = {"x", "y"};
  s.equations.push_back(s.equations[0]);
  EXPECT_EQ(refusal({s}), "found 3 equations in 2 variables, expected as many equations as variables");
  s.variables.clear();  // three variables then, and degrees of two
  EXPECT_EQ(refusal({s}), "equation 1: found 2 degrees, expected 3");
}

TEST(Boxes, MisuseOfBatches) {
  const std::vector<double> c(32, 1.0);
  bernstein_batch batch;
  batch.count = 1;
  batch.coefficients = c.data();
  const auto refused = [&] {
    try {
      (void)solve_boxes(batch);
    } catch (const error& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  EXPECT_EQ(refused(), "degrees: found 0 variables, expected 1 to 4");
  batch.degrees = {1, 1, 1, 1, 1};
  EXPECT_EQ(refused(), "degrees: found 5 variables, expected 1 to 4");
  batch.degrees = {3, 65};
  EXPECT_EQ(refused(), "degrees: found 65, expected 0 to 64");
  batch.degrees = {3, 3};
  batch.box = {{0, 1}, {1, 0}};
  EXPECT_NE(refused().find("for variable 2, expected finite numbers from < to"), std::string::npos) << refused();
  batch.box.clear();
  batch.coefficients = nullptr;
  EXPECT_EQ(refused(), "coefficients: found none, expected an array");
}

// ------------------------------------------------------------------------------------------- files of systems

}  // namespace
}  // namespace vieta
