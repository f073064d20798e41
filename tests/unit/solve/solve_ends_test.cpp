#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "solve/slice.hpp"
#include "vieta/solve.hpp"

// What is said of ends of paths that are no simple solutions where solutions are too many for a count by algebra.
namespace vieta {
namespace {

using tracking::care;
using tracking::solve_beside_sets;

polynomial_system system_of(const std::vector<std::string>& equations) { return polynomial_system::parse(equations); }

/// Without the count: what the paths alone say.
TEST(solve_ends, a_solution_that_hides_is_larger_than_said) {
  solve_options options;
  options.start = start_kind::total_degree;
  for (int digits = 2; digits <= 14; ++digits) {
    const std::string a = std::string("1.41421356237309504880").substr(0, 2 + static_cast<std::size_t>(digits));
    // One solution of the size of 10^digits, two paths to infinity beside it.
    const solve_result r = solve_beside_sets(system_of({"(x^2-2)*z-1", "(x-" + a + ")*z-3"}), options, care::all);
    const auto large = static_cast<double>(3 / std::fabs(std::sqrt(2.0L) - std::stold(a)));
    const bool lost = r.report.certified < 2;
    if (lost && r.report.status == solve_status::solved) {
      EXPECT_LT(r.report.infinite_beyond, large) << digits;
      EXPECT_LT(r.report.at_infinity, r.report.paths.infinite) << digits;
    }
    if (digits <= 8) {
      EXPECT_EQ(r.report.certified, 2u) << digits;
    }
  }
  // Two lines meet the line at infinity in one point, with a tangent: nothing large is near.
  const solve_result r = solve_beside_sets(system_of({"(x+2*y-3)^2*(x-y)+x", "(x+2*y-3)*(x+y)+1"}), options, care::all);
  EXPECT_EQ(r.report.status, solve_status::solved);
  EXPECT_EQ(r.report.complete, completeness::paths);
  EXPECT_GT(r.report.infinite_beyond, 1e8);
  EXPECT_TRUE(std::isfinite(r.report.infinite_beyond));
}

/// One of three unknowns is as large as 10^digits, or infinite where the point lies on the circle: the equations of the
/// face tell, from the coefficients.
TEST(solve_ends, ends_at_infinity_are_those_of_the_equations_of_the_face) {
  solve_options options;
  options.start = start_kind::total_degree;
  const solve_result on_it =
      solve_beside_sets(system_of({"x^2+y^2-1", "(x-0.6)*z-1", "(y-0.8)*z-2"}), options, care::all);
  EXPECT_EQ(on_it.report.certified, 1u);
  EXPECT_GT(on_it.report.at_infinity, 0u);
  for (const char* y : {"0.80000000001", "0.800000000000001"}) {
    const std::string last = std::string("(y-") + y + ")*z-2";
    const solve_result r = solve_beside_sets(system_of({"x^2+y^2-1", "(x-0.6)*z-1", last}), options, care::all);
    EXPECT_TRUE(r.report.certified == 2u || r.report.status == solve_status::incomplete) << y;
  }
}

/// Too many solutions for a count: pairs are parted by what their fold says, however near they are.
TEST(solve_ends, close_pairs_are_parted_without_a_count) {
  for (const char* first : {"(x-1)^2-1e-20", "(x-1)^2-1e-36", "(x-1)^2-1e-50"}) {
    const solve_result r = solve_beside_sets(system_of({first, "y^3-x*y-2"}), {}, care::all);
    EXPECT_EQ(r.report.certified, 6u) << first;
    EXPECT_EQ(r.report.complete, completeness::proven) << first;
  }
  const solve_result r = solve_beside_sets(system_of({"(x-1)^2", "y^3-x*y-2"}), {}, care::all);
  EXPECT_EQ(r.report.singular, 3u);
  for (const solve_solution& s : r.solutions) {
    EXPECT_EQ(s.on_a_set, membership::isolated);
    EXPECT_EQ(s.multiplicity, 2u);
    EXPECT_LT(s.accuracy, 1e-25);
  }
  // No double point: three paths, and a line of solutions.
  for (const solve_solution& s : solve_beside_sets(system_of({"(x-1)^3", "y-x"}), {}, care::all).solutions)
    EXPECT_EQ(s.on_a_set, membership::unknown);
  for (const solve_solution& s : solve_beside_sets(system_of({"x^2", "x*y"}), {}, care::all).solutions)
    EXPECT_NE(s.on_a_set, membership::isolated);
}

}  // namespace
}  // namespace vieta
