#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "solve/start/binomial.hpp"
#include "solve/start/mixed_cells.hpp"
#include "solve/start/multihomogeneous.hpp"
#include "solve/start/supports.hpp"
#include "solve/tape/terms.hpp"
#include "vieta/error.hpp"
#include "vieta/solve.hpp"

// Start systems: mixed volumes and Bezout numbers against the literature and slow references, and that every start
// leads to all solutions.
namespace vieta {
namespace {

using namespace tracking;

bool never() { return false; }

mixed_cells cells_of(const std::vector<support>& supports, std::uint64_t seed = 1) {
  return find_mixed_cells(supports, seed, 1000000000, never);
}

std::vector<support> supports_of(const polynomial_system& system) {
  return tracking::supports_of(terms_of(system.data()), system.variables().size());
}

polynomial_system system_of(const std::vector<std::string>& equations) { return polynomial_system::parse(equations); }

polynomial_system reimer_4() {
  return system_of({"2*a^2-2*b^2+2*c^2-2*d^2-1", "2*a^3-2*b^3+2*c^3-2*d^3-1", "2*a^4-2*b^4+2*c^4-2*d^4-1",
                    "2*a^5-2*b^5+2*c^5-2*d^5-1"});
}

/// Determinant and solution of a linear system, by elimination.
double determinant(std::vector<std::vector<double>> a, std::vector<double>& x) {
  const std::size_t n = a.size();
  double product = 1;
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t best = k;
    for (std::size_t i = k; i < n; ++i)
      if (std::fabs(a[i][k]) > std::fabs(a[best][k])) best = i;
    if (a[best][k] == 0) return 0;
    if (best != k) product = -product;
    std::swap(a[k], a[best]), std::swap(x[k], x[best]);
    product *= a[k][k];
    for (std::size_t i = 0; i < n; ++i) {
      if (i == k) continue;
      const double l = a[i][k] / a[k][k];
      for (std::size_t j = k; j < n; ++j) a[i][j] -= l * a[k][j];
      x[i] -= l * x[k];
    }
  }
  for (std::size_t k = 0; k < n; ++k) x[k] /= a[k][k];
  return product;
}

/// The mixed volume by trying every choice of edges: those that are lower edges for a common normal.
double slow_mixed_volume(const std::vector<support>& supports, std::mt19937_64& random) {
  const std::size_t n = supports.size();
  for (const support& s : supports)
    if (s.size() < 2) return 0;
  std::vector<std::vector<double>> lift(n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t a = 0; a < supports[i].size(); ++a) lift[i].push_back(std::ldexp(double(random() >> 11), -53));
  std::vector<std::array<std::size_t, 2>> edge(n, {0, 1});
  double volume = 0;
  while (true) {
    std::vector<std::vector<double>> rows(n, std::vector<double>(n));
    std::vector<double> normal(n);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t v = 0; v < n; ++v) rows[i][v] = supports[i][edge[i][1]][v] - supports[i][edge[i][0]][v];
      normal[i] = lift[i][edge[i][0]] - lift[i][edge[i][1]];
    }
    const double det = determinant(rows, normal);
    bool lower = std::fabs(det) > 0.5;
    for (std::size_t i = 0; i < n && lower; ++i)
      for (std::size_t c = 0; c < supports[i].size() && lower; ++c) {
        if (c == edge[i][0] || c == edge[i][1]) continue;
        double height = lift[i][c] - lift[i][edge[i][0]];
        for (std::size_t v = 0; v < n; ++v) height += normal[v] * (supports[i][c][v] - supports[i][edge[i][0]][v]);
        lower = height > 0;
      }
    if (lower) volume += std::round(std::fabs(det));
    std::size_t i = 0;
    for (; i < n; ++i) {
      if (++edge[i][1] < supports[i].size()) break;
      edge[i][1] = ++edge[i][0] + 1;
      if (edge[i][1] < supports[i].size()) break;
      edge[i] = {0, 1};
    }
    if (i == n) return volume;
  }
}

TEST(mixed_cells, volumes_of_the_literature) {
  struct known {
    std::string name;
    polynomial_system system;
    double volume;
  };
  const std::vector<known> all = {{"cyclic_5", families::cyclic(5), 70},
                                  {"cyclic_6", families::cyclic(6), 156},
                                  {"cyclic_7", families::cyclic(7), 924},
                                  {"cyclic_8", families::cyclic(8), 2560},
                                  {"cyclic_9", families::cyclic(9), 11016},
                                  {"cyclic_10", families::cyclic(10), 35940},
                                  {"noon_3", families::noon(3), 21},
                                  {"noon_4", families::noon(4), 73},
                                  {"noon_5", families::noon(5), 233},
                                  {"eco_8", families::eco(8), 64},
                                  {"chandrasekhar_6", families::chandrasekhar(6), 64}};
  for (const known& k : all)
    for (std::uint64_t seed = 1; seed <= 20; ++seed)
      EXPECT_EQ(cells_of(supports_of(k.system), seed).volume, k.volume) << k.name << ", seed " << seed;
}

TEST(mixed_cells, same_as_trying_every_choice_of_edges) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 60; ++round) {
    const std::size_t n = 1 + random() % 4;
    std::vector<support> supports(n);
    for (support& s : supports) {
      const std::size_t points = 2 + random() % 5;
      for (std::size_t a = 0; a < points; ++a) {
        std::vector<std::int32_t> p;
        for (std::size_t v = 0; v < n; ++v) p.push_back(static_cast<std::int32_t>(random() % 4));
        if (std::find(s.begin(), s.end(), p) == s.end()) s.push_back(p);
      }
    }
    const double slow = slow_mixed_volume(supports, random);
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const mixed_cells found = cells_of(supports, seed);
      EXPECT_EQ(found.volume, slow) << "round " << round;
      double sum = 0;
      for (const mixed_cell& c : found.cells) {
        sum += static_cast<double>(c.volume);
        for (std::size_t i = 0; i < n; ++i)
          for (std::size_t a = 0; a < supports[i].size(); ++a) {
            if (a == c.edges[i][0] || a == c.edges[i][1])
              EXPECT_EQ(c.height[i][a], 0);
            else
              EXPECT_GT(c.height[i][a], 0);
          }
      }
      EXPECT_EQ(sum, found.volume);
    }
  }
}

TEST(mixed_cells, limits_are_kept) {
  const std::vector<support> supports = supports_of(families::cyclic(8));
  EXPECT_EQ(find_mixed_cells(supports, 1, 100, never).outcome, cell_search::too_many);
  EXPECT_EQ(find_mixed_cells(supports, 1, 1000000, [] { return true; }).outcome, cell_search::stopped);
  EXPECT_EQ(cells_of({{{0, 0}, {2000000000, 1}}, {{0, 0}, {1, 2000000000}}}).outcome, cell_search::too_large);
  EXPECT_EQ(cells_of({{{1, 1}}, {{0, 0}, {1, 2}}}).volume, 0);
}

TEST(supports, constants_are_added_only_where_solutions_would_be_lost) {
  EXPECT_TRUE(missing_constants(supports_of(families::cyclic(6))).empty());
  EXPECT_TRUE(missing_constants(supports_of(families::noon(4))).empty());
  EXPECT_EQ(missing_constants(supports_of(system_of({"x*(1-x-2*y)", "y*(1-3*x-y)"}))).size(), 2u);
  EXPECT_EQ(missing_constants(supports_of(system_of({"x^2 - 2", "y*x - y"}))).size(), 1u);
}

TEST(binomial, all_solutions_and_no_more) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 50; ++round) {
    const std::size_t n = 1 + random() % 5;
    std::vector<std::int64_t> rows;
    std::vector<double> angles, none(n, 0);
    std::vector<std::vector<double>> matrix(n);
    for (std::size_t i = 0; i < n; ++i) {
      angles.push_back(std::ldexp(static_cast<double>(random() >> 11), -53));
      for (std::size_t v = 0; v < n; ++v) {
        rows.push_back(static_cast<std::int64_t>(random() % 9) - 4);
        matrix[i].push_back(static_cast<double>(rows.back()));
      }
    }
    const auto det = static_cast<std::size_t>(std::lround(std::fabs(determinant(matrix, none))));
    const binomial_system b(rows, angles);
    ASSERT_EQ(b.solutions(), det);
    if (det > 500) continue;
    std::vector<std::vector<std::complex<double>>> all;
    for (std::size_t k = 0; k < det; ++k) {
      const auto x = b.solution(k);
      for (std::size_t i = 0; i < n; ++i) {
        std::complex<double> product = 1;
        for (std::size_t v = 0; v < n; ++v) product *= std::pow(x[v], static_cast<double>(rows[i * n + v]));
        EXPECT_LT(std::abs(product - std::polar(1.0, 6.283185307179586 * angles[i])), 1e-10);
      }
      for (const auto& y : all) {
        double gap = 0;
        for (std::size_t v = 0; v < n; ++v) gap = std::max(gap, std::abs(x[v] - y[v]));
        EXPECT_GT(gap, 1e-6);
      }
      all.push_back(x);
    }
  }
}

solve_options with(start_kind start, std::uint64_t seed) {
  solve_options options;
  options.start = start;
  options.seed = seed;
  options.on.threads = 1;
  return options;
}

struct known_count {
  std::string name;
  polynomial_system system;
  std::size_t solutions;
};

std::vector<known_count> known_counts() {
  return {{"katsura_5", families::katsura(5), 32},
          {"cyclic_5", families::cyclic(5), 70},
          {"noon_3", families::noon(3), 21},
          {"eco_6", families::eco(6), 16},
          {"reimer_4", reimer_4(), 36},
          {"chandrasekhar_5", families::chandrasekhar(5), 32}};
}

class solve_starts : public testing::TestWithParam<start_kind> {};

/// No finite solution, or none that is isolated: every start says so, and every path has an end.
TEST_P(solve_starts, systems_without_isolated_solutions) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const auto answer = [&](const std::vector<std::string>& equations, std::size_t regular) {
      const solve_result r = solve(system_of(equations), with(GetParam(), seed));
      const path_account& p = r.report.paths;
      // Whether ends on sets are isolated need not be known.
      const bool is_open = r.report.status == solve_status::unproven && r.report.singular > 0;
      EXPECT_TRUE(r.report.status == solve_status::solved || is_open) << equations[0];
      EXPECT_EQ(p.total, p.regular + p.singular + p.infinite) << equations[0];
      EXPECT_EQ(r.report.certified, regular) << equations[0];
      return p;
    };
    EXPECT_EQ(answer({"x + y - 1", "x + y - 2"}, 0).infinite, 1U);
    EXPECT_EQ(answer({"x^2 + y^2 - 1", "x^2 + y^2 - 2"}, 0).infinite, 4U);
    EXPECT_EQ(answer({"x^2 - y^2", "x*y - y^2"}, 0).singular, 4U);
    EXPECT_EQ(answer({"x*y", "x*z", "y*z"}, 0).regular, 0U);
    EXPECT_EQ(answer({"x^2 - 1", "(x - 1)*(y - 2)"}, 1).regular, 1U);
  }
}

TEST_P(solve_starts, known_numbers_of_solutions_for_twenty_seeds) {
  for (const known_count& known : known_counts())
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      SCOPED_TRACE(known.name + ", seed " + std::to_string(seed));
      const solve_result r = solve(known.system, with(GetParam(), seed));
      EXPECT_EQ(r.report.start, GetParam());
      EXPECT_EQ(r.report.certified, known.solutions);
      EXPECT_EQ(r.report.paths.regular, known.solutions);
      EXPECT_EQ(r.report.singular, 0u);
      EXPECT_EQ(r.report.paths.failed, 0u);
    }
}

INSTANTIATE_TEST_SUITE_P(starts, solve_starts, testing::Values(start_kind::multi_homogeneous, start_kind::polyhedral));

TEST(solve_starts, zero_coordinates_are_not_lost) {
  for (const start_kind start : {start_kind::total_degree, start_kind::multi_homogeneous, start_kind::polyhedral})
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      const solve_result predators = solve(system_of({"x*(1-x-2*y)", "y*(1-3*x-y)"}), with(start, seed));
      EXPECT_EQ(predators.report.certified, 4u);
      const solve_result three =
          solve(system_of({"x*(1-x-2*y-3*z)", "y*(1-3*x-y+z)", "z*(2-x-5*y-z)"}), with(start, seed));
      EXPECT_EQ(three.report.certified, 8u);
      const solve_result twice = solve(system_of({"x^2*(x+y-1)", "y-2*x-2"}), with(start, seed));
      EXPECT_EQ(twice.report.certified, 1u);
      ASSERT_EQ(twice.solutions.size(), 2u);
      EXPECT_EQ(twice.solutions[1].multiplicity, 2u);
      EXPECT_NEAR(twice.solutions[1].point.x[0].re.x0, 0, 1e-7);
    }
}

TEST(solve_starts, an_eigenvalue_problem_has_as_many_paths_as_eigenvalues) {
  std::vector<std::string> equations;
  std::mt19937_64 random(3);
  std::string sum = "-1";
  for (int i = 0; i < 6; ++i) {
    std::string e = "-l*x" + std::to_string(i);
    for (int j = 0; j < 6; ++j) e += "+" + std::to_string(1 + random() % 99) + "*x" + std::to_string(j);
    equations.push_back(e);
    sum += "+" + std::to_string(1 + random() % 9) + "*x" + std::to_string(i);
  }
  equations.push_back(sum);
  const polynomial_system system = polynomial_system::parse(equations);
  const solve_result by_hand = solve(system, with(start_kind::multi_homogeneous, 1));
  EXPECT_EQ(by_hand.report.counts.multi_homogeneous, 6);
  EXPECT_EQ(by_hand.report.paths.total, 6u);
  EXPECT_EQ(by_hand.report.certified, 6u);
  const solve_result found = solve(system, with(start_kind::automatic, 1));
  EXPECT_EQ(found.report.start, start_kind::multi_homogeneous);
  EXPECT_EQ(found.report.counts.total_degree, 64);
  EXPECT_EQ(found.report.certified, 6u);
}

TEST(solve_starts, automatic_takes_the_mixed_volume_of_sparse_systems) {
  const solve_result r = solve(families::cyclic(7), with(start_kind::automatic, 1));
  EXPECT_EQ(r.report.start, start_kind::polyhedral);
  EXPECT_EQ(r.report.paths.total, 924u);
  EXPECT_EQ(r.report.certified, 924u);
  EXPECT_EQ(r.report.real, 56u);
  const solve_result high = solve(system_of({"x^40*y^30*z^20 - 2*x + 1", "x*y^19 - z^7*y + 3", "x - y^2*z - 2"}),
                                  with(start_kind::automatic, 1));
  EXPECT_EQ(high.report.start, start_kind::polyhedral);
  EXPECT_EQ(high.report.counts.total_degree, 90 * 20 * 3);
  EXPECT_EQ(high.report.paths.failed, 0u);
  EXPECT_EQ(high.report.certified, high.report.paths.total);
}

TEST(solve_starts, a_system_without_isolated_solutions_may_have_no_path) {
  const solve_result r = solve(system_of({"x*y - 1", "2*x*y - 3"}), with(start_kind::polyhedral, 1));
  EXPECT_EQ(r.report.counts.mixed_volume, 0);
  EXPECT_EQ(r.report.paths.total, 0u);
  EXPECT_TRUE(r.solutions.empty());
}

TEST(solve_starts, threads_change_nothing) {
  solve_options options = with(start_kind::polyhedral, 5);
  const solve_result one = solve(families::cyclic(6), options);
  options.on.threads = 3;
  const solve_result three = solve(families::cyclic(6), options);
  EXPECT_EQ(one.report.steps, three.report.steps);
  ASSERT_EQ(one.solutions.size(), three.solutions.size());
  for (std::size_t k = 0; k < one.solutions.size(); ++k)
    for (std::size_t v = 0; v < one.solutions[k].point.x.size(); ++v)
      EXPECT_EQ(one.solutions[k].point.x[v].re.x0, three.solutions[k].point.x[v].re.x0);
}

TEST(solve_starts, time_and_refusals) {
  std::atomic<bool> cancel = true;
  solve_options options = with(start_kind::polyhedral, 1);
  options.cancel = &cancel;
  EXPECT_EQ(solve(families::cyclic(10), options).report.status, solve_status::incomplete);
  options.cancel = nullptr;
  options.max_seconds = 0.05;
  const solve_result late = solve(families::cyclic(8), options);
  EXPECT_EQ(late.report.status, solve_status::incomplete);
  EXPECT_EQ(late.report.stopped_by, "time");
  const auto refused = [](const polynomial_system& system, const solve_options& wish, const std::string& saying) {
    try {
      (void)solve(system, wish);
      ADD_FAILURE() << "not refused: " << saying;
    } catch (const error& problem) {
      EXPECT_NE(std::string(problem.what()).find(saying), std::string::npos) << problem.what();
    }
  };
  options = with(start_kind::automatic, 1);
  options.max_paths = 100;
  refused(families::cyclic(6), options, "found 156 paths (the mixed volume), expected at most max_paths = 100");
  options.start = start_kind::total_degree;
  refused(families::cyclic(6), options, "found 720 paths (the product of the degrees)");
  refused(system_of({"x^1000000*y - 1", "y^1000000*x - 1"}), with(start_kind::polyhedral, 1), "too large");
}

/// Two resonators, weakly coupled.
std::vector<std::string> oscillators(const std::string& coupling) {
  return {"-0.013*x+(0.7+12.5*(x^2+y^2))*y+" + coupling + "*v",
          "-0.013*y-(0.7+12.5*(x^2+y^2))*x-" + coupling + "*u+3.1", "-0.0021*u+(0.2*(u^2+v^2)-5)*v+" + coupling + "*y",
          "-0.0021*v-(0.2*(u^2+v^2)-5)*u-" + coupling + "*x"};
}

TEST(solve_forms, isotropic_unknowns_where_their_bound_is_smaller) {
  for (const char* coupling : {"0.00001", "0.03", "1"}) {
    const solve_result r = solve(system_of(oscillators(coupling)));
    EXPECT_EQ(r.report.paths.total, 9u);
    EXPECT_EQ(r.report.certified, 9u);
    EXPECT_EQ(r.report.complete, completeness::proven);
    EXPECT_EQ(r.report.isotropic.size(), 2u);
    EXPECT_TRUE(r.report.combined);
    solve_options given;
    given.start = start_kind::total_degree;
    const solve_result other = solve(system_of(oscillators(coupling)), given);
    ASSERT_EQ(other.solutions.size(), r.solutions.size());
    EXPECT_TRUE(other.report.isotropic.empty());
    EXPECT_EQ(other.report.real, r.report.real);
    for (std::size_t k = 0; k < r.solutions.size(); ++k)
      for (std::size_t v = 0; v < 4; ++v)
        EXPECT_NEAR(r.solutions[k].point.x[v].re.x0, other.solutions[k].point.x[v].re.x0, 1e-12);
  }
}

/// Ellipses, hyperbolas and turned ones that meet the line at infinity in the same points: products of factors over
/// Q(i), Q(sqrt 2) and Q(i, sqrt 2, sqrt 3).
TEST(solve_forms, linear_factors_of_common_quadratic_forms) {
  struct example {
    std::vector<std::string> equations;
    double bound;
    std::vector<std::string> forms;
  };
  const std::vector<example> examples{
      {{"(x^2+2*y^2)*x-y", "(x^2+2*y^2)*y-2*x-1"}, 5, {"x^2+2*y^2"}},
      {{"(x^2-2*y^2)*x-y", "(x^2-2*y^2)*y-2*x-1"}, 5, {"x^2-2*y^2"}},
      {{"(x^2+x*y+3*y^2)*x-y", "(x^2+x*y+3*y^2)*y-2*x-1"}, 5, {"x^2+x*y+3*y^2"}},
      {{"-0.013*x+(0.7+12.5*(x^2+2*y^2))*y+0.03*v", "-0.013*y-(0.7+12.5*(x^2+2*y^2))*x-0.03*u+3.1",
        "-0.0021*u+(0.2*(u^2+3*v^2)-5)*v+0.03*y", "-0.0021*v-(0.2*(u^2+3*v^2)-5)*u-0.03*x"},
       25,
       {"x^2+2*y^2", "v^2+1/3*u^2"}}};
  for (const example& e : examples) {
    const solve_result r = solve(system_of(e.equations));
    EXPECT_EQ(r.report.bound, e.bound) << e.equations[0];
    EXPECT_EQ(static_cast<double>(r.report.certified), e.bound) << e.equations[0];
    EXPECT_EQ(r.report.complete, completeness::proven) << e.equations[0];
    EXPECT_EQ(r.report.isotropic_forms, e.forms);
    solve_options given;
    given.start = start_kind::total_degree;
    const solve_result other = solve(system_of(e.equations), given);
    ASSERT_EQ(other.solutions.size(), r.solutions.size());
    EXPECT_EQ(other.report.real, r.report.real);
    for (std::size_t k = 0; k < r.solutions.size(); ++k)
      for (std::size_t v = 0; v < r.solutions[k].point.x.size(); ++v)
        EXPECT_NEAR(r.solutions[k].point.x[v].re.x0, other.solutions[k].point.x[v].re.x0, 1e-12);
  }
}

TEST(solve_forms, combined_equations_where_their_bound_is_smaller) {
  const solve_result circles = solve(system_of({"x^2+y^2-4", "x^2+y^2-x-3*y+1"}));
  EXPECT_EQ(circles.report.bound, 2);
  EXPECT_EQ(circles.report.certified, 2u);
  EXPECT_EQ(circles.report.complete, completeness::proven);
  EXPECT_TRUE(circles.report.combined);
  const solve_result none = solve(system_of({"x^2-y-1", "x^2-y+3"}));
  EXPECT_EQ(none.report.status, solve_status::inconsistent);
  EXPECT_EQ(none.report.complete, completeness::proven);
  // The same form twice is not a system with isolated solutions.
  const solve_result same = solve(system_of({"x^2-y-1", "2*x^2-2*y-2"}));
  EXPECT_FALSE(same.report.combined);
  EXPECT_EQ(same.report.certified, 0u);
  // With decimals that cancel, and coefficients that are not real.
  const solve_result third = solve(system_of({"0.1*x^2+0.3*x*y-y", "0.2*x^2+0.6*x*y-i*x+1"}));
  EXPECT_EQ(third.report.complete, completeness::proven);
  EXPECT_EQ(third.report.certified, 2u);
}

TEST(solve_forms, powers_of_thousands) {
  const solve_result r = solve(system_of({"x^1500-1", "y^2-x*y-1"}));
  EXPECT_EQ(r.report.certified, 3000u);
  EXPECT_EQ(r.report.complete, completeness::proven);
}

}  // namespace
}  // namespace vieta
