// `solve` on a GPU against the CPU: the same account of paths, the same solutions.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "solve/slice.hpp"
#include "unit/base/small_tests.hpp"
#include "vieta/solve.hpp"
#include "vieta/solve_parameters.hpp"
#include "vieta/system_io.hpp"

namespace vieta {
namespace {

class SolveDevice : public testing::Test {
 protected:
  void SetUp() override {
    if (!cuda_devices().empty()) return;
    if (std::getenv("VIETA_EXPECT_GPU") != nullptr) FAIL() << "no CUDA device found, but VIETA_EXPECT_GPU is set";
    GTEST_SKIP() << "no CUDA device";
  }
};

solve_options on(const char* place, start_kind start = start_kind::automatic, std::uint64_t seed = 1) {
  solve_options options;
  options.on = parse_target(place);
  options.start = start, options.seed = seed;
  return options;
}

/// Each solution of `a` is one of `b`, and no two are the same one.
void expect_same(const std::vector<solve_solution>& a, const std::vector<solve_solution>& b, const std::string& what) {
  ASSERT_EQ(a.size(), b.size()) << what;
  std::vector<bool> used(b.size(), false);
  for (const solve_solution& x : a) {
    std::size_t best = b.size();
    double least = 1e-9;
    for (std::size_t k = 0; k < b.size(); ++k) {
      if (used[k]) continue;
      double difference = 0, size = 0;
      for (std::size_t v = 0; v < x.point.x.size(); ++v) {
        const complex<qd>&p = x.point.x[v], &q = b[k].point.x[v];
        difference = std::max({difference, std::fabs(p.re.x0 - q.re.x0), std::fabs(p.im.x0 - q.im.x0)});
        size = std::max({size, std::fabs(p.re.x0), std::fabs(p.im.x0)});
      }
      if (difference < least * size) best = k, least = difference / size;
    }
    ASSERT_LT(best, b.size()) << what;
    used[best] = true;
    EXPECT_EQ(x.point.real, b[best].point.real) << what;
    EXPECT_EQ(x.point.certified, b[best].point.certified) << what;
  }
}

void compare(const polynomial_system& system, const solve_options& there, const std::string& what) {
  solve_options here = there;
  here.on = parse_target("cpu");
  const solve_result a = solve(system, there), b = solve(system, here);
  EXPECT_EQ(a.report.target.find("cuda:"), 0U) << a.report.target;
  EXPECT_EQ(a.report.status, b.report.status) << what;
  EXPECT_EQ(a.report.paths.regular, b.report.paths.regular) << what;
  EXPECT_EQ(a.report.paths.infinite, b.report.paths.infinite) << what;
  EXPECT_EQ(a.report.paths.singular, b.report.paths.singular) << what;
  EXPECT_EQ(a.report.paths.failed, 0U) << what;
  EXPECT_EQ(a.report.certified, b.report.certified) << what;
  if (a.report.singular == 0) expect_same(a.solutions, b.solutions, what);
}

TEST_F(SolveDevice, finds_what_the_cpu_finds) {
  if (test::small_tests()) return compare(families::noon(3), on("cuda"), "noon-3");
  for (const start_kind start : {start_kind::total_degree, start_kind::polyhedral}) {
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
      const std::string what = std::string(name(start)) + ", seed " + std::to_string(seed);
      compare(families::katsura(6), on("cuda", start, seed), "katsura-6, " + what);
      compare(families::cyclic(5), on("cuda", start, seed), "cyclic-5, " + what);
      compare(families::noon(4), on("cuda", start, seed), "noon-4, " + what);
      compare(families::eco(7), on("cuda", start, seed), "eco-7, " + what);
    }
  }
  compare(families::cyclic(7), on("cuda"), "cyclic-7");
  compare(families::katsura(10), on("cuda"), "katsura-10");
  compare(families::chandrasekhar(6), on("cuda", start_kind::total_degree), "chandrasekhar-6");
}

/// Paths that the CPU takes over.
TEST_F(SolveDevice, singular_ends) {
  compare(polynomial_system::parse(std::vector<std::string>{"(x - 1)^3 + y - 2", "(y - 2)^2"}), on("cuda"), "multiple");
  compare(polynomial_system::parse(std::vector<std::string>{"x^2 - 3*x + 2", "x*y - y - x + 1"}), on("cuda"), "a line");
}

/// The device calls no end infinite that the CPU would have to look at: what both say of large solutions is the same.
TEST_F(SolveDevice, ends_at_infinity_are_as_far_as_on_the_cpu) {
  for (const char* y : {"0.8001", "0.80000001", "0.800000000001", "0.8"}) {
    const polynomial_system system = polynomial_system::parse(
        std::vector<std::string>{"x^2+y^2-1", "(x-0.6)*z-1", std::string("(y-") + y + ")*z-2"});
    solve_options there = on("cuda", start_kind::total_degree), here = on("cpu", start_kind::total_degree);
    const solve_result a = tracking::solve_beside_sets(system, there, tracking::care::all),
                       b = tracking::solve_beside_sets(system, here, tracking::care::all);
    EXPECT_EQ(a.report.certified, b.report.certified) << y;
    EXPECT_EQ(a.report.status, b.report.status) << y;
    const bool is_far = std::isnan(a.report.infinite_beyond) || a.report.infinite_beyond >= 1e8;
    EXPECT_TRUE(is_far || a.report.status == solve_status::incomplete) << y;
  }
}

/// A path needs more than what a processor has of its own memory.
TEST_F(SolveDevice, large_systems_from_the_memory_of_the_device) {
  std::vector<std::string> equations;
  for (int k = 0; k < 90; ++k) {
    const std::string x = "x" + std::to_string(k), y = "x" + std::to_string((k + 1) % 90);
    equations.push_back(k < 5 ? x + "^2 - 2 + " + y + "/" + std::to_string(k + 3) : x + " - " + y + "/3 - 1");
  }
  compare(polynomial_system::parse(equations), on("cuda", start_kind::total_degree), "90 unknowns");
}

TEST_F(SolveDevice, instances) {
  const polynomial_system system = polynomial_system::parse(
      std::vector<std::string>{"u^2 + v^2 - 1", "x^2 + y^2 - l", "(x + d*u - a)^2 + (y + d*v)^2 - m",
                               "(x + e*u - f*v - b)^2 + (y + e*v + f*u - c)^2 - n"});
  parameter_values values{{"a", "b", "c", "d", "e", "f", "l", "m", "n"}, {}};
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> uniform(0.5, 3);
  const std::size_t rows = test::small_tests() ? 20 : 2000;
  for (std::size_t k = 0; k < rows * values.names.size(); ++k) values.values.emplace_back(uniform(random));
  const parameters_result a = solve_parameters(system, values, on("cuda")),
                          b = solve_parameters(system, values, on("cpu"));
  EXPECT_EQ(a.report.target.find("cuda:"), 0U) << a.report.target;
  EXPECT_EQ(a.report.solved, rows);
  EXPECT_EQ(a.report.certified, 6 * rows);
  EXPECT_EQ(a.report.real, b.report.real);
  ASSERT_EQ(a.instances.size(), b.instances.size());
  for (std::size_t k = 0; k < a.instances.size(); ++k)
    expect_same(a.instances[k].solutions, b.instances[k].solutions, "row " + std::to_string(k));
}

TEST_F(SolveDevice, answers_repeat_and_stop) {
  const solve_result a = solve(families::cyclic(6), on("cuda")), b = solve(families::cyclic(6), on("cuda"));
  ASSERT_EQ(a.solutions.size(), b.solutions.size());
  for (std::size_t k = 0; k < a.solutions.size(); ++k)
    EXPECT_EQ(a.solutions[k].point.x[0].re.x0, b.solutions[k].point.x[0].re.x0);
  solve_options options = on("cuda", start_kind::total_degree);
  options.max_seconds = 0.02;
  const solve_result c = solve(families::katsura(14), options);
  EXPECT_EQ(c.report.stopped_by, "time");
  EXPECT_GT(c.report.paths.stopped, 0U);
}

}  // namespace
}  // namespace vieta
