#include "vieta/rational_system.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "vieta/error.hpp"

// Quotients: numerators, denominators, and which zeros are solutions.
namespace vieta {
namespace {

rational_system read(const std::vector<std::string>& equations) { return rational_system::parse(equations); }

solve_result solved(const std::vector<std::string>& equations, const solution_conditions& only = {}) {
  solve_options options;
  options.on.threads = 1, options.on.place = where::cpu, options.only = only;
  return solve(read(equations), options);
}

void expect_solutions(const solve_result& r, std::size_t count, std::size_t left_out) {
  EXPECT_EQ(r.solutions.size(), count);
  EXPECT_EQ(r.report.left_out, left_out);
  EXPECT_EQ(r.report.undecided, 0U);
  EXPECT_EQ(r.report.status, solve_status::solved);
}

TEST(rational_system, denominators_are_kept_once) {
  const rational_system s = read({"1/x + 1/(x + y)^2 - 3/x^2", "y/(x + y) - 1/(2*x) + (x + y)^-3"});
  EXPECT_EQ(s.denominators.size(), 2U);
  EXPECT_EQ(s.equations.equations(), 2U);
  // x (x + y)^2 + x^2 - 3 (x + y)^2 and x y (x + y)^2 - (x + y)^3 / 2 + x
  EXPECT_EQ(s.equations.terms(), 6U + 8U);
  EXPECT_TRUE(read({"x^2/3 - 1", "y/2"}).denominators.empty());
}

TEST(rational_system, solutions) {
  expect_solutions(solved({"1/x - 2"}), 1, 0);
  EXPECT_EQ(solved({"1/x"}).report.status, solve_status::inconsistent);
  expect_solutions(solved({"1/x + 1/y = 1", "x + 2*y = 7"}), 2, 0);
  expect_solutions(solved({"x^-2 + y^-2 = 5", "1/(x*y) = 2"}), 4, 0);
  expect_solutions(solved({"-1/-(x - 1)^2 = 1/4"}), 2, 0);
  expect_solutions(solved({"1/(1 + 1/x) = 1/3"}), 1, 0);
}

TEST(rational_system, zeros_of_denominators_are_no_solutions) {
  expect_solutions(solved({"(x^2 - 1)/(x - 1)"}), 1, 1);
  expect_solutions(solved({"x/x = x"}), 1, 1);
  expect_solutions(solved({"(x^2 - 2)/(x^4 - 4)*(x - 3)", "y/(x - 3) + 1/(x - 3)"}), 0, 3);
  expect_solutions(solved({"(x^3 - 2)*(x - 1)/(x^6 - 4)"}), 1, 3);
  expect_solutions(solved({"(x^2 + 1)*(x - 2)/(x - i)"}), 2, 1);
}

TEST(rational_system, small_denominators_are_no_zeros) {
  expect_solutions(solved({"(x - 1)*(x - 2)/(x - 1 - 1e-40)"}), 2, 0);
  expect_solutions(solved({"(x^2 - 2)/(x - 1.4142135623730950488016887242096980785696718)"}), 2, 0);
}

TEST(rational_system, a_double_solution) {
  const solve_result r = solved({"1/x + 1/y = 1", "x + y = 4"});
  expect_solutions(r, 1, 0);
  EXPECT_FALSE(r.solutions[0].regular);
  EXPECT_EQ(r.solutions[0].multiplicity, 2U);
}

solution_conditions positive_ones() {
  solution_conditions only;
  only.positive = true;
  return only;
}

TEST(rational_system, more_equations_and_conditions) {
  expect_solutions(solved({"1/x + 1/y = 1", "x + 2*y = 7", "x*y = x + y"}), 2, 0);
  expect_solutions(solved({"1/x^2 = 4"}, positive_ones()), 1, 1);
}

TEST(rational_system, points_of_least_squares_stay) {
  for (const std::vector<std::string>& equations :
       {std::vector<std::string>{"(x - 0.333333333333333333)/x", "(3*x - 1)/x"},
        {"(x^2 - 2)/x", "(x^2 - 2 - 1e-70)/x"}}) {
    const solve_result r = solved(equations);
    EXPECT_EQ(r.report.status, solve_status::unproven);
    EXPECT_EQ(r.solutions.size(), r.report.paths.total);
    EXPECT_EQ(r.report.approximate, r.report.paths.total);
    EXPECT_EQ(r.report.left_out + r.report.left_out_as_counted + r.report.undecided, 0U);
  }
}

TEST(rational_system, what_a_count_leaves_out) {
  const solve_result r = solved({"(x^2 - y^2)/(x - y)", "(x*y - y^2)/(x - y)"});
  EXPECT_TRUE(r.solutions.empty());
  EXPECT_EQ(r.report.denominators, 1U);
  EXPECT_EQ(r.report.left_out, 0U);
  EXPECT_GT(r.report.left_out_as_counted, 0U);
  EXPECT_EQ(r.report.complete, completeness::counted);
}

/// The ellipse x^2/a^2 + y^2/b^2 = 1 with its centre in (u, v) through four points, unknowns a and b squared.
TEST(rational_system, ellipse_through_four_points) {
  const solve_result r = solved({"(4 - u)^2/p + (0 - v)^2/q = 1", "(0 - u)^2/p + (2 - v)^2/q = 1",
                                 "(-4 - u)^2/p + (1 - v)^2/q = 1", "(1 - u)^2/p + (-3 - v)^2/q = 1"});
  // Wherever p = q = 0 all numerators vanish.
  EXPECT_EQ(r.report.status, solve_status::solved);
  EXPECT_EQ(r.report.complete, completeness::counted);
  EXPECT_FALSE(r.solutions.empty());
  EXPECT_EQ(r.report.certified, r.solutions.size());
  for (const solve_solution& s : r.solutions) EXPECT_GT(std::hypot(s.point.x[1].re.x0, s.point.x[1].im.x0), 1e-9);  // p
}

TEST(rational_system, new_unknowns) {
  const rational_system s = read({"sin(a + 2*b) + y = 1", "y*cos(b/3) = sqrt(y + 1)", "tan(a) = y^(1/3)"});
  EXPECT_EQ(s.equations.variables(),
            (std::vector<std::string>{"cos_a", "sin_a", "cos_b_3", "sin_b_3", "y", "root_1", "root_2"}));
  EXPECT_EQ(s.equations.equations(), 7U);
  ASSERT_EQ(s.angles.size(), 2U);
  EXPECT_EQ(s.angles[1].name, "b");
  EXPECT_EQ(s.angles[1].parts, 3U);
  EXPECT_EQ(s.angles[1].sine, 3U);
  ASSERT_EQ(s.roots.size(), 2U);
  EXPECT_EQ(s.roots[1].degree, 3U);
  EXPECT_EQ(s.roots[1].equation, 6U);
  EXPECT_EQ(s.denominators.size(), 1U);  // cos a
  // A root that occurs twice is one unknown.
  EXPECT_EQ(read({"sqrt(x + 1) + 1/sqrt(x + 1) = 3"}).roots.size(), 1U);
}

TEST(rational_system, multiples_have_few_terms_in_isotropic_unknowns) {
  // Re (c + i s)^6 = ((c + i s)^6 + (c - i s)^6) / 2 = 1/2: six angles, as many as paths.
  const solve_result r = solved({"cos(6*x) = 1/3"});
  expect_solutions(r, 12, 0);
  EXPECT_EQ(r.report.paths.total, 12U);
  EXPECT_EQ(r.report.complete, completeness::proven);
}

TEST(rational_system, angles_hold_the_truth) {
  solve_options options;
  options.on.threads = 1, options.digits = 50;
  const solve_result r = solve(read({"cos(x) = 1/2 + i"}), options);
  ASSERT_EQ(r.solutions.size(), 2U);
  for (const solve_solution& s : r.solutions) {
    // arccos(1/2 + i), to 40 digits
    const qd re = parse_multiple("1.221357263937683325603909865564381489366");
    const qd im = parse_multiple("-0.9261330313501824245501244453057873152694");
    const qd sign(s.angles[0].value.re.x0 > 0 ? 1.0 : -1.0);
    EXPECT_LT(std::fabs((s.angles[0].value.re * sign - re).x0), 1e-38);
    EXPECT_LT(std::fabs((s.angles[0].value.im * sign - im).x0), 1e-38);
    EXPECT_LT(s.angles[0].radius, 1e-48);
  }
}

TEST(rational_system, what_is_refused) {
  EXPECT_THROW((void)read({"1/0 - x"}), error);
  EXPECT_THROW((void)read({"1/(x - x) - 2"}), error);
  EXPECT_THROW((void)read({"x/x - 1"}), error);  // the zero polynomial
  EXPECT_THROW((void)polynomial_system::parse(std::vector<std::string>{"1/x - 2"}), error);
  EXPECT_THROW((void)polynomial_system::parse(std::vector<std::string>{"x^-2 - 2"}), error);
}

}  // namespace
}  // namespace vieta
