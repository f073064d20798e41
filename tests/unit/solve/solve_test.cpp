#include "vieta/solve.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <ctime>
#include <string>
#include <vector>

#include "solve/end_points.hpp"
#include "vieta/error.hpp"

namespace vieta {
namespace {

polynomial_system system_of(const std::vector<std::string>& equations) { return polynomial_system::parse(equations); }

solve_options one_thread(std::uint64_t seed = 1) {
  solve_options options;
  options.seed = seed;
  options.on.threads = 1;
  return options;
}

void expect_account(const path_account& p) {
  EXPECT_EQ(p.total, p.regular + p.singular + p.infinite + p.failed + p.stopped);
}

double distance(const system_point& x, const system_point& y) {
  double most = 0;
  for (std::size_t v = 0; v < x.size(); ++v) {
    const complex<qd> d = x[v] - y[v];
    most = std::max({most, std::fabs(d.re.x0), std::fabs(d.im.x0)});
  }
  return most;
}

/// Known numbers of solutions: Verschelde's demonstration database; Björck, Fröberg 1991 for cyclic-n; and of real
/// ones, where phc -b 2.4.86 finds as many.
struct known_count {
  std::string name;
  polynomial_system system;
  std::size_t solutions, real;
};

std::vector<known_count> known_counts() {
  return {{"katsura_5", families::katsura(5), 32, 16},
          {"katsura_6", families::katsura(6), 64, 32},
          {"katsura_7", families::katsura(7), 128, 44},
          {"cyclic_5", families::cyclic(5), 70, 10},
          {"cyclic_6", families::cyclic(6), 156, 24},
          {"noon_3", families::noon(3), 21, 7},
          {"noon_4", families::noon(4), 73, 15},
          {"noon_5", families::noon(5), 233, 11},
          {"eco_5", families::eco(5), 8, 4},
          {"eco_6", families::eco(6), 16, 4},
          {"eco_7", families::eco(7), 32, 8},
          {"chandrasekhar_5", families::chandrasekhar(5), 32, 2},
          {"chandrasekhar_6", families::chandrasekhar(6), 64, 4},
          {"reimer_4",
           system_of({"2*a^2-2*b^2+2*c^2-2*d^2-1", "2*a^3-2*b^3+2*c^3-2*d^3-1", "2*a^4-2*b^4+2*c^4-2*d^4-1",
                      "2*a^5-2*b^5+2*c^5-2*d^5-1"}),
           36, 8}};
}

class solve_counts : public testing::TestWithParam<int> {};

TEST_P(solve_counts, all_solutions_certified_and_distinct) {
  for (const known_count& known : known_counts()) {
    SCOPED_TRACE(known.name);
    const solve_result r = solve(known.system, one_thread(static_cast<std::uint64_t>(GetParam())));
    expect_account(r.report.paths);
    EXPECT_EQ(r.report.paths.regular, known.solutions);
    EXPECT_EQ(r.report.regular, known.solutions);
    EXPECT_EQ(r.report.certified, known.solutions);
    EXPECT_EQ(r.report.real, known.real);
    EXPECT_EQ(r.report.singular, 0u);
    EXPECT_EQ(r.report.paths.failed, 0u);
    for (std::size_t a = 0; a < r.solutions.size(); ++a)
      for (std::size_t b = 0; b < a; ++b)
        EXPECT_GT(distance(r.solutions[a].point.x, r.solutions[b].point.x),
                  r.solutions[a].point.radius + r.solutions[b].point.radius);
  }
}

INSTANTIATE_TEST_SUITE_P(seeds, solve_counts, testing::Values(1, 2, 3));

TEST(solve, a_multiple_solution_has_as_many_paths) {
  const solve_result r = solve(system_of({"(x-1)^2*(x+2)", "y^2-x"}), one_thread());
  expect_account(r.report.paths);
  EXPECT_EQ(r.report.paths.regular, 2u);
  EXPECT_EQ(r.report.paths.singular, 4u);
  ASSERT_EQ(r.solutions.size(), 4u);
  for (std::size_t k = 2; k < 4; ++k) {
    EXPECT_FALSE(r.solutions[k].regular);
    EXPECT_EQ(r.solutions[k].multiplicity, 2u);
    EXPECT_EQ(r.solutions[k].on_a_set, membership::isolated);  // solutions are finitely many, as counted
    EXPECT_NEAR(r.solutions[k].point.x[0].re.x0, 1, 1e-8);
    EXPECT_FALSE(r.solutions[k].point.certified);
  }
}

TEST(solve, what_was_counted_and_not_found_is_missing) {
  const solve_result all = solve(system_of({"(x-1)^2*(x+2)", "y^2-x"}), one_thread());
  EXPECT_EQ(all.report.complete, completeness::counted);
  EXPECT_EQ(all.report.counted.simple, 2u);
  EXPECT_EQ(all.report.counted.multiple, 2u);
  EXPECT_EQ(all.report.counted.with_multiplicity, 6u);
  // Without proofs nothing is compared with the count.
  solve_options unproven = one_thread();
  unproven.prove = false;
  EXPECT_FALSE(solve(system_of({"(x-1)^2*(x+2)", "y^2-x"}), unproven).report.counted.counted);
}

TEST(solve, a_triple_solution_closes_after_three_loops) {
  const solve_result r = solve(system_of({"x^3 - y", "y + 0*x"}), one_thread());
  ASSERT_EQ(r.solutions.size(), 1u);
  EXPECT_EQ(r.solutions[0].multiplicity, 3u);
  EXPECT_EQ(r.solutions[0].winding, 3u);
  EXPECT_NEAR(r.solutions[0].point.x[0].re.x0, 0, 1e-6);
}

TEST(solve, points_on_a_line_of_solutions_are_told) {
  const solve_result r = solve(system_of({"x^2-1", "x*y-y"}), one_thread());  // (-1, 0) and the line x = 1
  expect_account(r.report.paths);
  EXPECT_EQ(r.report.certified, 1u);
  EXPECT_GE(r.report.on_a_set, 1u);
  for (const solve_solution& s : r.solutions)
    if (s.on_a_set == membership::on_a_set) {
      EXPECT_NEAR(s.point.x[0].re.x0, 1, 1e-8);
    }
}

/// Its coordinates are all rounding: Newton's method moves far, relative to them.
TEST(solve, the_origin_is_a_regular_solution) {
  const solve_result r = solve(system_of({"x^2-x", "x*y-y"}), one_thread());  // and the line x = 1
  ASSERT_EQ(r.report.certified, 1u);
  EXPECT_EQ(r.solutions[0].point.x[0].re.x0, 0);
  EXPECT_EQ(r.solutions[0].point.x[1].re.x0, 0);
  EXPECT_EQ(r.report.on_a_set, r.report.singular);
  const solve_result far = solve(system_of({"x^2 - 1e9*x", "y*(1 - 1e-9*x) - x"}), one_thread());
  EXPECT_EQ(far.report.certified, 1u);
}

/// Powers of the homogeneous coordinates whose squares underflow.
TEST(solve, roots_of_unity_of_a_high_degree) {
  const solve_result r = solve(system_of({"x^1100 - 1"}), one_thread());
  EXPECT_EQ(r.report.certified, 1100u);
}

TEST(solve, no_solution_at_all) {
  const solve_result lines = solve(system_of({"x + y - 1", "x + y - 2"}), one_thread());
  EXPECT_EQ(lines.report.status, solve_status::solved);
  EXPECT_EQ(lines.report.paths.infinite, 1u);
  EXPECT_TRUE(lines.solutions.empty());
  EXPECT_EQ(solve(system_of({"x*y - x*y + 3", "x + y"}), one_thread()).report.status, solve_status::inconsistent);
  EXPECT_EQ(solve(system_of({"x - 1 + 0*y", "x^2 - 1"}), one_thread()).report.status, solve_status::not_isolated);
}

TEST(solve, large_solutions_are_not_infinite) {
  const solve_result r = solve(system_of({"1e-8*x^3 + x - 1", "y - 10*x^2"}), one_thread());
  EXPECT_EQ(r.report.certified, 3u);
  EXPECT_EQ(r.report.real, 1u);
  EXPECT_EQ(r.report.paths.infinite, 3u);
}

/// From afar they look like multiple solutions at infinity, where these systems have none.
TEST(solve, clusters_of_large_solutions_are_not_infinite) {
  const std::vector<std::pair<std::vector<std::string>, std::size_t>> systems = {
      {{"x^2 + y^2 - 1e12", "x - y - 1"}, 2}, {{"x^2 + y^2 - 2e10", "x - y - 1"}, 2},
      {{"x^2 + y^2 - 1e12", "x*y - 1"}, 4},   {{"x^3 + y^3 - 1e24", "x*y - 1"}, 6},
      {{"x^5 + y^5 - 1e50", "x*y - 1"}, 10},  {{"x - 1e15", "y - x"}, 1}};
  for (const auto& [equations, solutions] : systems)
    for (const std::uint64_t seed : {1u, 2u, 3u, 4u, 5u}) {
      const solve_result r = solve(system_of(equations), one_thread(seed));
      EXPECT_EQ(r.report.certified, solutions) << equations[0] << "; " << equations[1] << ", seed " << seed;
      EXPECT_EQ(r.report.paths.failed, 0u);
    }
}

/// Wilkinson's polynomial: in double its roots beyond degree 14 are indistinguishable from multiple ones.
TEST(solve, ill_conditioned_solutions_are_simple) {
  for (const int degree : {12, 16, 20}) {
    std::string product = "(x - 1)";
    for (int k = 2; k <= degree; ++k) product += "*(x - " + std::to_string(k) + ")";
    for (std::uint64_t seed = 1; seed <= (degree < 20 ? 3u : 1u); ++seed) {
      const solve_result r = solve(system_of({product}), one_thread(seed));
      EXPECT_EQ(r.report.certified, static_cast<std::size_t>(degree)) << "seed " << seed;
      EXPECT_EQ(r.report.real, static_cast<std::size_t>(degree));
    }
  }
}

/// Residuals next to 0 all over [0, 3], and a circle about several multiple roots has one mean.
TEST(solve, multiple_solutions_close_to_each_other) {
  for (const std::uint64_t seed : {1u, 2u, 3u, 4u}) {
    const solve_result r = solve(system_of({"x^2*(x - 1)^3*(x - 2)^4*(x - 3)^5"}), one_thread(seed));
    EXPECT_EQ(r.report.regular, 0u);
    ASSERT_EQ(r.solutions.size(), 4u) << "seed " << seed;
    for (std::size_t k = 0; k < 4; ++k) {
      EXPECT_EQ(r.solutions[k].multiplicity, k + 2);
      EXPECT_NEAR(r.solutions[k].point.x[0].re.x0, static_cast<double>(k), 1e-6);
    }
  }
}

/// In double, or from afar, these are equations of one circle.
TEST(solve, equations_that_contradict_each_other_by_little) {
  for (const char* second : {"x^2 + y^2 - 1.0000000001", "x^2 + y^2 - 1.0000000000001", "x^2 + y^2 - 1.00001"}) {
    solve_options options = one_thread();
    EXPECT_EQ(solve(system_of({"x^2 + y^2 - 1", second}), options).report.status, solve_status::inconsistent);
    options.start = start_kind::total_degree;  // paths are followed
    const solve_result r = solve(system_of({"x^2 + y^2 - 1", second}), options);
    EXPECT_EQ(r.solutions.size(), 0u) << second;
    EXPECT_EQ(r.report.paths.infinite, 4u) << second;
  }
}

TEST(solve, unknowns_of_very_different_sizes) {
  EXPECT_EQ(solve(system_of({"x*y - 1", "x - 1e-12"}), one_thread()).report.certified, 1u);
  EXPECT_EQ(solve(system_of({"x*y - 1", "x^2 - 1e-12"}), one_thread()).report.certified, 2u);
}

/// x^a y^b = c with y (y - d) = 0 has a solutions, and none on the line y = 0, where paths go to infinity.
TEST(solve, singular_ends_at_infinity_are_no_solutions) {
  for (const int a : {1, 2, 3})
    for (const int b : {1, 2, 3})
      for (const char* c : {"1", "9", "30"})
        for (const char* d : {"1", "9", "50"}) {
          const std::string first = "x^" + std::to_string(a) + "*y^" + std::to_string(b) + " - " + c;
          const solve_result r = solve(system_of({first, std::string("y^2 - ") + d + "*y"}), one_thread());
          EXPECT_EQ(r.report.certified, static_cast<std::size_t>(a)) << first << ", " << d;
          EXPECT_EQ(r.report.singular, 0u) << first << ", " << d;
          EXPECT_EQ(r.report.status, solve_status::solved);
        }
}

TEST(solve, complex_coefficients_and_more_digits) {
  solve_options options = one_thread();
  options.digits = 50;
  const solve_result r = solve(system_of({"x^2 - 2*i", "y - x"}), options);
  ASSERT_EQ(r.report.certified, 2u);
  for (const solve_solution& s : r.solutions) {
    EXPECT_GE(s.point.digits, 50);
    EXPECT_NEAR(std::fabs(s.point.x[0].re.x0), 1, 1e-15);
  }
}

TEST(solve, results_depend_on_the_seed_alone) {
  solve_options options = one_thread(7);
  const solve_result one = solve(families::cyclic(5), options);
  options.on.threads = 3;
  const solve_result three = solve(families::cyclic(5), options);
  EXPECT_EQ(one.report.steps, three.report.steps);
  EXPECT_EQ(one.report.rejected, three.report.rejected);
  ASSERT_EQ(one.solutions.size(), three.solutions.size());
  for (std::size_t k = 0; k < one.solutions.size(); ++k)
    EXPECT_EQ(distance(one.solutions[k].point.x, three.solutions[k].point.x), 0);
}

TEST(solve, time_and_cancellation_end_it) {
  solve_options options = one_thread();
  options.max_seconds = 0.02;
  solve_result r = solve(families::cyclic(7), options);
  EXPECT_EQ(r.report.status, solve_status::incomplete);
  EXPECT_EQ(r.report.stopped_by, "time");
  EXPECT_GT(r.report.paths.stopped, 0u);
  expect_account(r.report.paths);
  EXPECT_LT(r.report.seconds, 30);

  std::atomic<bool> cancel = true;
  options = one_thread();
  options.cancel = &cancel;
  r = solve(families::cyclic(6), options);
  EXPECT_EQ(r.report.stopped_by, "cancelled");
  EXPECT_EQ(r.report.paths.stopped, 720u);
}

/// Each of them was kept, compared and judged, though it had not been followed: 2.4 s of the processor for a limit of
/// 5 ms.
TEST(solve, a_million_paths_that_time_has_ended_are_counted_at_once) {
  std::vector<std::string> equations;
  for (int k = 0; k < 6; ++k) {
    const auto x = [&](int j) { return "x" + std::to_string((k + j) % 6); };
    equations.push_back(x(0) + "^10 + 3*" + x(1) + "^9*" + x(2) + " + " + x(3) + " - " + std::to_string(k + 1));
  }
  solve_options options = one_thread();
  options.start = start_kind::total_degree;
  options.max_seconds = 0.005;
  [[maybe_unused]] const std::clock_t begin = std::clock();
  const solve_result r = solve(system_of(equations), options);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && defined(NDEBUG)
  EXPECT_LT(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC, 1.005);
#endif
  EXPECT_EQ(r.report.stopped_by, "time");
  EXPECT_EQ(r.report.complete, completeness::no);
  EXPECT_EQ(r.report.paths.total, 1000000u);
  EXPECT_GT(r.report.paths.stopped, 0u);
  expect_account(r.report.paths);

  // So is what was followed when time was over, beside what was not.
  options = one_thread();
  options.max_seconds = 0.2;
  const solve_result some = solve(families::noon(9), options);
  EXPECT_EQ(some.report.paths.total, 19683u);
  expect_account(some.report.paths);
  EXPECT_GE(some.report.paths.regular, some.report.certified);
  EXPECT_EQ(some.solutions.size(), some.report.regular + some.report.singular);
}

void expect_refused(const polynomial_system& system, const solve_options& options, const std::string& saying) {
  try {
    (void)solve(system, options);
    ADD_FAILURE() << "not refused: " << saying;
  } catch (const error& problem) {
    EXPECT_NE(std::string(problem.what()).find(saying), std::string::npos) << problem.what();
  }
}

TEST(solve, misuse_is_refused) {
  const polynomial_system square = system_of({"x^2 - 2"});
  expect_refused(system_of({"x*y - 1"}), {}, "found 1 equation in 2 variables");
  solve_options options;
  options.digits = 61;
  expect_refused(square, options, "digits: found 61");
  options = {};
  options.precision = 5;
  expect_refused(square, options, "precision: found 5");
  options = {};
  options.max_seconds = -1;
  expect_refused(square, options, "max_seconds");
  options = {};
  options.max_paths = 100;
  expect_refused(families::cyclic(6), options, "max_paths");
  options = {};
  options.on.place = where::cuda, options.on.device = 99;
  expect_refused(square, options, "target cuda");
}

/// Ends were compared no farther than the first of two reaches.
TEST(solve, ends_meet_whichever_reaches_farther) {
  for (const bool first_reaches : {true, false}) {
    std::vector<tracking::judged_end> ends(3);
    for (std::size_t k = 0; k < ends.size(); ++k) {
      ends[k].kind = tracking::end_kind::regular;
      ends[k].point.x = {{qd(5e-4 * static_cast<double>(k)), qd(0.0)}};
      ends[k].point.certified = true;
      ends[k].point.radius = 1e-12;
    }
    ends[first_reaches ? 0 : 1].point.radius = 6e-4;
    ends[2].point.x[0].re = qd(1.0);
    const std::vector<std::vector<std::size_t>> groups = tracking::equal_ends(ends);
    ASSERT_EQ(groups.size(), 1u);
    EXPECT_EQ(groups[0], (std::vector<std::size_t>{0, 1}));
  }
}

}  // namespace
}  // namespace vieta
