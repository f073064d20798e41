#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "vieta/solve.hpp"
#include "vieta/system_io.hpp"

// PHCpack's demonstration systems: every listed solution that can be proven to be isolated is among those found. The
// systems that take longer are in bench/peers/solve_phc.py.
namespace vieta {
namespace {

std::filesystem::path folder() {
  const char* const data = std::getenv("VIETA_TEST_DATA");
  return data == nullptr ? "" : std::filesystem::path(data) / "phcpack";
}

double distance(const system_point& x, const system_point& y) {
  double most = 0;
  for (std::size_t v = 0; v < x.size(); ++v) {
    const complex<qd> d = x[v] - y[v];
    most = std::max(most, std::hypot(d.re.x0, d.im.x0));
  }
  return most;
}

const std::vector<std::string> files{
    "boon",     "caprasse_new", "chandra4",  "chandra5", "chemequ", "chemequs",  "comb3000",  "comb3000s",
    "cpdm5",    "cyclic3",      "cyclic5",   "cyclic6",  "eco5",    "eco6",      "extcyc5",   "extcyc6",
    "fbrfive4", "fourbar",      "game4two",  "game5two", "gaukwa2", "gaukwa3",   "ipp",       "katsura5",
    "katsura6", "katsura7",     "kotsireas", "lumped",   "mickey",  "mickeyq",   "noon3",     "noon4",
    "pb601es",  "pb601vs",      "quadfor2",  "rbpl",     "rbpl24s", "redcyc5",   "redcyc6",   "redeco5",
    "redeco6",  "redeco7",      "rediff3",   "rose",     "sendra",  "tangents0", "tangents1", "wood"};
/// What the product of the degrees is too large for.
const std::vector<std::string> sparse_files{"butcher",  "butcher8b", "butemb3",   "cohn2",     "cyclic7", "d1",
                                            "des22_24", "eco7",      "extcyc7",   "extcyc8",   "filter9", "i1",
                                            "kin1",     "rbpl24es",  "rcyc8emb1", "rcyc9emb2", "redcyc7", "redcyc8",
                                            "robspat",  "sparse5",   "speer"};

system_file read(const std::string& name) { return read_system((folder() / name).string()); }

/// The solutions that a file lists, as far as they can be proven to be isolated.
std::vector<newton_solution> listed_in(const system_file& file) {
  if (file.points.empty()) return {};
  std::vector<newton_solution> listed = newton(file.system, file.points, {}).solutions, isolated;
  for (std::size_t k = 0; k < listed.size(); ++k)
    if (listed[k].certified && distance(listed[k].x, file.points[k]) <= 1e-3) isolated.push_back(std::move(listed[k]));
  return isolated;
}

/// No path failed, all regular solutions are proven, and each listed one is there once.
void expect_all(const solve_result& found, const std::vector<newton_solution>& listed) {
  const path_account& p = found.report.paths;
  EXPECT_EQ(p.failed + p.stopped, 0u);
  EXPECT_EQ(p.total, p.regular + p.singular + p.infinite);
  EXPECT_EQ(found.report.certified, found.report.regular);
  for (const newton_solution& s : listed) {
    std::size_t there = 0;
    for (const solve_solution& f : found.solutions)
      there += f.regular && distance(f.point.x, s.x) <= f.point.radius + s.radius;
    EXPECT_EQ(there, 1u) << "listed solution, first coordinate " << s.x[0].re.x0 << ", " << s.x[0].im.x0;
  }
}

class solve_phcpack : public testing::TestWithParam<std::string> {};

TEST_P(solve_phcpack, finds_all_that_are_listed) {
  if (folder().empty()) GTEST_SKIP() << "SKIPPED: VIETA_TEST_DATA is not set";
  const system_file file = read(GetParam());
  expect_all(solve(file.system, {}), listed_in(file));
}

/// Minutes; a row of a table for each file. Runs where VIETA_SLOW_TESTS is set.
TEST_P(solve_phcpack, the_same_for_twenty_seeds) {
  if (folder().empty()) GTEST_SKIP() << "SKIPPED: VIETA_TEST_DATA is not set";
  if (std::getenv("VIETA_SLOW_TESTS") == nullptr) GTEST_SKIP() << "VIETA_SLOW_TESTS is not set";
  const system_file file = read(GetParam());
  const std::vector<newton_solution> listed = listed_in(file);
  std::size_t certified = 0, singular_paths = 0, again = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    solve_options options;
    options.seed = seed;
    options.on.threads = 1;
    const solve_result found = solve(file.system, options);
    expect_all(found, listed);
    if (seed == 1) certified = found.report.certified;
    EXPECT_EQ(found.report.certified, certified);
    singular_paths =
        std::max(singular_paths, found.report.paths.singular);  // near infinity, sets too, ends are estimates
    again += found.report.tracked_again;
  }
  std::printf("| %s | %zu | %zu | %zu | %zu | %zu |\n", GetParam().c_str(), file.points.size(), listed.size(),
              certified, singular_paths, again);
}

/// Coefficients rounded to 12 digits: a surface of zeros becomes 30 solutions with condition numbers of 1e11 to 1e14.
/// The other 18 paths that stay at the surface until t is about 1e-12 end in the origin.
TEST(solve_phcpack_seeds, remains_of_a_surface_in_fourbar) {
  if (folder().empty()) GTEST_SKIP() << "SKIPPED: VIETA_TEST_DATA is not set";
  const system_file file = read("fourbar");
  for (const std::uint64_t seed : {1U, 7U, 14U}) {
    solve_options options;
    options.seed = seed;
    const solve_result found = solve(file.system, options);
    EXPECT_EQ(found.report.certified, 66U) << "seed " << seed;
    std::size_t at_origin = 0;
    for (const solve_solution& s : found.solutions)
      if (!s.regular && distance(s.point.x, system_point(4)) < 1e-5) at_origin += s.multiplicity;
    EXPECT_EQ(at_origin, 18U) << "seed " << seed;
  }
}

/// Coefficients rounded to 15 digits: 8 solutions of size 5e15 and 9e15 come in from infinity. The mixed volume is 80.
TEST(solve_phcpack_seeds, solutions_of_rbpl24s_at_1e16) {
  if (folder().empty()) GTEST_SKIP() << "SKIPPED: VIETA_TEST_DATA is not set";
  solve_options options;
  options.seed = 101;
  const solve_result found = solve(read("rbpl24s").system, options);
  EXPECT_EQ(found.report.certified, 80U);
  EXPECT_EQ(found.report.complete, completeness::proven);
  const auto is_far = [](const solve_solution& s) { return distance(s.point.x, system_point(9)) > 1e15; };
  EXPECT_EQ(std::count_if(found.solutions.begin(), found.solutions.end(), is_far), 8);
}

/// Pairs of solutions of size 5e7: circles about t = 0 may end first, with limits that look like infinity.
TEST(solve_phcpack_seeds, large_solutions_of_ipp) {
  if (folder().empty()) GTEST_SKIP() << "SKIPPED: VIETA_TEST_DATA is not set";
  const system_file file = read("ipp");
  for (const std::uint64_t seed : {2U, 5U, 8U}) {
    solve_options options;
    options.seed = seed;
    EXPECT_EQ(solve(file.system, options).report.certified, 64U) << "seed " << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(files, solve_phcpack, testing::ValuesIn(files), [](const auto& one) { return one.param; });
INSTANTIATE_TEST_SUITE_P(sparse_files, solve_phcpack, testing::ValuesIn(sparse_files),
                         [](const auto& one) { return one.param; });

}  // namespace
}  // namespace vieta
