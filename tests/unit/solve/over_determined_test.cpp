#include "solve/shapes/over_determined.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "vieta/error.hpp"
#include "vieta/solve.hpp"
#include "vieta/system_io.hpp"

// More equations than variables, and conditions: systems whose solutions are known.
namespace vieta {
namespace {

polynomial_system parsed(const std::vector<std::string>& equations) { return polynomial_system::parse(equations); }

solve_options quiet() {
  solve_options options;
  options.on.threads = 1, options.on.place = where::cpu;
  return options;
}

solve_result solved(const std::vector<std::string>& equations, std::uint64_t seed = 1) {
  solve_options options = quiet();
  options.seed = seed;
  return solve(parsed(equations), options);
}

void expect_all_proven(const solve_result& r, std::size_t count) {
  EXPECT_EQ(r.report.status, solve_status::solved);
  EXPECT_EQ(r.report.complete, completeness::counted);
  ASSERT_EQ(r.solutions.size(), count);
  EXPECT_EQ(r.report.certified, count);
  for (const solve_solution& s : r.solutions) {
    EXPECT_TRUE(s.point.certified);
    EXPECT_EQ(s.point.proof, newton_proof::solution);
    EXPECT_LT(s.point.radius, 1e-12);
  }
}

TEST(over_determined, corners_of_a_cube) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    const solve_result r = solved({"x^2 - 1", "y^2 - 1", "z^2 - 1", "x*y*z - 1"}, seed);
    expect_all_proven(r, 4);
    EXPECT_EQ(r.report.real, 4U);
    EXPECT_GT(r.report.spurious, 0U);
  }
}

TEST(over_determined, no_solution) {
  const solve_result r = solved({"x^2 + y^2 - 1", "x - 2", "y"});
  expect_all_proven(r, 0);
  EXPECT_EQ(r.report.spurious, 2U);
  EXPECT_EQ(solved({"x - 1", "x - 2", "3"}).report.status, solve_status::inconsistent);
}

TEST(over_determined, one_of_many) {
  const solve_result r = solved({"x^2 + y^2 + z^2 - 3", "x*y - z", "y*z - x", "z*x - y", "x + y + z - 3"});
  expect_all_proven(r, 1);
  EXPECT_EQ(r.solutions[0].point.x[0].re.x0, 1);
}

TEST(over_determined, irrational_solutions_are_proven_by_algebra) {
  // (x, y) = (sqrt 2, 2^(1/4)) and its conjugates but for those where x + y^2 = 0.
  const solve_result r = solved({"x^2 - 2", "y^4 - 2", "y^2 - x", "x*y^2 - 2"});
  expect_all_proven(r, 4);
  EXPECT_EQ(r.report.real, 2U);
}

TEST(over_determined, common_zeros_of_one_variable) {
  expect_all_proven(solved({"(x^3 - x - 1)*(x - 1)", "(x^3 - x - 1)*(x + 5)"}), 3);
  expect_all_proven(solved({"x^2 - 2", "x^3 - 2*x", "x^4 - 4"}), 2);
}

TEST(over_determined, multiple_solutions) {
  const solve_result r = solved({"(x - 1)^2", "(x - 1)*(y - 2)", "(y - 2)^2", "x^2 - 2*x + 1 + (y - 2)^2"});
  EXPECT_EQ(r.report.status, solve_status::solved);
  EXPECT_EQ(r.report.complete, completeness::counted);
  ASSERT_EQ(r.solutions.size(), 1U);
  EXPECT_FALSE(r.solutions[0].regular);
  EXPECT_EQ(r.solutions[0].multiplicity, 3U);
}

TEST(over_determined, five_points) {
  const polynomial_system system =
      read_system(std::string(VIETA_SOURCE_DIR) + "/examples/systems/five_points.txt").system;
  ASSERT_EQ(system.equations(), 10U);
  const solve_result r = solve(system, quiet());
  expect_all_proven(r, 10);
  EXPECT_EQ(r.report.spurious, 17U);
}

TEST(over_determined, rounded_coefficients_leave_points_of_least_squares) {
  const solve_result r = solved({"x^2 - 2", "x^3 - 2.8284271247461903", "y - x", "y^2 - 2.0000000000000004"});
  EXPECT_EQ(r.report.status, solve_status::unproven);
  ASSERT_EQ(r.solutions.size(), 1U);
  EXPECT_EQ(r.report.approximate, 1U);
  EXPECT_EQ(r.report.certified, 0U);
  EXPECT_FALSE(r.solutions[0].point.certified);
  EXPECT_NE(r.solutions[0].point.proof, newton_proof::solution);
  EXPECT_NEAR(r.solutions[0].point.x[0].re.x0, std::sqrt(2.0), 1e-15);
}

TEST(over_determined, complex_coefficients) {
  expect_all_proven(solved({"x^2 - 2*i", "y^3 - x - 3", "x*y^3 - 2*i - 3*x"}), 6);
  expect_all_proven(solved({"x - 10*i", "x - 2"}), 0);
  expect_all_proven(solved({"x - 10*i", "x^2 + 100"}), 1);
}

TEST(over_determined, what_is_not_proven_is_said) {
  // More solutions than exact algebra takes: each is proven for combinations, and known to hold to many digits.
  const solve_result r = solved({"x^11 - x - 1", "y^11 - y - 1", "x^11 - x + y^11 - y - 2"});
  EXPECT_EQ(r.solutions.size(), 121U);
  EXPECT_EQ(r.report.status, solve_status::unproven);
  EXPECT_EQ(r.report.of_combinations, 121U);
  EXPECT_EQ(r.report.certified, 0U);
  for (const solve_solution& s : r.solutions) {
    EXPECT_FALSE(s.point.certified);
    EXPECT_EQ(s.point.proof, newton_proof::of_combinations);
    EXPECT_LT(s.point.residual, 1e-10);
  }
}

TEST(over_determined, combinations_are_exact_and_the_same_for_a_seed) {
  const polynomial_system f = parsed({"x^2 + y - 1/3", "x - y", "x*y^3 - 1e-40", "y - 7"});
  const polynomial_system a = tracking::square_up(f, 5), b = tracking::square_up(f, 5);
  ASSERT_EQ(a.equations(), 2U);
  EXPECT_EQ(a.terms(), b.terms());
}

solution_conditions real_ones() {
  solution_conditions only;
  only.real_only = true;
  return only;
}
solution_conditions positive_ones() {
  solution_conditions only;
  only.positive = true;
  return only;
}
solution_conditions in_box(std::vector<double> lower, std::vector<double> upper) {
  solution_conditions only;
  only.lower = std::move(lower), only.upper = std::move(upper);
  return only;
}

std::size_t wanted(const std::vector<std::string>& equations, const solution_conditions& only, std::size_t left_out,
                   std::size_t undecided = 0) {
  solve_options options = quiet();
  options.only = only;
  const solve_result r = solve(parsed(equations), options);
  EXPECT_EQ(r.report.left_out, left_out);
  EXPECT_EQ(r.report.undecided, undecided);
  EXPECT_EQ(r.report.status, undecided > 0 ? solve_status::unproven : solve_status::solved);
  return r.solutions.size();
}

TEST(conditions, real_only) {
  EXPECT_EQ(wanted({"x^4 - 1"}, real_ones(), 2), 2U);
  EXPECT_EQ(wanted({"x^2 + 1"}, real_ones(), 2), 0U);
  EXPECT_EQ(wanted({"x^2 - 1", "y^2 - 2", "x*y^2 - 2*x"}, real_ones(), 0), 4U);
  EXPECT_EQ(wanted({"(x - pi)^2*(x + 2)"}, real_ones(), 0, 1), 2U);  // no exact algebra
}

TEST(conditions, of_singular_solutions) {
  // Where curves touch, as a user meets it; the solutions are plain from the factors.
  EXPECT_EQ(wanted({"(x - 1)^2*(x + 2)"}, real_ones(), 0), 2U);
  EXPECT_EQ(wanted({"(x^2 + 1)^2*(x - 2)", "y - x"}, real_ones(), 2), 1U);
  EXPECT_EQ(wanted({"x^2 + y^2 - 2", "x*y - 1"}, positive_ones(), 1), 1U);
  EXPECT_EQ(wanted({"x^3 - x^2", "y - 1"}, positive_ones(), 1), 1U);  // a double zero at x = 0
  EXPECT_EQ(wanted({"(x - i)^2", "y - x"}, real_ones(), 1), 0U);
  // The ends belong to the box, and 1 + 1e-30 is beyond it.
  EXPECT_EQ(wanted({"(x - 1)^2", "y - 1"}, in_box({0, 0}, {1, 1}), 0), 1U);
  EXPECT_EQ(wanted({"(x - 1 - 1e-30)^2", "y - 1"}, in_box({0, 0}, {1, 1}), 1), 0U);
  // Over-determined, simple in all equations together and double in each combination.
  EXPECT_EQ(wanted({"(x - 1)^2", "x*y - y", "y^2 - y", "x*y^2 - 1"}, positive_ones(), 0), 1U);
}

TEST(conditions, positive) {
  EXPECT_EQ(wanted({"x^2 - 2", "y^2 - 3"}, positive_ones(), 3), 1U);
  // A coordinate that is exactly 0, beside rational and irrational ones.
  EXPECT_EQ(wanted({"x*(x - 1)", "y^2 - 2"}, positive_ones(), 3), 1U);
  EXPECT_EQ(wanted({"x*(x - 1e-40)", "y - 2"}, positive_ones(), 1), 1U);
}

TEST(conditions, boxes_with_their_ends) {
  const double most = std::numeric_limits<double>::infinity();
  EXPECT_EQ(wanted({"x^2 - 4", "y^2 - 3"}, in_box({0, -most}, {2, most}), 2), 2U);
  EXPECT_EQ(wanted({"x^2 - 4", "y^2 - 3"}, in_box({2, 0}, {3, most}), 3), 1U);
  EXPECT_EQ(wanted({"x^2 - 4", "y^2 - 3"}, in_box({2.5, 0}, {3, most}), 4), 0U);
  EXPECT_EQ(wanted({"10*x - 1"}, in_box({0.1}, {1}), 1), 0U);  // the double 0.1 is larger than 1/10
}

TEST(conditions, bounds_as_texts_are_exact) {
  const auto between = [](std::vector<std::string> lower, std::vector<std::string> upper) {
    solution_conditions only;
    only.exact_lower = std::move(lower), only.exact_upper = std::move(upper);
    return only;
  };
  EXPECT_EQ(wanted({"10*x - 3"}, between({"0"}, {"0.3"}), 0), 1U);
  EXPECT_EQ(wanted({"10*x - 1", "y^2 - 2"}, between({"0.1", "1"}, {"0.1", "2"}), 1), 1U);
  EXPECT_EQ(wanted({"3*x - 1"}, between({"1/3"}, {}), 0), 1U);
  EXPECT_EQ(wanted({"10*x - 3"}, between({"0.300000000000000000001"}, {""}), 1), 0U);
  EXPECT_EQ(wanted({"x^2 - 1"}, between({"-1e400"}, {"1e-400"}), 1), 1U);
  // A text takes the place of its double.
  solution_conditions both = in_box({0}, {0.3});
  EXPECT_EQ(wanted({"10*x - 3"}, both, 1), 0U);
  both.exact_upper = {"0.3"};
  EXPECT_EQ(wanted({"10*x - 3"}, both, 0), 1U);
  for (const char* const wrong : {"a", "0.3.1", "nan", "1/0"})
    EXPECT_THROW((void)wanted({"x - 1"}, between({wrong}, {}), 0), error) << wrong;
  EXPECT_THROW((void)wanted({"x - 1"}, between({"0.31"}, {"0.3"}), 0), error);
  EXPECT_THROW((void)wanted({"x - 1"}, between({"0", "0"}, {}), 0), error);
}

TEST(conditions, boxes_that_are_none) {
  solve_options options = quiet();
  options.only.lower = {0, 0};
  EXPECT_THROW((void)solve(parsed({"x - 1"}), options), error);
  options.only.lower = {2}, options.only.upper = {1};
  EXPECT_THROW((void)solve(parsed({"x - 1"}), options), error);
  options.only.upper = {std::nan("")};
  EXPECT_THROW((void)solve(parsed({"x - 1"}), options), error);
}

}  // namespace
}  // namespace vieta
