#include <gtest/gtest.h>

#include <cmath>
#include <locale>
#include <random>
#include <sstream>

#include "unit/report/report_example.hpp"

namespace vieta {
namespace {

TEST(report_print, a_table_and_a_report) {
  std::ostringstream out;
  print(out, example_result());
  EXPECT_EQ(out.str(),
            "#   re                   im                   radius   mult  status\n"
            "1   1.1673039782614187   0                    1.3e-16     1  isolated, real\n"
            "2  -0.7648844336005847   0.35247154603172626  2e-16       1  isolated\n"
            "3   0.1                  1.08                 1.1e-1      3  cluster\n"
            "4   0.1                 -1.08                 2.1e-1      1  wide\n"
            "5   0.5                  0.1                  inf         1  unproven\n"
            "\n"
            "7 roots in 5 discs: 2 isolated, 1 cluster, 1 wide, 1 unproven; 1 real; largest radius 2.1e-1\n"
            "solved in part: stopped by time\n"
            "ehrlich-aberth, 7 sweeps, precision 53 bits, 412 us on cpu avx512, 2 threads\n");
}

TEST(report_print, what_is_shown_lies_within_the_radius_that_is_shown) {
  std::mt19937_64 random(1);
  const auto uniform = [&] { return std::ldexp(static_cast<double>(random() >> 11), -53); };
  for (int k = 0; k < 2000; ++k) {
    const double size = std::pow(10.0, 40 * uniform() - 20), radius = size * std::pow(10.0, 3 - 22 * uniform());
    roots_result r;
    r.status = roots_status::complete;
    r.roots = {{{size * (2 * uniform() - 1), size * (2 * uniform() - 1)}, radius, 1, root_status::wide, false}};
    std::ostringstream out;
    print(out, r);
    std::istringstream lines(out.str().substr(out.str().find('\n')));
    std::string number;
    double re = 0, im = 0, shown = 0;
    lines >> number >> re >> im >> shown;
    const long double moved = std::hypot(static_cast<long double>(re) - r.roots[0].value.real(),
                                         static_cast<long double>(im) - r.roots[0].value.imag());
    EXPECT_GE(shown, moved + radius) << out.str();
    EXPECT_LE(moved, 0.1 * radius) << out.str();
  }
}

TEST(report_print, long_tables_are_cut) {
  std::ostringstream out;
  print(out, example_result(), 2);
  EXPECT_NE(out.str().find("... and 3 more\n"), std::string::npos);
  EXPECT_EQ(out.str().find("wide\n"), std::string::npos);
}

TEST(report_print, hundreds_of_digits_get_lines_of_their_own) {
  roots_result r;
  r.roots = {{{0.1, 0}, 1e-17, 1, root_status::isolated, true}};
  r.decimal = {{"0." + std::string(100, '1'), "0", "1e-100"}};
  std::ostringstream out;
  print(out, r);
  EXPECT_NE(out.str().find("  re  0.1111"), std::string::npos) << out.str();
}

TEST(report_print, no_roots_are_explained) {
  roots_result r;
  r.status = roots_status::zero_polynomial;
  std::ostringstream out;
  out << r;
  EXPECT_EQ(out.str(), "the zero polynomial: every number is a root\n");
}

TEST(report_print, the_stream_s_locale_changes_nothing) {
  struct commas : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    std::string do_grouping() const override { return "\3"; }
  };
  std::ostringstream plain, german;
  german.imbue(std::locale(std::locale::classic(), new commas));
  roots_result r = example_result();
  r.report.sweeps = 1234567;
  print(plain, r);
  print(german, r);
  EXPECT_EQ(plain.str(), german.str());
}

}  // namespace
}  // namespace vieta
