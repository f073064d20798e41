#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "exact/exact_real.hpp"
#include "solve/count/all_points.hpp"
#include "solve/count/modular_count.hpp"
#include "solve/count/prime_field.hpp"
#include "vieta/solve.hpp"

// The exact count modulo a prime: against the literature, and against systems that are what they are by construction.
namespace vieta {
namespace {

using counting::modular_count;

modular_count count_of(const polynomial_system& system, std::uint64_t seed = 1, double operations = 1e9) {
  return counting::count_solutions(system.data(), seed, operations, {});
}
modular_count count_of(const std::vector<std::string>& equations, std::uint64_t seed = 1) {
  return count_of(polynomial_system::parse(equations), seed);
}

void expect_finite(const modular_count& c, std::size_t simple, std::size_t multiple, std::size_t with_multiplicity) {
  EXPECT_EQ(c.what, modular_count::outcome::finite);
  EXPECT_TRUE(c.has_simple);
  EXPECT_EQ(c.simple, simple);
  EXPECT_EQ(c.multiple, multiple);
  EXPECT_EQ(c.with_multiplicity, with_multiplicity);
}

void expect_infinite(const modular_count& c, std::size_t simple) {
  EXPECT_EQ(c.what, modular_count::outcome::infinite);
  EXPECT_TRUE(c.has_simple);
  EXPECT_EQ(c.simple, simple);
}

TEST(prime_field, is_a_field_with_a_root_of_minus_one) {
  for (const std::uint64_t seed : {1, 2, 3, 4, 5}) {
    const counting::prime_field f(seed);
    EXPECT_EQ(f.prime() % 4, 1u);
    EXPECT_GT(f.prime(), 1ULL << 61);
    EXPECT_LT(f.prime(), 1ULL << 62);
    const std::uint64_t i = f.square_root_of_minus_one();
    EXPECT_EQ(f.multiply(i, i), f.negative(f.one()));
    const std::uint64_t x = f.number(std::uint64_t{123456789});
    EXPECT_EQ(f.multiply(x, f.inverse(x)), f.one());
    EXPECT_EQ(f.number(std::uint64_t{1}), f.one());
    EXPECT_EQ(f.subtract(f.add(x, x), x), x);
  }
}

TEST(prime_field, reads_exact_numbers) {
  const counting::prime_field f(7);
  const auto read = [&](const char* text) {
    exact::real value;
    EXPECT_TRUE(exact::parse_real(text, value));
    std::uint64_t out = 0;
    EXPECT_TRUE(f.number(value, out));
    return out;
  };
  EXPECT_EQ(f.multiply(read("1e-40"), read("1e40")), f.one());
  EXPECT_EQ(f.multiply(read("0.125"), read("8")), f.one());
  EXPECT_EQ(f.add(read("1/3"), read("-1/3")), 0u);
  EXPECT_EQ(read("123456789012345678901234567890"),
            f.add(f.multiply(read("123456789012345"), read("1e15")), read("678901234567890")));
}

TEST(solve_count, numbers_of_the_literature) {
  expect_finite(count_of(families::cyclic(5)), 70, 0, 70);
  expect_finite(count_of(families::cyclic(6)), 156, 0, 156);
  expect_finite(count_of(families::noon(4)), 73, 0, 73);
  expect_finite(count_of(families::katsura(5)), 32, 0, 32);
  expect_finite(count_of(families::eco(6)), 16, 0, 16);
}

TEST(solve_count, scales_do_not_matter) {
  expect_finite(count_of({"x = 1e20", "x*y = 1", "z = x + y"}), 1, 0, 1);
  expect_finite(count_of({"x^2 = 1e-40", "x*y = 1"}), 2, 0, 2);
  expect_finite(count_of({"x^2+y^2-1", "(x-0.5)*z-1", "(y-0.8660254)*z-2"}), 2, 0, 2);
  expect_finite(count_of({"x^2+y^2-1", "(x-0.6)*z-1", "(y-0.8)*z-2"}), 1, 0, 1);  // on the circle
  expect_finite(count_of({"(x-70*y)^2 = y^3", "y = 1e-20"}), 2, 0, 2);
}

TEST(solve_count, multiple_solutions_are_told_from_simple_ones) {
  expect_finite(count_of({"(x-1)^2*(x+2)", "y-x"}), 1, 1, 3);
  expect_finite(count_of({"(x-1)^2*(x+2)^3*(x+3)"}), 1, 2, 6);
  expect_finite(count_of({"x^2", "y^2"}), 0, 1, 4);
  expect_finite(count_of({"(x^2+y^2)^2+3*x^2*y-y^3", "x^2+y^2-x"}), 3, 1, 6);
  expect_finite(count_of({"(x^2-2)^2", "y^2-x"}), 0, 4, 8);  // with coordinates that are not rational
}

TEST(solve_count, complex_coefficients) {
  expect_finite(count_of({"x^2+i"}), 2, 0, 2);
  expect_finite(count_of({"x^2-2*i*x-1"}), 0, 1, 2);
  expect_finite(count_of({"(x-i)*(x+i)*(x-1)", "y^2-i*x"}), 6, 0, 6);
}

TEST(solve_count, no_solution) {
  expect_finite(count_of({"x+y-1", "x+y-2"}), 0, 0, 0);
  expect_finite(count_of({"x*y-1", "x*(x-1)", "z*x-x"}), 1, 0, 1);
  expect_finite(count_of({"x*y-1", "x^2"}), 0, 0, 0);
}

TEST(solve_count, simple_solutions_beside_sets) {
  expect_infinite(count_of({"x^2", "x*y"}), 0);
  expect_infinite(count_of({"x^2-1", "x*y-y"}), 1);
  expect_infinite(count_of({"x*y*(x+y-2)", "x*y*(x-y)"}), 1);
  expect_infinite(count_of({"(x-y)^2*(x+y-1)", "(x-y)*(x^2+y-3)"}), 2);
  expect_infinite(count_of({"(x^2+y^2-1)*(x-3)", "(x^2+y^2-1)*(y-2)", "z*(z-1)"}), 2);
  expect_infinite(count_of(families::cyclic(4)), 0);
}

/// x1 = x_n = 0 beside the line x_n = 2, and a chain between them.
std::vector<std::string> point_and_line(std::size_t n) {
  const std::string last = "x" + std::to_string(n);
  std::vector<std::string> equations{"x1*(" + last + "-2)", last + "*(" + last + "-2)*(x1^2-3)"};
  for (std::size_t k = 2; k < n; ++k) {
    const std::string number = std::to_string(k);
    equations.push_back("x" + number + "-x" + std::to_string(k - 1) + "*" + number + "-1");
  }
  return equations;
}

TEST(solve_count, simple_solutions_beside_sets_of_more_unknowns_than_bits) {
  for (const std::size_t n : {31, 32, 33, 34, 64, 65, 66, 70}) expect_infinite(count_of(point_and_line(n)), 1);
}

TEST(solve_count, a_point_beside_a_line_in_34_unknowns_is_found_or_said_to_be_missing) {
  const solve_result r = solve(polynomial_system::parse(point_and_line(34)));
  if (r.report.certified == 0)
    EXPECT_EQ(r.report.status, solve_status::incomplete);
  else
    EXPECT_EQ(r.report.status, solve_status::solved);
}

TEST(solve_count, a_count_ends_soon_when_it_must) {
  std::size_t asked = 0;
  const auto must_stop = [&] { return ++asked > 3; };
  const counting::modular_count c = counting::count_solutions(families::cyclic(7).data(), 1, 1e12, must_stop);
  EXPECT_EQ(c.what, modular_count::outcome::none);
  EXPECT_EQ(asked, 4u);
}

TEST(solve_count, the_prime_does_not_matter) {
  // x = 2 twice, with y = 3 or -3; y = 3, with the three cube roots of 8.
  for (std::uint64_t seed = 1; seed <= 20; ++seed)
    expect_finite(count_of({"x^3-y^2+1", "(x-2)^2*(y-3)"}, seed), 2, 2, 7);
}

TEST(solve_count, all_points_come_from_algebra) {
  const auto points_of = [](const std::vector<std::string>& equations) {
    return counting::all_points(polynomial_system::parse(equations).data(), 1, 1e8, {});
  };
  // Not all of them have linear forms of an order as high as the multiplicity.
  const auto double_ones = points_of({"x^2*(x-1)^2", "y^2"});
  ASSERT_EQ(double_ones.size(), 2u);
  for (const counting::known_point& p : double_ones) EXPECT_EQ(p.multiplicity, 4u);
  // 1e-30 apart, beside each other: x = 7e-19 +- 1e-30.
  const auto pair = points_of({"(x-70*y)^2 = y^3", "y = 1e-20"});
  ASSERT_EQ(pair.size(), 2u);
  for (const counting::known_point& p : pair) {
    EXPECT_EQ(p.multiplicity, 1u);
    const double off = (p.x[0].re - p.x[1].re * 70.0).x0;
    EXPECT_NEAR(std::fabs(off), 1e-30, 1e-40);
  }
  const auto complex_pair = points_of({"x^2+1", "y-x*1e30"});
  ASSERT_EQ(complex_pair.size(), 2u);
  EXPECT_EQ(std::fabs(complex_pair[0].x[1].im.x0), 1e30);
  const auto of_gaussian = points_of({"(x-i)^2*(x+2)", "y-i*x"});
  ASSERT_EQ(of_gaussian.size(), 2u);
  for (const counting::known_point& p : of_gaussian) {
    const bool is_double = p.multiplicity == 2;
    EXPECT_EQ(p.x[0].re.x0, is_double ? 0 : -2);
    EXPECT_EQ(p.x[0].im.x0, is_double ? 1 : 0);
    EXPECT_EQ(p.x[1].im.x0, is_double ? 0 : -2);
  }
  EXPECT_TRUE(points_of({"x^2", "x*y"}).empty());
}

TEST(solve_count, what_takes_too_long_is_not_counted) {
  EXPECT_EQ(count_of(families::cyclic(6), 1, 1e4).what, modular_count::outcome::none);
}

}  // namespace
}  // namespace vieta
