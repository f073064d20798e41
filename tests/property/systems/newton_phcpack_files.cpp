#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "oracles/systems/system_oracle.hpp"
#include "vieta/error.hpp"
#include "vieta/newton.hpp"
#include "vieta/system_io.hpp"

// PHCpack's demonstration systems: from the listed solutions, cut to eight digits, Newton's method reaches 60 digits
// and proves them, wherever PHCpack's own condition estimate says that the solution is regular.
namespace vieta {
namespace {

std::filesystem::path folder() {
  const char* const data = std::getenv("VIETA_TEST_DATA");
  return data == nullptr ? "" : std::filesystem::path(data) / "phcpack";
}

std::string content(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

/// PHCpack's estimate of the inverse condition number for each solution, in order.
std::vector<double> inverse_conditions(const std::string& text) {
  std::vector<double> list;
  const std::regex pattern("rco\\s*:\\s*([0-9.eE+-]+)");
  for (std::sregex_iterator it(text.begin(), text.end(), pattern), end; it != end; ++it)
    list.push_back(std::strtod((*it)[1].str().c_str(), nullptr));
  return list;
}

qd eight_digits(const qd& x) { return parse_multiple(to_decimal(qd(x.x0), 8)); }

class phcpack_file : public testing::TestWithParam<std::string> {};

TEST_P(phcpack_file, sixty_digits_from_eight) {
  if (folder().empty()) GTEST_SKIP() << "SKIPPED: VIETA_TEST_DATA is not set";
  const std::string text = content(folder() / GetParam());
  if (GetParam() == "fbremb2") {  // its solution 2 names Y2 twice and X2 never
    EXPECT_THROW((void)read_system(text, GetParam(), system_format::automatic), error);
    return;
  }
  const system_file file = read_system(text, GetParam(), system_format::automatic);
  if (file.points.empty()) GTEST_SKIP() << "no solutions are listed";
  const std::vector<double> rco = inverse_conditions(text);
  std::vector<system_point> starts = file.points;
  for (system_point& x : starts)
    for (complex<qd>& z : x) z = {eight_digits(z.re), eight_digits(z.im)};
  newton_options options;
  options.precision = 4;
  options.digits = 60;
  const newton_result result = newton(file.system, starts, options);
  ASSERT_EQ(result.solutions.size(), starts.size());
  for (std::size_t k = 0; k < starts.size(); ++k) {
    const newton_solution& s = result.solutions[k];
    const bool regular = rco.size() != starts.size() || rco[k] > 1e-6;
    if (regular) {
      EXPECT_EQ(s.status, newton_status::converged) << "solution " << k + 1;
    }
    if (s.status == newton_status::converged) {
      EXPECT_TRUE(s.certified) << "solution " << k + 1;
      EXPECT_GE(s.digits, 60) << "solution " << k + 1;
      double size = 0;
      for (const complex<qd>& z : s.x) size = std::max(size, std::hypot(z.re.x0, z.im.x0));
      EXPECT_LE(s.radius, 1e-60 * size) << "solution " << k + 1;
    } else {
      EXPECT_EQ(s.status, newton_status::singular) << "solution " << k + 1 << ", rco " << rco[k];
    }
  }
}

std::vector<std::string> files() {
  std::vector<std::string> list;
  if (!folder().empty() && std::filesystem::is_directory(folder()))
    for (const auto& entry : std::filesystem::directory_iterator(folder())) list.push_back(entry.path().filename());
  std::sort(list.begin(), list.end());
  if (list.empty()) list.push_back("none");
  return list;
}

INSTANTIATE_TEST_SUITE_P(files, phcpack_file, testing::ValuesIn(files()),
                         [](const auto& name_of) { return name_of.param; });

}  // namespace
}  // namespace vieta
