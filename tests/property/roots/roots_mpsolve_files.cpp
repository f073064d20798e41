// MPSolve's own test polynomials: one test for each file, so that ctest shows each. They are no part of this
// repository, so only their names are here.
#include <algorithm>
#include <filesystem>

#include "oracles/roots/mpsolve_files.hpp"

namespace vieta::test {
namespace {

const char* const files[] = {
    "chebyshev160", "chebyshev20", "chebyshev320", "chebyshev40", "chebyshev80", "curz160",      "curz20",
    "curz40",       "curz80",      "easy100",      "easy1600",    "easy200",     "easy3200",     "easy400",
    "easy800",      "exp100",      "exp200",       "exp400",      "exp50",       "geom1_10",     "geom1_15",
    "geom1_20",     "geom1_40",    "geom2_10",     "geom2_15",    "geom2_20",    "geom2_40",     "geom3_10",
    "geom3_20",     "geom3_40",    "geom3_80",     "geom4_10",    "geom4_20",    "geom4_40",     "geom4_80",
    "hermite160",   "hermite20",   "hermite320",   "hermite40",   "hermite80",   "kats8",        "kir1_10",
    "kir1_10_mod",  "kir1_20",     "kir1_20_mod",  "kir1_40",     "kir1_40_mod", "kir1_symb",    "laguerre160",
    "laguerre20",   "laguerre320", "laguerre40",   "laguerre80",  "lar1",        "lar1_200",     "lar2",
    "lar3",         "lar4",        "lar5",         "legendre160", "legendre20",  "legendre320",  "legendre40",
    "legendre80",   "mand127",     "mand255",      "mand31",      "mand511",     "mand63",       "mult1",
    "mult2",        "mult3",       "mult4",        "nrooti100",   "nrooti1600",  "nrooti200",    "nrooti3200",
    "nrooti400",    "nrooti50",    "nrooti6400",   "nrooti800",   "nroots100",   "nroots1600",   "nroots200",
    "nroots3200",   "nroots400",   "nroots50",     "nroots6400",  "nroots800",   "partition200", "partition400",
    "partition800", "sparse100",   "sparse1600",   "sparse200",   "sparse3200",  "sparse400",    "sparse6400",
    "sparse800",    "wilk160",     "wilk20",       "wilk320",     "wilk40",      "wilk80",       "wilk_mod"};
const char* const slow_files[] = {"mand1023", "mand2047"};  // roots_mpsolve_slow_files.cpp

TEST_P(MpsolveFile, SolvesTo15Digits) { solve(GetParam()); }
INSTANTIATE_TEST_SUITE_P(Roots, MpsolveFile, testing::ValuesIn(files), file_name);

TEST(MpsolveFiles, NoneIsForgotten) {
  if (mpsolve_folder().empty()) GTEST_SKIP() << "VIETA_TEST_DATA is not set";
  for (const auto& entry : std::filesystem::directory_iterator(mpsolve_folder())) {
    if (entry.path().extension() != ".pol") continue;
    const std::string stem = entry.path().stem();
    const auto is_it = [&](const char* name) { return stem == name; };
    EXPECT_TRUE(std::any_of(std::begin(files), std::end(files), is_it) ||
                std::any_of(std::begin(slow_files), std::end(slow_files), is_it))
        << stem;
  }
}

}  // namespace
}  // namespace vieta::test
