#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
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

class solve_phcpack : public testing::TestWithParam<std::string> {};

TEST_P(solve_phcpack, finds_all_that_are_listed) {
  if (folder().empty()) GTEST_SKIP() << "SKIPPED: VIETA_TEST_DATA is not set";
  const system_file file = read_system((folder() / GetParam()).string());
  const solve_result found = solve(file.system, {});
  const path_account& p = found.report.paths;
  EXPECT_EQ(p.failed + p.stopped, 0u);
  EXPECT_EQ(p.total, p.regular + p.singular + p.infinite);
  EXPECT_EQ(found.report.certified, found.report.regular);
  if (file.points.empty()) return;
  const newton_result listed = newton(file.system, file.points, {});
  for (std::size_t k = 0; k < listed.solutions.size(); ++k) {
    const newton_solution& s = listed.solutions[k];
    if (!s.certified || distance(s.x, file.points[k]) > 1e-3) continue;
    std::size_t there = 0;
    for (const solve_solution& f : found.solutions)
      there += f.regular && distance(f.point.x, s.x) <= f.point.radius + s.radius;
    EXPECT_EQ(there, 1u) << "solution " << k + 1 << " of the file";
  }
}

/// Pairs of solutions of size 5e7: circles about t = 0 may end first, with limits that look like infinity.
TEST(solve_phcpack_seeds, large_solutions_of_ipp) {
  if (folder().empty()) GTEST_SKIP() << "SKIPPED: VIETA_TEST_DATA is not set";
  const system_file file = read_system((folder() / "ipp").string());
  for (const std::uint64_t seed : {2U, 5U, 8U}) {
    solve_options options;
    options.seed = seed;
    EXPECT_EQ(solve(file.system, options).report.certified, 64U) << "seed " << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(files, solve_phcpack,
                         testing::Values("boon", "caprasse_new", "chandra4", "chandra5", "chemequ", "chemequs",
                                         "comb3000", "comb3000s", "cpdm5", "cyclic3", "cyclic5", "cyclic6", "eco5",
                                         "eco6", "extcyc5", "extcyc6", "fbrfive4", "fourbar", "game4two", "game5two",
                                         "gaukwa2", "gaukwa3", "ipp", "katsura5", "katsura6", "katsura7", "kotsireas",
                                         "lumped", "mickey", "mickeyq", "noon3", "noon4", "pb601es", "pb601vs",
                                         "quadfor2", "rbpl", "rbpl24s", "redcyc5", "redcyc6", "redeco5", "redeco6",
                                         "redeco7", "rediff3", "rose", "sendra", "tangents0", "tangents1", "wood"),
                         [](const auto& one) { return one.param; });

// What the product of the degrees is too large for.
INSTANTIATE_TEST_SUITE_P(sparse_files, solve_phcpack,
                         testing::Values("butcher", "butcher8b", "butemb3", "cohn2", "cyclic7", "d1", "des22_24",
                                         "eco7", "extcyc7", "extcyc8", "filter9", "i1", "kin1", "rbpl24es", "rcyc8emb1",
                                         "rcyc9emb2", "redcyc7", "redcyc8", "robspat", "sparse5", "speer"),
                         [](const auto& one) { return one.param; });

}  // namespace
}  // namespace vieta
