// What a solution of `newton` says of itself, where that had been wrong: found by reviews.
#include <gtest/gtest.h>

#include <cmath>

#include "systems/largest.hpp"
#include "verify/systems/verify_newton.hpp"
#include "vieta/json.hpp"
#include "vieta/newton.hpp"

namespace vieta {
namespace {

polynomial_system parse(const std::vector<std::string>& equations) { return polynomial_system::parse(equations); }

system_point point(const std::vector<double>& values) {
  system_point x;
  for (const double v : values) x.push_back({qd(v), qd(0.0)});
  return x;
}

newton_result solve(const polynomial_system& system, const system_point& start, const newton_options& options = {}) {
  return newton(system, std::vector<system_point>{start}, options);
}

TEST(newton_claims, the_largest_of_numbers_is_nan_where_one_is) {
  for (const std::vector<double>& all : std::vector<std::vector<double>>{{NAN, 1, 2}, {1, NAN, 2}, {1, 2, NAN}}) {
    double most = 0;
    for (const double x : all) systems::keep_largest(most, x);
    EXPECT_TRUE(std::isnan(most));
  }
  double most = 0;
  for (const double x : {1.0, 3.0, 2.0}) systems::keep_largest(most, x);
  EXPECT_EQ(most, 3);
}

// The bound of one row is 0 times infinity: the rows after it must not make a proof without it.
TEST(newton_claims, a_bound_that_is_lost_proves_nothing) {
  std::vector<std::string> equations = {"3*2^265*x1 - 2^265*x2", "x2/2^300 - 2^348"};
  std::vector<double> start = {3e194, std::ldexp(1.0, 648)};
  for (int k = 3; k <= 101; ++k) {
    equations.push_back("x" + std::to_string(k) + " - 1");
    start.push_back(1);
  }
  const newton_solution s = solve(parse(equations), point(start)).solutions.at(0);
  EXPECT_TRUE(!s.certified || s.radius > 1e162) << s.radius;  // 2^648 / 3 is that far away
}

TEST(newton_claims, values_that_are_no_numbers_do_not_converge) {
  const polynomial_system system = parse({"x^2 - y^2", "y - 1e160", "z - 1"});
  newton_options options;
  for (const newton_solver solver : {newton_solver::automatic, newton_solver::gmres}) {
    options.solver = solver;
    EXPECT_EQ(solve(system, point({1e160, 1e160, 1}), options).solutions.at(0).status, newton_status::diverged);
  }
}

// Zeros 1e-16 and less apart: a double is not near enough to one of them to say which.
TEST(newton_claims, no_other_solution_lies_within_the_radius) {
  const polynomial_system system = parse({"(x-1-1/2^54)*(x-1+1/2^55)"});
  newton_options options;
  options.digits = 14;
  const newton_result result = solve(system, point({1 + 0x1p-52}), options);
  const newton_solution& s = result.solutions.at(0);
  if (s.certified) {
    EXPECT_LT(6 * s.radius, 0x1.8p-54);
  }
  const newton_verification outcome = verify_newton_result(system, to_json(system, result), "result");
  EXPECT_TRUE(outcome.holds) << outcome.complaints.at(0);
}

TEST(newton_claims, a_residual_that_was_not_computed_is_not_zero) {
  const newton_solution s = solve(parse({"x^2 - 2"}), point({1e200})).solutions.at(0);
  EXPECT_EQ(s.status, newton_status::diverged);
  EXPECT_EQ(s.residual, HUGE_VAL);
}

TEST(newton_claims, a_homotopy_that_stops_early_has_the_residual_of_f) {
  homotopy_options path;
  path.until = 0.5;
  const polynomial_system system = parse({"x^2 - 2", "x*y - 1"});
  const newton_solution s = newton_homotopy(system, point({1, 3}), {}, path).solution;
  EXPECT_NEAR(s.residual, 1, 1e-12);
  EXPECT_FALSE(s.certified);
}

TEST(newton_claims, homotopies_of_real_systems_are_real) {
  const std::vector<system_point> starts = {point({1})};
  const newton_result result = newton_homotopies(parse({"x^2 - 2"}), starts);
  EXPECT_TRUE(result.report.real_arithmetic);
  EXPECT_EQ(result.report.products, 1);
}

TEST(newton_claims, a_homotopy_without_steps_left_is_not_singular) {
  homotopy_options path;
  path.max_steps = 1;
  EXPECT_EQ(newton_homotopy(parse({"x^2 - 2"}), point({5}), {}, path).solution.status, newton_status::iteration_limit);
  EXPECT_EQ(newton_homotopy(parse({"x^2 - 2"}), point({1e200})).solution.status, newton_status::diverged);
}

}  // namespace
}  // namespace vieta
