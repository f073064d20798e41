#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "unit/boxes/boxes_systems.hpp"
#include "vieta/boxes.hpp"
#include "vieta/error.hpp"

namespace vieta {
namespace {

using test::five_roots;
using test::make;
using test::solve;

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
  EXPECT_EQ(r.report.bad_inputs, 4u);
}

TEST(Boxes, BadInputNamesTheEquation) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  std::vector<box_system> systems(12, five_roots());
  systems[1].equations[1].coefficients[7] = nan;
  systems[2].equations[0].coefficients[12] = -inf;
  systems[3].equations[1].coefficients.assign(16, 0.0);
  systems[5].equations[0].error = nan;
  systems[6].equations[1].error = inf;
  systems[7].equations[1].error = 1e300;
  for (double& c : systems[7].equations[1].coefficients) c *= 1e-300;
  systems[8].positive = {{{1, 0}, {0, 1}}, {{1, 2}, {0, 1, 2, 3, 4, nan}}};
  systems[9].positive = {{{1, 0}, {0, 1}, nan}};
  systems[10] = make({{{3}, {1, 2, inf, -1}}});  // of another shape
  const boxes_result r = solve_boxes(systems);
  const std::vector<std::pair<std::size_t, std::string>> expected = {
      {1, "equation 2: found nan as Bernstein coefficient [1, 3], expected finite numbers"},
      {2, "equation 1: found -inf as Bernstein coefficient [3, 0], expected finite numbers"},
      {3, "equation 2: found zero for all coefficients, expected an equation that not every point fulfils"},
      {5, "equation 1: found nan as error of its coefficients, expected a finite bound"},
      {6, "equation 2: found inf as error of its coefficients, expected a finite bound"},
      {7, "equation 2: found 1e+300 as error of coefficients below 2.2000000000000004e-300, expected less"},
      {8, "condition 2: found nan as Bernstein coefficient [1, 2], expected finite numbers"},
      {9, "condition 1: found nan as error of its coefficients, expected a bound"},
      {10, "equation 1: found inf as Bernstein coefficient [2], expected finite numbers"},
  };
  ASSERT_EQ(r.messages.size(), expected.size());
  for (std::size_t k = 0; k < expected.size(); ++k) {
    EXPECT_EQ(r.messages[k].system, expected[k].first);
    EXPECT_EQ(r.messages[k].message, expected[k].second);
    EXPECT_EQ(r.status[expected[k].first], boxes_status::bad_input);
  }
  for (const std::size_t k : {0, 4, 11}) EXPECT_EQ(r.of(k).size(), 5u);

  std::vector<double> all(96, 1.0);
  all[32 + 16 + 6] = nan;
  bernstein_batch batch{3, {3, 3}, all.data(), {}};
  const boxes_result b = solve_boxes(batch);
  ASSERT_EQ(b.messages.size(), 1u);
  EXPECT_EQ(b.messages[0].system, 1u);
  EXPECT_EQ(b.messages[0].message, "equation 2: found nan as Bernstein coefficient [1, 2], expected finite numbers");
}

TEST(Boxes, BadConditions) {
  box_system s = five_roots();
  s.positive = {{{1, 0}, {0, std::numeric_limits<double>::quiet_NaN()}}};
  EXPECT_EQ(solve(s).status[0], boxes_status::bad_input);
  s.positive = {{{1, 0}, {0, 0}}};  // 0 > 0 never holds
  EXPECT_EQ(solve(s).status[0], boxes_status::complete);
  EXPECT_TRUE(solve(s).items.empty());
  s.positive = {{{1, 0}, {0, 0}, 1e-9}};  // not known
  for (const box_item& item : solve(s).items) EXPECT_TRUE(item.condition_undecided);
  EXPECT_EQ(solve(s).items.size(), 5u);
  s.positive.push_back({{1, 0}, {-1, -1}});  // the next one fails all the same
  EXPECT_TRUE(solve(s).items.empty());
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
  EXPECT_EQ(refusal({s}), "found 2 equations in 1 variable (x), expected as many equations as variables");
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
  EXPECT_EQ(refusal({s}), "found 3 equations in 2 variables (x, y), expected as many equations as variables");
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

}  // namespace
}  // namespace vieta
