#pragma once

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "oracles/roots/expect_roots.hpp"
#include "vieta/io.hpp"

// MPSolve's own test polynomials and the roots it publishes for some of them, in $VIETA_TEST_DATA/mpsolve.
namespace vieta::test {

inline std::string mpsolve_folder() {
  const char* data = std::getenv("VIETA_TEST_DATA");
  return data == nullptr ? "" : std::string(data) + "/mpsolve/";
}

/// Lines "(re, im)"; equal lines are one multiple root. Text beyond 40 digits is cut: more than any disc here can tell.
inline std::vector<known_root> read_known_roots(const std::string& path) {
  const auto shorten = [](const std::string& number) {
    const std::size_t e = std::min(number.find_first_of("eE"), number.size());
    return number.substr(0, std::min<std::size_t>(e, 44)) + number.substr(e);
  };
  std::vector<known_root> known;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    const std::size_t open = line.find('('), comma = line.find(','), close = line.find(')');
    if (open == std::string::npos || comma == std::string::npos || close == std::string::npos) continue;
    std::string im = line.substr(comma + 1, close - comma - 1);
    im.erase(0, im.find_first_not_of(' '));
    known.push_back({shorten(line.substr(open + 1, comma - open - 1)), shorten(im), 1});
  }
  return known;
}

class MpsolveFile : public RootsBeforeTheOracle, public testing::WithParamInterface<const char*> {
 protected:
  void SetUp() override {
    if (mpsolve_folder().empty()) GTEST_SKIP() << "VIETA_TEST_DATA is not set";
    RootsBeforeTheOracle::SetUp();
  }

  /// All roots to 15 digits; where there is a .res file, each of its roots in a disc, with the right multiplicities.
  void solve(const std::string& stem) {
    const polynomial p = read_polynomial(mpsolve_folder() + stem + ".pol");
    const roots_result result = expect_solved(p);
    const std::vector<known_root> known = read_known_roots(mpsolve_folder() + stem + ".res");
    if (known.empty()) return;
    EXPECT_EQ(static_cast<std::int64_t>(known.size()), p.degree()) << "the .res file is not whole";
    EXPECT_EQ("", text(about_known_roots(known, 30, result)));
  }
};

inline std::string file_name(const testing::TestParamInfo<const char*>& info) { return info.param; }

}  // namespace vieta::test
