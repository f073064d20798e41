#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "report/picture/plot.hpp"
#include "unit/report/report_example.hpp"
#include "vieta/error.hpp"

namespace vieta {
namespace {

std::string drawn(const roots_result& result, report::picture kind, const std::string& title = "title") {
  std::ostringstream out;
  report::plot(out, result, kind, title);
  return out.str();
}

/// Whether this build has the libraries for PNG.
bool has_png() {
  try {
    return report::picture_of("a.png") == report::picture::png;
  } catch (const error&) {
    return false;
  }
}

TEST(report_plot, the_extension_names_the_format) {
  EXPECT_EQ(report::picture_of("a.svg"), report::picture::svg);
  if (has_png()) {
    EXPECT_EQ(report::picture_of("a.b/c.PNG"), report::picture::png);
  }
  for (const char* bad : {"a.gif", "svg", ".svg", "a", ""}) EXPECT_THROW(report::picture_of(bad), error) << bad;
}

TEST(report_plot, svg_shows_roots_discs_and_multiplicities) {
  const std::string svg = drawn(example_result(), report::picture::svg, "a < b & \"c\"");
  EXPECT_TRUE(svg.starts_with("<svg "));
  EXPECT_TRUE(svg.ends_with("</svg>\n"));
  EXPECT_NE(svg.find("\xC3\x97"
                     "3"),
            std::string::npos);
  EXPECT_NE(svg.find("a &lt; b &amp; &quot;c&quot;"), std::string::npos);
  EXPECT_NE(svg.find("#1: 1.1673039782614187, radius 1.3e-16, isolated"), std::string::npos);
  EXPECT_EQ(svg.find("inf\""), std::string::npos);
  EXPECT_EQ(svg.find("nan"), std::string::npos);
}

TEST(report_plot, a_hundred_thousand_roots_stay_a_small_file) {
  roots_result r;
  for (int k = 0; k < 100000; ++k)
    r.roots.push_back({std::polar(1.0, 6.283185307179586 * k / 100000), 1e-15, 1, root_status::isolated, false});
  EXPECT_LT(drawn(r, report::picture::svg).size(), 200000);
}

TEST(report_plot, wide_ranges_are_drawn_in_decades) {
  roots_result r;
  for (int k = -300; k <= 300; k += 10)
    r.roots.push_back({std::polar(std::pow(10.0, k), 0.1 * k), 0, 1, root_status::isolated, false});
  r.roots.push_back({{0, 0}, 0, 2, root_status::cluster, true});
  r.roots.push_back({{INFINITY, 0}, INFINITY, 1, root_status::isolated, true});
  r.decimal.resize(r.roots.size());
  for (std::size_t k = 0; k < r.roots.size(); ++k) r.decimal[k] = {"1e-1", "0", "0"};
  r.decimal.back() = {"1e500", "0", "1e480"};
  const std::string svg = drawn(r, report::picture::svg);
  EXPECT_NE(svg.find("log10(1 + |z|/r0)"), std::string::npos);
  EXPECT_NE(svg.find(">1e400</text>"), std::string::npos);
}

TEST(report_plot, odd_results_draw_something) {
  roots_result none, point, nan;
  point.roots = {{{0, 0}, 0, 5, root_status::cluster, true}};
  nan.roots = {{{NAN, 0}, NAN, 1, root_status::unproven, false}};
  roots_result far, twins;
  far.roots = {{{1e300, 0}, 1e284, 1, root_status::isolated, true}};
  twins.roots = {{{1e6, 1e-9}, 0, 1, root_status::isolated, false}, {{1e6, -1e-9}, 0, 1, root_status::isolated, false}};
  for (const roots_result& r : {none, point, nan, far, twins})
    for (const auto kind : {report::picture::svg, report::picture::png}) {
      if (kind == report::picture::png && !has_png()) continue;
      const std::string picture = drawn(r, kind);
      EXPECT_GT(picture.size(), 500);
      EXPECT_TRUE(kind == report::picture::png || picture.find("nan") == std::string::npos);
    }
}

TEST(report_plot, png_has_its_signature_and_end) {
  if (!has_png()) GTEST_SKIP() << "a build without the libraries for PNG";
  const std::string png = drawn(example_result(), report::picture::png);
  EXPECT_EQ(png.substr(0, 8), "\x89PNG\r\n\x1a\n");
  EXPECT_EQ(png.substr(png.size() - 8, 4), "IEND");
}

}  // namespace
}  // namespace vieta
