#include "vieta/boxes_io.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>
#include <tuple>

#include "exact/arithmetic.hpp"
#include "vieta/error.hpp"

namespace vieta {
namespace {

const std::vector<std::string> xy = {"x", "y"};

TEST(BoxesIo, BernsteinCoefficientsOfWholeNumbersAreExact) {
  const bernstein_polynomial f = to_bernstein({2}, std::vector<double>{1, -2, 4});
  EXPECT_EQ(f.coefficients, (std::vector<double>{1, 0, 3}));
  EXPECT_LT(f.error, 1e-55);
  const bernstein_polynomial g = to_bernstein({1, 1}, std::vector<double>{1, 2, 3, 4}, {{-1, 3}, {0, 2}});
  // 1 + 2 y + 3 x + 4 x y at the corners.
  EXPECT_EQ(g.coefficients, (std::vector<double>{-2, -6, 10, 38}));
}

TEST(BoxesIo, ErrorHoldsWhatRoundingLoses) {
  // Bernstein coefficients of x^3 + 1/10 on [-0.3, 0.7] in exact arithmetic, beside what is stored.
  const std::vector<std::string> text = {"x^3 + 0.1"};
  const box_system s = parse_box_system({"x"}, {{-0.3, 0.7}}, text);
  const bernstein_polynomial& f = s.equations[0];
  EXPECT_GT(f.error, 0);
  EXPECT_LT(f.error, 1e-16);
  const exact::real lo = exact::from_double(-0.3), hi = exact::from_double(0.7);
  exact::real tenth;
  ASSERT_TRUE(exact::parse_real("0.1", tenth));
  for (int j = 0; j <= 3; ++j) {
    exact::real product;
    product.numerator = 1;
    for (int k = 0; k < 3; ++k) product = exact::multiply(product, k < j ? hi : lo);
    const exact::real truth = exact::add(product, tenth);
    exact::real distance = exact::subtract(truth, exact::from_double(f.coefficients[j]));
    if (distance.numerator < 0) distance = exact::negate(distance);
    EXPECT_LE(exact::compare(distance, exact::from_double(f.error)), 0) << j;
  }
}

TEST(BoxesIo, ErrorHoldsWhatFallsBelowTheRange) {
  // c0 + c1 x + c2 x^2 with numbers of all sizes, in exact arithmetic beside what is stored.
  using exact::add, exact::multiply, exact::from_double;
  std::mt19937_64 random(11);
  std::uniform_real_distribution<double> unit(0.5, 1);
  std::uniform_int_distribution<int> size(-1074, 300), sign(0, 1);
  const auto number = [&] { return std::ldexp(sign(random) == 0 ? unit(random) : -unit(random), size(random)); };
  const exact::real half = from_double(0.5);
  for (int trial = 0; trial < 3000; ++trial) {
    const double from = number(), to = trial % 3 == 0 ? number() : 1.5 * from;
    const std::vector<double> powers = {number(), number(), number()};
    const bernstein_polynomial f = to_bernstein({2}, powers, {{from, to}});
    ASSERT_TRUE(std::isfinite(f.error)) << trial;
    for (int j = 0; j <= 2; ++j) {
      const exact::real a = from_double(j == 2 ? to : from), b = from_double(j == 0 ? from : to);
      const exact::real linear = multiply(multiply(from_double(powers[1]), half), add(a, b));
      const exact::real square = multiply(from_double(powers[2]), multiply(a, b));
      exact::real distance = exact::subtract(add(add(from_double(powers[0]), linear), square),
                                             from_double(f.coefficients[static_cast<std::size_t>(j)]));
      if (distance.numerator < 0) distance = exact::negate(distance);
      ASSERT_LE(exact::compare(distance, from_double(f.error)), 0) << trial << ' ' << j;
    }
  }
}

TEST(BoxesIo, RootsOfEquationsBelowTheRangeAreNotLost) {
  // Powers of the ends vanish below 2^-1074, and their products with coefficients do not.
  for (const auto& [text, from, to, root] : {std::tuple{"1e150*x^2 - 1e-20*x", 1e-171, 3e-170, 1e-170},
                                             {"1e150*x^2 - 1e-7*x", 1e-158, 3e-157, 1e-157},
                                             {"1e-200*x^2 = 1e-30*x", 1e169, 1e171, 1e170}}) {
    const box_system s = parse_box_system({"x"}, {{from, to}}, std::vector<std::string>{text});
    const boxes_result r = solve_boxes(std::span(&s, 1));
    ASSERT_EQ(r.status[0], boxes_status::complete) << text;
    ASSERT_EQ(r.items.size(), 1u) << text;
    EXPECT_LE(std::fabs(r.items[0].x[0] - root), r.items[0].radius) << text;
    EXPECT_LT(r.items[0].radius, 1e-12 * root) << text;
  }
  // Coefficients of 1e-320 have four digits, and that is what is said.
  const box_system s =
      parse_box_system(xy, {{0, 1e-80}, {0, 1e-80}}, std::vector<std::string>{"1e-240*(x - y/3)", "x + y - 1e-80"});
  const boxes_result r = solve_boxes(std::span(&s, 1));
  ASSERT_EQ(r.items.size(), 1u);
  EXPECT_LE(std::fabs(r.items[0].x[0] - 2.5e-81), r.items[0].radius);
  EXPECT_LE(std::fabs(r.items[0].x[1] - 7.5e-81), r.items[0].radius);
}

TEST(BoxesIo, NumbersBelowTheRangeAreRounded) {
  const std::vector<box_system> s =
      read_boxes(R"({"vars": ["x"], "equations": [{"degrees": [1], "bernstein": [1.7e-323, -4e-323]}]})", "file");
  EXPECT_GE(s[0].equations[0].error, 0x1p-1074);
}

TEST(BoxesIo, EquationsFarFromOneAreBroughtIntoRange) {
  const std::vector<std::string> far = {"pi*1e300*x - 1e300", "1e-320*y^2 - 4e-320*x"};
  const box_system s = parse_box_system(xy, {{-3, 3}, {-3, 3}}, far);
  const boxes_result r = solve_boxes(std::span(&s, 1));
  ASSERT_EQ(r.items.size(), 2u);
  EXPECT_EQ(r.report.unique, 2u);
  for (const auto& item : r.items) {
    EXPECT_NEAR(item.x[0], 1 / std::numbers::pi, item.radius);
    EXPECT_NEAR(std::fabs(item.x[1]), 2 / std::sqrt(std::numbers::pi), item.radius);
  }
  const std::vector<std::string> apart = {"1e300*x - 1e-300", "y"};
  EXPECT_THROW(parse_box_system(xy, {{-3, 3}, {-3, 3}}, apart), error);
}

TEST(BoxesIo, CancellationIsInTheError) {
  // (x - 1)^20 around 1: powers cancel to 1e-20 of their size.
  const std::vector<std::string> text = {"(x - 1)^20 - 1/10^30"};
  const box_system s = parse_box_system({"x"}, {{0.9, 1.1}}, text);
  double largest = 0;
  for (const double c : s.equations[0].coefficients) largest = std::max(largest, std::fabs(c));
  EXPECT_NEAR(largest, 1e-20, 1e-24);
  EXPECT_LT(s.equations[0].error, 1e-35);
  EXPECT_GT(s.equations[0].error, 0);
}

TEST(BoxesIo, SlicesContract) {
  const std::vector<std::string> text = {"u*x + y^2 - 1", "u + x*y"};
  const box_system flat = parse_box_system({"u", "x", "y", "w"}, {{0, 4}, {-1, 1}, {-1, 1}, {0, 1}},
                                           std::vector<std::string>{text[0], text[1], "x", "y"});
  box_system s = flat;
  s.equations.resize(2);
  const std::vector<box_system> all = slices(s, {5, 0, 0, 1});
  ASSERT_EQ(all.size(), 5u);
  EXPECT_EQ(all[3].variables, xy);
  ASSERT_EQ(all[3].fixed.size(), 2u);
  EXPECT_EQ(all[3].fixed[0].first, "u");
  EXPECT_EQ(all[3].fixed[0].second, 3);
  EXPECT_EQ(all[3].fixed[1].second, 0.5);
  const box_system expected =
      parse_box_system(xy, {{-1, 1}, {-1, 1}}, std::vector<std::string>{"3*x + y^2 - 1", "3 + x*y"});
  for (int q = 0; q < 2; ++q) {
    ASSERT_EQ(all[3].equations[q].degrees, expected.equations[q].degrees);
    for (std::size_t j = 0; j < expected.equations[q].coefficients.size(); ++j)
      EXPECT_NEAR(all[3].equations[q].coefficients[j], expected.equations[q].coefficients[j],
                  all[3].equations[q].error);
  }
  EXPECT_THROW((void)slices(s, {5, 0, 0, 0}), error);
}

TEST(BoxesIo, SlicesLieWhereTheySay) {
  // x = u - 1000000 at four values of u, of which two are no doubles: the double that is printed is meant.
  box_system s =
      parse_box_system({"x", "u"}, {{0, 1}, {1e6, 1e6 + 1}}, std::vector<std::string>{"x - (u-1000000)", "x"});
  s.equations.pop_back();
  const std::vector<box_system> all = slices(s, {0, 4});
  const boxes_result r = solve_boxes(all);
  ASSERT_EQ(all.size(), 4u);
  for (std::size_t k = 0; k < all.size(); ++k) {
    ASSERT_EQ(r.of(k).size(), 1u) << k;
    EXPECT_LE(std::fabs(r.of(k)[0].x[0] - (all[k].fixed[0].second - 1e6)), r.of(k)[0].radius) << k;
  }
  EXPECT_EQ(all[3].fixed[0].second, 1e6 + 1);
}

TEST(BoxesIo, SplinePiecesAreTheSpline) {
  // x^3 as a cubic spline over [0, 4] with knots 1, 2.5: blossom values at the knots.
  const std::string text =
      R"({"vars": ["x"], "box": [[0, 4]], "equations": [{"degrees": [3], "knots": [[0, 0, 0, 0, 1, 2.5, 4, 4, 4, 4]],
          "control": [0, 0, 0, 10, 40, 64]}]})";
  const std::vector<box_system> pieces = read_boxes(text, "file");
  ASSERT_EQ(pieces.size(), 3u);
  const double ends[4] = {0, 1, 2.5, 4};
  for (int p = 0; p < 3; ++p) {
    EXPECT_EQ(pieces[p].box[0][0], ends[p]);
    EXPECT_EQ(pieces[p].box[0][1], ends[p + 1]);
    const double a = ends[p], b = ends[p + 1], expected[4] = {a * a * a, a * a * b, a * b * b, b * b * b};
    for (int j = 0; j < 4; ++j)
      EXPECT_NEAR(pieces[p].equations[0].coefficients[j], expected[j], pieces[p].equations[0].error);
    EXPECT_LT(pieces[p].equations[0].error, 1e-12);
  }
}

TEST(BoxesIo, SplineSolutionsOnKnotsAreOne) {
  const std::string text =
      R"({"vars": ["x", "y"], "box": [[0, 1], [0, 1]], "equations": [
          {"degrees": [1, 1], "knots": [[0, 0, 0.5, 1, 1], [0, 0, 0.25, 1, 1]],
           "control": [-0.5, -0.5, -0.5, 0, 0, 0, 0.5, 0.5, 0.5]},
          {"degrees": [1, 1], "knots": [[0, 0, 1, 1], [0, 0, 1, 1]], "control": [-0.25, 0.75, -0.25, 0.75]}]})";
  const std::vector<box_system> pieces = read_boxes(text, "file");
  ASSERT_EQ(pieces.size(), 4u);
  boxes_result r = solve_boxes(pieces);
  EXPECT_EQ(r.items.size(), 4u);
  merge_pieces(pieces, r);
  ASSERT_EQ(r.items.size(), 1u);
  EXPECT_EQ(r.report.unique, 1u);
  EXPECT_NEAR(r.items[0].x[0], 0.5, 1e-14);
  EXPECT_NEAR(r.items[0].x[1], 0.25, 1e-14);
  EXPECT_EQ(r.first.back(), 1u);
}

TEST(BoxesIo, SplineZerosBesideAKnotAreTwo) {
  // The zeros lie 5e-18 on both sides of the knot.
  const std::string text =
      R"({"vars": ["x"], "equations": [{"degrees": [1], "control": [1, -1e-17, 1], "knots": [[0, 0, 0.5, 1, 1]]}]})";
  const std::vector<box_system> pieces = read_boxes(text, "file");
  boxes_result r = solve_boxes(pieces);
  merge_pieces(pieces, r);
  ASSERT_EQ(r.items.size(), 2u);
  EXPECT_EQ(r.report.unique, 2u);
  EXPECT_EQ(r.items[0].jacobian_sign, -1);
  EXPECT_EQ(r.items[1].jacobian_sign, 1);
  for (const box_item& item : r.items) {
    EXPECT_TRUE(item.on_border);
    EXPECT_NEAR(item.x[0], 0.5, item.radius);
  }
}

TEST(BoxesIo, MisuseIsRefused) {
  EXPECT_THROW((void)to_bernstein({2}, std::vector<double>{1, 2}), error);
  EXPECT_THROW((void)to_bernstein({-1}, std::vector<double>{}), error);
  EXPECT_THROW((void)parse_box_system({"x", "y", "z"}, {}, std::vector<std::string>{"x"}), error);
  for (
      const char* text :
      {"", "[", "{}", "[[]]", R"({"vars": []})", R"({"vars": ["x"], "variables": ["x"], "equations": ["x"]})",
       R"({"vars": ["x"], "equations": ["i"]})", R"({"vars": ["x"], "equations": ["x^99999"]})",
       R"({"vars": ["x"], "equations": ["1e4000*x - 1"]})",
       R"({"vars": ["x"], "equations": [{"degrees": [1], "knots": [[0, 1]], "control": [1]}]})",
       // The distance of the outer knots overflows.
       R"({"vars": ["x"], "equations": [{"degrees": [1], "knots": [[-1.7e308, 0, 1, 1.7e308]], "control": [1, -1]}]})"})
    EXPECT_THROW((void)read_boxes(text, "file"), error) << text;
}

}  // namespace
}  // namespace vieta
