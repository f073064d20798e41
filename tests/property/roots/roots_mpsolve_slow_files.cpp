// The files of MPSolve that take seconds and minutes: label `slow`, each run by its own line in roots.cmake.
#include "oracles/roots/mpsolve_files.hpp"

namespace vieta::test {
namespace {

TEST_P(MpsolveFile, SolvesTo15Digits) { solve(GetParam()); }
INSTANTIATE_TEST_SUITE_P(Slow, MpsolveFile, testing::Values("mand1023", "mand2047"), file_name);

}  // namespace
}  // namespace vieta::test
