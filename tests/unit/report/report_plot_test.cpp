#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <sstream>

#include "report/picture/plot.hpp"
#ifdef VIETA_HAVE_PNG
#include "report/picture/raster.hpp"
#include "report/picture/text_width.hpp"
#endif
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

TEST(report_plot, titles_of_what_is_no_file_stay) {
  EXPECT_EQ(report::title_of("x/3 - 1"), "x/3 - 1");
  EXPECT_EQ(report::title_of("-"), "standard input");
}

#ifdef VIETA_HAVE_PNG
/// From and to, across and down, of the pixels of this colour; two of them are one unit of the scene.
struct extent {
  std::size_t left = SIZE_MAX, right = 0, top = SIZE_MAX, bottom = 0;
};

extent extent_of(const report::bitmap& picture, report::colour ink) {
  extent found;
  for (std::size_t y = 0; y < picture.height; ++y)
    for (std::size_t x = 0; x < picture.width; ++x) {
      const std::uint8_t* p = &picture.rgb[3 * (y * picture.width + x)];
      if (p[0] != ink.red || p[1] != ink.green || p[2] != ink.blue) continue;
      found.left = std::min(found.left, x), found.right = std::max(found.right, x);
      found.top = std::min(found.top, y), found.bottom = std::max(found.bottom, y);
    }
  return found;
}

TEST(report_plot, a_label_stands_on_its_rim) {
  constexpr report::colour ground = {0, 0, 255}, ink = {255, 0, 0}, white = {255, 255, 255};
  report::scene drawing{200, 60, {0, 0}, {200, 60}, {}};
  drawing.items.emplace_back(report::polyline{{{0, 0}, {200, 0}, {200, 60}, {0, 60}, {0, 0}}, ground, 1, 0, 1, false});
  drawing.items.emplace_back(report::label{{40, 40}, "x3", 13, report::anchor::start, ink, true});
  const report::bitmap picture = report::rasterise(drawing);
  const extent letters = extent_of(picture, ink), rim = extent_of(picture, white);
  ASSERT_LT(letters.left, letters.right);
  EXPECT_LT(rim.left, letters.left);
  EXPECT_GT(rim.right, letters.right);
  EXPECT_LT(rim.top, letters.top);
  EXPECT_GT(rim.bottom, letters.bottom);
  EXPECT_LT(letters.right, 2 * 60U);
}

TEST(report_plot, a_label_takes_no_more_room_than_was_kept_for_it) {
  for (const char* text :
       {"largest before rounding, with alternating signs", "x-x^3/3", "iiiillll", "mmmmWWWW", "0.123456"}) {
    report::scene drawing{500, 40, {0, 0}, {500, 40}, {}};
    drawing.items.emplace_back(report::label{{490, 30}, text, 13, report::anchor::end, {0, 0, 0}, false});
    const extent letters = extent_of(report::rasterise(drawing), {0, 0, 0});
    ASSERT_LT(letters.left, letters.right) << text;
    EXPECT_GE(static_cast<double>(letters.left) / 2, 490 - 1.04 * report::text_width(text, 13) - 1) << text;
    EXPECT_LE(static_cast<double>(letters.right) / 2, 490 + 1) << text;
  }
}

TEST(report_plot, a_mark_beside_the_frame_is_drawn) {
  report::scene drawing{100, 40, {0, 0}, {50, 40}, {}};
  drawing.items.emplace_back(report::dots{{{75, 20}}, {}, 4, {10, 20, 30}, false, false});
  drawing.items.emplace_back(report::dots{{{90, 20}}, {}, 4, {200, 20, 30}, false});
  const report::bitmap picture = report::rasterise(drawing);
  EXPECT_EQ(extent_of(picture, {10, 20, 30}).top / 2, 16U);
  EXPECT_GT(extent_of(picture, {200, 20, 30}).left, picture.width) << "what belongs to the frame stays in it";
}
#endif

}  // namespace
}  // namespace vieta
