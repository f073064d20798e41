#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "vieta/verify.hpp"

namespace vieta {
namespace {

// Results made by hand: the check must not depend on the solver.

root isolated(double re, double im, double radius, bool real = false) {
  return {{re, im}, radius, 1, root_status::isolated, real};
}

roots_result made_of(std::vector<root> roots) {
  roots_result r;
  r.roots = std::move(roots);
  return r;
}

testing::AssertionResult holds(const std::string& p, const roots_result& r) {
  const verification v = verify(polynomial::parse(p), r);
  if (v.holds) return testing::AssertionSuccess();
  return testing::AssertionFailure() << (v.complaints.empty() ? "no complaint" : v.complaints[0]);
}

TEST(verify_roots, right_results_hold) {
  EXPECT_TRUE(
      holds("x^2 - 2", made_of({isolated(-std::sqrt(2), 0, 3e-16, true), isolated(std::sqrt(2), 0, 3e-16, true)})));
  EXPECT_TRUE(holds("x^2 + 1", made_of({isolated(0, 1, 1e-20), isolated(0, -1, 0)})));
  EXPECT_TRUE(holds("(x-1)(x-2)(x-3)",
                    made_of({isolated(1, 0, 0.1, true), isolated(2, 0, 0.3, true), isolated(3, 0, 1e-300, true)})));
  EXPECT_TRUE(holds("7", made_of({})));
}

// Radii next to the smallest numbers: found by fuzz_verb_root_batches.
TEST(verify_roots, subnormal_radii_are_rounded_up) {
  const double c[] = {0x1.1c606037c2383p-986, -0x1.ccp+6, 0x1.28p+5, -0x1.6012b8d02d3f9p+977,
                      0x1.56a93309292f8p+801, 0,          -0x1.1p+6, 0x1.42a3a0fd5c5fp+2};
  const polynomial p = polynomial::from_coefficients(c);
  roots_result r = roots(p);
  ASSERT_TRUE(verify(p, r).holds);
  r.decimal.clear();  // the doubles' radii are about the doubles
  const verification v = verify(p, r);
  EXPECT_TRUE(v.holds) << v.complaints[0];
}

TEST(verify_roots, each_lie_is_found) {
  const std::string p = "(x-1)(x-2)(x-4)";
  const roots_result truth =
      made_of({isolated(1, 0, 1e-3, true), isolated(2, 0, 1e-3, true), isolated(4, 0, 1e-3, true)});
  ASSERT_TRUE(holds(p, truth));

  roots_result moved = truth;
  moved.roots[1].value += 2e-3;
  EXPECT_FALSE(holds(p, moved));

  roots_result shrunken = moved;
  shrunken.roots[1].value = 2 + 1e-9;
  shrunken.roots[1].radius = 0.9e-9;
  EXPECT_FALSE(holds(p, shrunken));

  roots_result dropped = truth;
  dropped.roots.pop_back();
  EXPECT_FALSE(holds(p, dropped));

  roots_result doubled = truth;
  doubled.roots[0].multiplicity = 2;
  doubled.roots[0].status = root_status::cluster;
  EXPECT_FALSE(holds(p, doubled));

  roots_result twice = truth;
  twice.roots[0] = isolated(2, 0, 1e-9, true);
  EXPECT_FALSE(holds(p, twice));

  roots_result wide = truth;
  wide.roots[0].radius = 1.5;
  EXPECT_FALSE(holds(p, wide));

  roots_result off_axis = truth;
  off_axis.roots[0].value = {1, 1e-5};
  EXPECT_FALSE(holds(p, off_axis)) << "called real beside the real axis";

  roots_result unfinished = truth;
  unfinished.roots[0].status = root_status::unproven;
  EXPECT_FALSE(holds(p, unfinished)) << "complete, but one root unproven";
  unfinished.status = roots_status::partial;
  EXPECT_TRUE(holds(p, unfinished));
}

TEST(verify_roots, real_claims_need_a_real_polynomial) {
  EXPECT_FALSE(holds("(x - 1 - 1e-9i)(x - 5)", made_of({isolated(1, 0, 1e-3, true), isolated(5, 0, 1e-3)})));
  EXPECT_TRUE(holds("(x - 1 - 1e-9i)(x - 5)", made_of({isolated(1, 0, 1e-3), isolated(5, 0, 1e-3)})));
}

// From degree 12 on, real and simple roots are proven by signs, and by exact zeros where the radius is 0.
TEST(verify_roots, points_and_signs_tell_of_all) {
  std::string p = "(2x-1)";
  roots_result truth = made_of({isolated(0.5, 0, 0, true)});
  for (int k = 1; k <= 13; ++k) {
    p += "(x+" + std::to_string(k) + ")";
    truth.roots.push_back(isolated(-k, 0, k % 3 == 0 ? 0x1p-40 : 0, true));
  }
  EXPECT_TRUE(holds(p, truth));
  for (const double by : {0x1p-50, -0x1p-30, 1.0}) {
    roots_result moved = truth;
    moved.roots[4].value += by;
    EXPECT_FALSE(holds(p, moved)) << by;
  }
}

TEST(verify_roots, clusters_are_counted) {
  const auto cluster = [](double re, double radius, std::int64_t m) {
    return root{{re, 0}, radius, m, root_status::cluster, false};
  };
  EXPECT_TRUE(holds("(x-1)^5 (x-2)", made_of({cluster(1, 1e-3, 5), isolated(2, 0, 1e-9)})));
  EXPECT_TRUE(holds("(x-1)^5 (x-2)", made_of({cluster(1, 0, 5), isolated(2, 0, 1e-9)})));
  EXPECT_FALSE(holds("(x-1)^5 (x-2)", made_of({cluster(1, 0, 4), isolated(2, 0, 1e-9)})));
  EXPECT_TRUE(holds("x^7 (x-2)", made_of({cluster(0, 0, 7), isolated(2, 0, 1e-9)})));
  EXPECT_FALSE(holds("x^6 (x-2)", made_of({cluster(0, 0, 7), isolated(2, 0, 1e-9)})));
  EXPECT_TRUE(holds("(x-1)^2 (x-1.0001)^2 (x+3)", made_of({cluster(1.00005, 1e-3, 4), isolated(-3, 0, 1e-9)})));
}

// A count of roots in a disc does not tell whether they are one number: exact polynomials do.
TEST(verify_roots, multiple_roots_are_one_number) {
  const auto multiple = [](double re, double im, double radius, std::int64_t m, bool real = false) {
    return root{{re, im}, radius, m, root_status::multiple, real};
  };
  const root two = isolated(2, 0, 1e-9, true);
  EXPECT_TRUE(holds("(3x-1)^5 (x-2)", made_of({multiple(1. / 3, 0, 1e-16, 5, true), two})));
  EXPECT_TRUE(holds("(3x-1)^5 (x-2)", made_of({multiple(1. / 3, 1e-5, 1e-4, 5), two})));
  EXPECT_FALSE(holds("(3x-1)^5 (x-2)", made_of({multiple(1. / 3, 1e-5, 1e-4, 5, true), two})));
  EXPECT_FALSE(holds("(3x-1)^4 (x-2)", made_of({multiple(1. / 3, 0, 1e-16, 5, true), two})));
  EXPECT_FALSE(holds("((3x-1)^2 - 1e-40) (x-2)", made_of({multiple(1. / 3, 0, 1e-16, 2), two})));
  EXPECT_FALSE(holds("((3x-1)^2 - 1e-40) (x-2)", made_of({multiple(1. / 3, 0, 1e-16, 2, true), two})));
  EXPECT_FALSE(holds("((3x-1)^2 + 1e-40) (x-2)", made_of({multiple(1. / 3, 0, 1e-16, 2, true), two})));
  EXPECT_FALSE(holds("(3x-1)^2 (3x-1.000000000001)^2 (x-2)", made_of({multiple(1. / 3, 0, 1e-9, 4), two})));
  EXPECT_FALSE(holds("(3x-1) (x-2)", made_of({multiple(1. / 3, 0, 1e-9, 1), two})));
  EXPECT_TRUE(holds("x^3 (x-2)", made_of({multiple(0, 0, 0, 3, true), two})));
  const double root3 = std::sqrt(3.0) / 2;
  EXPECT_TRUE(holds("x^2 (x^2+x+1)^2", made_of({multiple(0, 0, 0, 2, true), multiple(-0.5, root3, 1e-9, 2),
                                                multiple(-0.5, -root3, 1e-9, 2)})));
  // Complex coefficients.
  EXPECT_TRUE(holds("(x-i)^2 (3x-1)^2", made_of({multiple(0, 1, 1e-9, 2), multiple(1. / 3, 0, 1e-9, 2, true)})));
  EXPECT_FALSE(
      holds("(x-i)^2 (3x-1-1e-30i)^2", made_of({multiple(0, 1, 1e-9, 2), multiple(1. / 3, 0, 1e-9, 2, true)})));
  // Powers in steps, and a degree that no dense polynomial has.
  EXPECT_TRUE(holds("x^1000000 (3x-1)^2", made_of({multiple(0, 0, 0, 1000000), multiple(1. / 3, 0, 1e-9, 2, true)})));
  roots_result wide = made_of({multiple(1. / 3, 0, 1e-9, 2), two});
  EXPECT_TRUE(holds("(3x-1)^2 (x-2)", wide));
  wide.report.uncertainty = 1e-30;
  EXPECT_FALSE(holds("(3x-1)^2 (x-2)", wide));
}

// Their conjugates are no roots, but lie in the same discs: those were said not to hold.
TEST(verify_roots, multiple_roots_far_out_of_complex_polynomials) {
  for (const char* text : {"(x-10^40-i)^3*(x-1)^2", "(x-10^40-i)^3*(x-10^20+i)^2*(x-1)",
                           "(x-i)^5*(x-1-2i)^7*(x^3-2i)^4", "(x^20-3x-i)^5*(x-1-2i)^7*x^3"}) {
    const polynomial p = polynomial::parse(text);
    const roots_result r = roots(p);
    const verification v = verify(p, r);
    EXPECT_TRUE(v.holds) << text << ": " << v.complaints[0];
    EXPECT_EQ(v.checked, static_cast<std::int64_t>(r.roots.size()));
    // Two numbers are not one.
    roots_result lie = r;
    for (root& z : lie.roots)
      if (z.status == root_status::multiple) ++z.multiplicity;
    const verification refused = verify(p, lie);
    EXPECT_TRUE(refused.decided && !refused.holds) << text;
  }
}

// What a test does not tell is not decided: only what is proven to be wrong does not hold.
TEST(verify_roots, what_has_no_proof_is_not_decided) {
  const verification rim =
      verify(polynomial::parse("(x-1)(x-2)"), made_of({isolated(1, 0.25, 0.25), isolated(2, 0, 1e-3)}));
  EXPECT_FALSE(rim.holds);
  EXPECT_FALSE(rim.decided);
  const verification wrong =
      verify(polynomial::parse("(x-1)(x-2)"), made_of({isolated(1, 0.25, 0.2), isolated(2, 0, 1e-3)}));
  EXPECT_FALSE(wrong.holds);
  EXPECT_TRUE(wrong.decided);
}

TEST(verify_roots, imaginary_claims_are_proven) {
  const auto imaginary = [](double re, double im, double radius, std::int64_t m = 1) {
    return root{{re, im}, radius, m, m == 1 ? root_status::isolated : root_status::multiple, false, true};
  };
  const double r = std::sqrt(2.0);
  const root three = isolated(3, 0, 1e-9, true);
  EXPECT_TRUE(holds("(x^2+2)(x-3)", made_of({imaginary(0, r, 1e-9), imaginary(0, -r, 1e-9), three})));
  EXPECT_TRUE(holds("(x^2+2)^2(x-3)", made_of({imaginary(0, r, 1e-9, 2), imaginary(0, -r, 1e-9, 2), three})));
  EXPECT_TRUE(holds("x^4+3x^2+2", made_of({imaginary(0, 1, 0), imaginary(0, -1, 1e-9), imaginary(0, r, 1e-9),
                                           imaginary(0, -r, 1e-9)})));
  EXPECT_TRUE(holds("(x-(1/3)i)(x-3)", made_of({imaginary(0, 1. / 3, 1e-9), three})));
  EXPECT_FALSE(holds("(x-1e-30-(1/3)i)(x-3)", made_of({imaginary(0, 1. / 3, 1e-9), three})));
  EXPECT_FALSE(holds("(x^2+1e-30x+2)(x-3)", made_of({imaginary(0, r, 1e-9), imaginary(0, -r, 1e-9), three})));
  EXPECT_FALSE(holds("(x^2+2)(x-3)", made_of({imaginary(1e-12, r, 1e-9), imaginary(0, -r, 1e-9), three})));
  EXPECT_FALSE(holds("(x^2-2x/3+2x^2)(x-3)", made_of({isolated(0, 0, 0, true), imaginary(0, 0.1, 0.5), three})));
  // Roots on both sides of the axis have mirror images, too.
  EXPECT_FALSE(holds("((x-1e-12)^2+2)((x+1e-12)^2+2)", made_of({imaginary(0, r, 1e-9, 2), imaginary(0, -r, 1e-9, 2)})));
}

// Sums of numbers that are no binary fractions were never seen to be 0.
TEST(verify_roots, roots_of_radius_0_beside_decimals) {
  const auto multiple = [](double re, double im, std::int64_t m) {
    return root{{re, im}, 0, m, root_status::cluster, false};
  };
  const root near_11_tenths = isolated(1.1, 0, 1e-16, true);
  EXPECT_TRUE(holds("(x-3)^2 (x-1.1)", made_of({near_11_tenths, multiple(3, 0, 2)})));
  EXPECT_TRUE(holds("(x-3)^2 (x-11/10) / 7", made_of({near_11_tenths, multiple(3, 0, 2)})));
  EXPECT_TRUE(holds("(x-1-2i)^3 (x-1.1)", made_of({isolated(1.1, 0, 1e-16), multiple(1, 2, 3)})));
  EXPECT_FALSE(holds("(x-3)^2 (x-1.1)", made_of({near_11_tenths, multiple(3, 0, 1)})));
  EXPECT_FALSE(holds("(x-3) (x-3-1e-60) (x-1.1)", made_of({near_11_tenths, multiple(3, 0, 2)})));
  EXPECT_FALSE(holds("(x-3-1e-60)^2 (x-1.1)", made_of({near_11_tenths, multiple(3, 0, 2)})));
  // A centre that no double holds, and a degree that takes many digits.
  roots_result r = made_of({isolated(1.1, 0, 1), multiple(0.3, 0, 5), multiple(0, 0, 40)});
  r.decimal = {{"1.1", "0", "0"}, {"0.3", "-0.7", "0"}, {"0.1234567890123456789012345678901234567890", "0", "0"}};
  EXPECT_TRUE(holds("(x-1.1) (x-0.3+0.7i)^5 (x-0.1234567890123456789012345678901234567890)^40", r));
  EXPECT_FALSE(holds("(x-1.1) (x-0.3+0.7i)^5 (x-0.1234567890123456789012345678901234567891)^40", r));
}

TEST(verify_roots, the_argument_principle_counts_where_pellet_cannot) {
  // Two roots near the disc's rim, a third just outside: Pellet's inequality fails, the claim is true.
  const root pair = {{0, 0}, 1, 2, root_status::cluster, false};
  EXPECT_TRUE(holds("(x - 0.9)(x + 0.9)(x - 1.3)", made_of({pair, isolated(1.3, 0, 1e-6, true)})));
  // The same disc with a wrong count.
  const root triple = {{0, 0}, 1, 3, root_status::cluster, false};
  EXPECT_FALSE(holds("(x - 0.9)(x + 0.9)(x - 1.3)", made_of({triple})));
}

// On its rim p is between 1e13 and 1e27 in size: a bound of the slope for all of it made arcs by the billion.
TEST(verify_roots, a_disc_of_most_roots_is_counted) {
  std::string p;
  for (int k = 1; k <= 20; ++k) p += "(x-" + std::to_string(k) + ")";
  const root most = {{15.77813114687245, 0}, 12.894518885654831, 18, root_status::cluster, false};
  EXPECT_TRUE(holds(p, made_of({isolated(1, 0, 1e-6, true), isolated(2, 0, 1e-4, true), most})));
  root wrong = most;
  wrong.multiplicity = 17;
  const verification v =
      verify(polynomial::parse(p), made_of({isolated(1, 0, 1e-6, true), isolated(2, 0, 1e-4, true), wrong}));
  EXPECT_NE(v.complaints[1].find("its disc holds 18 roots, not 17"), std::string::npos) << v.complaints[1];
}

TEST(verify_roots, a_root_close_to_the_rim_is_inside_all_the_same) {
  // 1/10 lies 5.55e-18 from the double 0.1; a radius that is larger by 1e-14 of it only is a true claim.
  const double distance = 5.551115123125783e-18;
  const std::string p = "(10x - 1)(x - 0.1000001)(x - 0.1000002)";
  const roots_result others =
      made_of({isolated(0.1, 0, 0, true), isolated(0.1000001, 0, 1e-16), isolated(0.1000002, 0, 1e-16)});
  roots_result r = others;
  r.roots[0].radius = distance * (1 + 1e-14);
  EXPECT_TRUE(holds(p, r));
  r.roots[0].radius = distance * (1 - 1e-14);
  EXPECT_FALSE(holds(p, r));
  // A threefold root off the centre of its disc.
  const root off = {{2, 0}, 1e-9, 3, root_status::cluster, false};
  EXPECT_TRUE(holds("(x - 2.00000000099999)^3", made_of({off})));
  EXPECT_FALSE(holds("(x - 2.00000000100001)^3", made_of({off})));
}

TEST(verify_roots, decimals_are_what_is_checked) {
  roots_result r = made_of({isolated(-1.5, 0, 9, true), isolated(1.5, 0, 9, true)});  // doubles as if nonsense
  const std::string root2 = "1.41421356237309504880168872420969807856967187537694";
  r.decimal = {{"-" + root2, "0", "1e-49"}, {root2, "0", "1e-49"}};
  EXPECT_TRUE(holds("x^2 - 2", r));
  r.decimal[1].radius = "1e-51";
  EXPECT_FALSE(holds("x^2 - 2", r));
  // Beyond every double.
  r = made_of({isolated(-INFINITY, 0, INFINITY, true), isolated(INFINITY, 0, INFINITY, true)});
  r.decimal = {{"-1e500", "0", "1e470"}, {"1e500", "0", "0"}};
  EXPECT_TRUE(holds("x^2 - 1e1000", r));
  r.decimal[1].re = "1.000001e500";
  EXPECT_FALSE(holds("x^2 - 1e1000", r));
}

TEST(verify_roots, sparse_high_degrees) {
  roots_result r;
  for (int k = 0; k < 2000; ++k) {
    const std::complex<double> z = std::polar(1.0, 2 * 3.141592653589793 * k / 2000);
    r.roots.push_back(isolated(z.real(), z.imag(), 1e-13));
  }
  EXPECT_TRUE(holds("x^2000 - 1", r));
  r.roots[77].value *= 1 + 1e-12;
  EXPECT_FALSE(holds("x^2000 - 1", r));
}

TEST(verify_roots, statuses_without_roots) {
  roots_result r;
  EXPECT_FALSE(holds("0", r));
  r.status = roots_status::zero_polynomial;
  EXPECT_TRUE(holds("0", r));
  EXPECT_FALSE(holds("x", r));
  const double bad[] = {1, std::numeric_limits<double>::quiet_NaN()};
  r.status = roots_status::bad_input;
  EXPECT_TRUE(verify(polynomial::from_coefficients(bad), r).holds);
}

TEST(verify_roots, the_report_agrees_with_the_list) {
  roots_result r = roots(polynomial::parse("(x-1)^2 (x-2)"));
  ASSERT_TRUE(holds("(x-1)^2 (x-2)", r));
  ++r.report.degree;
  --r.report.isolated;
  ++r.report.unproven;
  const verification v = verify(polynomial::parse("(x-1)^2 (x-2)"), r);
  EXPECT_EQ(v.checked, 2);
  EXPECT_EQ(v.complaints, (std::vector<std::string>{"the report says degree 4, the degree is 3",
                                                    "the report says isolated: 0, the list has 1",
                                                    "the report says unproven: 1, the list has 0"}));
}

roots_result unit_roots(int degree) {
  roots_result r;
  for (int k = 0; k < degree; ++k)
    r.roots.push_back(
        isolated(std::cos(2 * 3.141592653589793 * k / degree), std::sin(2 * 3.141592653589793 * k / degree), 1e-13));
  return r;
}

// Took a thousand times as long as that of the right polynomial: every disc was tried with all terms and bits.
TEST(verify_roots, a_result_of_another_polynomial_is_told_soon) {
  const roots_result r = unit_roots(700);
  const verification v = verify(polynomial::parse("x^700 - 2"), r);
  EXPECT_FALSE(v.holds);
  EXPECT_EQ(v.checked, 0);
  ASSERT_EQ(v.complaints.size(), 257U);
  EXPECT_NE(v.complaints[0].find("its disc holds 0 roots, not 1"), std::string::npos) << v.complaints[0];
  EXPECT_EQ(v.complaints[256],
            "256 claims could not be confirmed, so 444 others were not looked at: does this result belong to this "
            "polynomial?");
}

TEST(verify_roots, many_lies_among_truths_are_all_found) {
  roots_result r = unit_roots(700);
  for (std::size_t k = 0; k < r.roots.size(); k += 3) r.roots[k].value *= 1.01;
  const verification v = verify(polynomial::parse("x^700 - 1"), r);
  EXPECT_EQ(v.checked, 466);
  EXPECT_EQ(v.complaints.size(), 234U);
}

// The roots lie on the rims: no proof of any number is there to be found.
TEST(verify_roots, hard_discs_are_tried_until_too_many_fail) {
  std::string p;
  roots_result r;
  for (int k = 1; k <= 60; ++k) {
    p += "(x-" + std::to_string(k) + ")";
    r.roots.push_back(isolated(k + 0.125, 0, 0.125));
  }
  const verification v = verify(polynomial::parse(p), r);
  EXPECT_EQ(v.checked, 0);
  ASSERT_EQ(v.complaints.size(), 49U);
  EXPECT_NE(v.complaints[0].find("no proof found that its disc holds exactly 1 root"), std::string::npos);
  EXPECT_EQ(v.complaints[48],
            "48 claims could not be confirmed, so 12 others were only looked at briefly: does this result belong to "
            "this polynomial?");
}

TEST(verify_roots, threads_change_nothing) {
  roots_result r = unit_roots(700);
  for (std::size_t k = 5; k < r.roots.size(); k += 7) r.roots[k].value *= 1 + 1e-9;
  r.roots[3] = r.roots[4];
  const polynomial p = polynomial::parse("x^700 - 1");
  verify_options one, three;
  one.threads = 1;
  three.threads = 3;
  const verification v = verify(p, r, one), w = verify(p, r, three);
  EXPECT_EQ(v.checked, w.checked);
  EXPECT_EQ(v.complaints, w.complaints);
  EXPECT_EQ(v.complaints.size(), 101U);
}

// Pellet's test fails for each of these, and the argument principle took a second for each.
TEST(verify_roots, large_disjoint_discs_are_counted_together) {
  roots_result r = unit_roots(200);
  for (root& z : r.roots) z.radius = 0.0154;  // roots are 0.0314 apart
  const polynomial p = polynomial::parse("x^200 - 1");
  verification v = verify(p, r);
  EXPECT_TRUE(v.holds) << v.complaints[0];
  EXPECT_EQ(v.checked, 200);
  // One that meets its neighbours, which are not blamed.
  r.roots[100].radius = 0.017;
  v = verify(p, r);
  EXPECT_EQ(v.checked, 199);
  ASSERT_EQ(v.complaints.size(), 1);
  EXPECT_TRUE(v.complaints[0].starts_with("root 101 ")) << v.complaints[0];
  // One between two roots: it holds none.
  r = unit_roots(200);
  for (root& z : r.roots) z.radius = 0.0078;
  r.roots[100].value *= std::polar(1.0, 0.0157);
  v = verify(p, r);
  EXPECT_EQ(v.checked, 199);
  ASSERT_EQ(v.complaints.size(), 1);
  EXPECT_TRUE(v.complaints[0].starts_with("root 101 ")) << v.complaints[0];
}

// Wrote a quarter of a million lines, and took five minutes to count the roots in 48 of the discs.
TEST(verify_roots, discs_that_all_meet_are_told_briefly) {
  roots_result r = unit_roots(700);
  for (root& z : r.roots) z.radius = 3;
  const verification v = verify(polynomial::parse("x^700 - 1"), r);
  EXPECT_EQ(v.checked, 0);
  ASSERT_EQ(v.complaints.size(), 22);
  EXPECT_EQ(v.complaints[20], "679 more discs are not disjoint from others");
}

TEST(verify_roots, each_disc_that_meets_smaller_ones_is_told_once) {
  roots_result r = unit_roots(700);
  r.roots[10].radius = 0.5;
  r.roots[300].radius = 0.02;
  const verification v = verify(polynomial::parse("x^700 - 1"), r);
  EXPECT_EQ(v.checked, 698);
  ASSERT_EQ(v.complaints.size(), 2);
  for (const char* which : {"root 11 ", "root 301 "})
    EXPECT_TRUE(v.complaints[0].starts_with(which) || v.complaints[1].starts_with(which)) << which;
  EXPECT_NE(v.complaints[0].find("its disc is not disjoint from that of root "), std::string::npos);
}

// It took more than 110 s, and came to no end: 58 multiple roots.
TEST(verify_roots, many_multiple_roots_by_square_free_factors) {
  std::string text = "x^2";
  int degree = 2;
  for (int k = 1; k < 58; ++k) {
    const int multiplicity = 2 + k * k % 9;
    text += "*(" + std::to_string(1 + k % 7) + "*x-" + std::to_string(k * k % 101 - 50) + "/3)^" +
            std::to_string(multiplicity);
    degree += multiplicity;
  }
  const polynomial p = polynomial::parse(text);
  ASSERT_EQ(p.degree(), degree);
  roots_result r = roots(p);
  ASSERT_EQ(r.status, roots_status::complete);
  const verification v = verify(p, r);
  EXPECT_TRUE(v.holds) << v.complaints[0];
  EXPECT_EQ(v.checked, static_cast<std::int64_t>(r.roots.size()));
  // A lie about two of them.
  const auto first = std::find_if(r.roots.begin(), r.roots.end(), [](const root& z) { return z.multiplicity > 2; });
  const auto second = std::find_if(first + 1, r.roots.end(), [](const root& z) { return z.multiplicity > 2; });
  ++first->multiplicity;
  --second->multiplicity;
  EXPECT_FALSE(verify(p, r).holds);
}

// The mirror image of a disc is not looked at again where the polynomial is real; of others it is.
TEST(verify_roots, mirror_images) {
  const polynomial p = polynomial::parse("x^7-2*x^3+x-5");
  const roots_result r = roots(p);
  EXPECT_TRUE(verify(p, r).holds);
  EXPECT_FALSE(verify(polynomial::parse("x^7-2*x^3+x-5+1e-9*i"), r).holds);
  for (std::size_t k = 0; k < r.roots.size(); ++k) {
    roots_result lie = r;
    lie.roots[k].value += std::complex<double>(0, 1e-12);
    EXPECT_FALSE(verify(p, lie).holds) << k;
    if (r.roots[k].real) continue;
    lie = r;
    lie.roots[k].real = true;
    EXPECT_FALSE(verify(p, lie).holds) << k;
  }
  // Both of a pair moved, so that they stay mirror images.
  for (std::size_t k = 0; k + 1 < r.roots.size(); ++k) {
    if (r.roots[k].value != std::conj(r.roots[k + 1].value)) continue;
    roots_result lie = r;
    lie.roots[k].value += 1e-12;
    lie.roots[k + 1].value += 1e-12;
    const verification v = verify(p, lie);
    EXPECT_FALSE(v.holds) << k;
    EXPECT_EQ(v.checked, static_cast<std::int64_t>(r.roots.size()) - 2) << k;
  }
}

TEST(verify_roots, stops_when_asked_to) {
  const polynomial p = polynomial::parse("x^700 - 1");
  const roots_result r = unit_roots(700);
  const std::atomic<bool> cancel = true;
  verify_options options;
  options.cancel = &cancel;
  const verification v = verify(p, r, options);
  EXPECT_FALSE(v.holds);
  EXPECT_FALSE(v.decided);
  ASSERT_EQ(v.complaints.size(), 1U);
  EXPECT_EQ(v.complaints[0], "not decided, cancelled: 0 of 700 discs were checked, and not all pairs of them");
  options.cancel = nullptr;
  options.max_seconds = 1e-9;
  const std::string said = verify(p, r, options).complaints.back();
  EXPECT_TRUE(said.starts_with("not decided within 0.001")) << said;
  EXPECT_TRUE(said.ends_with(" us: 0 of 700 discs were checked, and not all pairs of them")) << said;
  options.max_seconds = -1;
  EXPECT_ANY_THROW(verify(p, r, options));
}

}  // namespace
}  // namespace vieta
