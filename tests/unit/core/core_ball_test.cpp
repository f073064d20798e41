#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "unit/core/core_inputs.hpp"
#include "unit/core/core_oracle.hpp"
#include "vieta/core/ball.hpp"
#include "vieta/core/pack.hpp"

namespace vieta {
namespace {

using test::exact;
using test::numbers;

// Is `bound` at least, at most the exact value? An infinite upper bound is; a NaN or an infinite lower one is not.
bool above(double bound, const exact& value) {
  return bound == INFINITY || (!std::isnan(bound) && value <= exact(bound));
}
bool below(double bound, const exact& value) {
  return bound == -INFINITY || (std::isfinite(bound) && exact(bound) <= value);
}

// Pairs of nonnegative numbers: every pair of extremes, then random ones over all exponents and of like size.
template <class Check>
void for_pairs(Check&& check) {
  numbers random(1);
  for (double a : test::extremes())
    for (double b : test::extremes())
      if (!std::signbit(a) && !std::signbit(b)) check(a, b);
  for (int i = 0; i < 20000; ++i) {
    const double a = std::abs(random.real(-1074, 1023));
    check(a, std::abs(random.real(-1074, 1023)));
    check(a, a * (1 + random.real(-52, -1)));
    check(a, std::ldexp(std::abs(random.real(0, 0)), -1020 - std::ilogb(a) + random.integer(-60, 10)));
  }
}

TEST(directed, sums) {
  for_pairs([](double a, double b) {
    if (!std::isfinite(b)) return;
    ASSERT_TRUE(above(add_up(a, b), exact(a) + exact(b))) << a << " " << b;
    ASSERT_TRUE(below(add_down(a, b), exact(a) + exact(b))) << a << " " << b;
  });
}
TEST(directed, differences) {
  for_pairs([](double a, double b) {
    if (!std::isfinite(b)) return;
    for (const auto& [x, y] : {std::pair(a, b), std::pair(b, a), std::pair(a, -b)}) {
      ASSERT_TRUE(above(sub_up(x, y), exact(x) - exact(y))) << x << " " << y;
      ASSERT_TRUE(below(sub_down(x, y), exact(x) - exact(y))) << x << " " << y;
    }
  });
}
TEST(directed, products) {
  for_pairs([](double a, double b) {
    if (!std::isfinite(b)) return;
    ASSERT_TRUE(above(mul_up(a, b), exact(a) * exact(b))) << a << " " << b;
    ASSERT_TRUE(below(mul_down(a, b), exact(a) * exact(b))) << a << " " << b;
    ASSERT_GE(mul_down(a, b), 0);
  });
}
TEST(directed, quotients) {
  for_pairs([](double a, double b) {
    if (!std::isfinite(b) || b == 0) return;
    // The oracle rounds: it is right to 2^-4400, which a bound that is not exact clears.
    const exact quotient = exact(a) / exact(b);
    ASSERT_TRUE(above(div_up(a, b), quotient)) << a << " " << b;
    ASSERT_TRUE(below(div_down(a, b), quotient)) << a << " " << b;
  });
}
TEST(directed, roots) {
  for_pairs([](double a, double) {
    // Compare squares, which the oracle has exactly.
    ASSERT_LE(exact(a), exact(sqrt_up(a)) * exact(sqrt_up(a))) << a;
    ASSERT_LE(exact(sqrt_down(a)) * exact(sqrt_down(a)), exact(a)) << a;
  });
}
TEST(directed, zero_stays_zero_where_nothing_is_lost) {
  EXPECT_EQ(add_up(0.0, 0.0), 0);
  EXPECT_EQ(sqrt_up(0.0), 0);
  EXPECT_EQ(sub_down(1.5, 1.5), 0);
}
TEST(directed, bounds_are_near) {
  EXPECT_LE(mul_up(3.0, 7.0), 21 * (1 + 0x1p-51));
  EXPECT_GE(mul_down(3.0, 7.0), 21 * (1 - 0x1p-51));
  EXPECT_LE(abs_up(complex<double>{3, 4}), 5 * (1 + 0x1p-49));
  EXPECT_GE(abs_down(complex<double>{3, 4}), 5 * (1 - 0x1p-49));
}
TEST(directed, nan_stays_nan) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (double x : {add_up(nan, 1.0), mul_up(1.0, nan), div_up(nan, 1.0), sqrt_up(nan), add_down(nan, 1.0),
                   mul_down(1.0, nan), div_down(0.0, 0.0), sqrt_down(nan), sub_down(nan, 1.0), sub_up(1.0, nan)})
    EXPECT_TRUE(std::isnan(x));
  for (const complex<double>& z : {complex<double>{nan, 1}, {1, nan}, {nan, 0}, {0, nan}, {nan, nan}}) {
    EXPECT_TRUE(std::isnan(abs_up(z))) << z.re << ' ' << z.im;
    EXPECT_TRUE(std::isnan(abs_down(z))) << z.re << ' ' << z.im;
  }
}

TEST(directed, moduli) {
  for_pairs([](double a, double b) {
    if (!std::isfinite(b)) return;
    const exact squared = exact(a) * exact(a) + exact(b) * exact(b);
    const complex<double> z{a, -b};
    const double up = abs_up(z), down = abs_down(z);
    ASSERT_TRUE(up == INFINITY || squared <= exact(up) * exact(up)) << a << " " << b;
    ASSERT_TRUE(std::isfinite(down) && down >= 0 && exact(down) * exact(down) <= squared) << a << " " << b;
  });
}

TEST(directed, packs_do_in_each_lane_what_a_scalar_does) {
  using P = pack<double, 4>;
  for_pairs([](double a, double b) {
    P x(a), y(b);
    y.set(1, a);
    ASSERT_EQ(add_up(x, y)[0], add_up(a, b));
    ASSERT_EQ(mul_up(x, y)[1], mul_up(a, a));
    ASSERT_EQ(mul_down(x, y)[2], mul_down(a, b));
    ASSERT_EQ(sub_down(x, y)[3], sub_down(a, b));
    ASSERT_EQ(sqrt_up(x)[0], sqrt_up(a));
  });
}

// A point of the ball, as exact as can be: the centre moved by at most the radius.
struct point {
  exact re, im;
};
point point_of(const ball& b, numbers& random) {
  const int side = random.integer(0, 4);  // the centre, or the ends of the axes
  const exact r(b.radius), re(b.centre.re), im(b.centre.im);
  if (side == 1) return {re + r, im};
  if (side == 2) return {re - r, im};
  if (side == 3) return {re, im + r};
  if (side == 4) return {re, im - r};
  return {re, im};
}
bool holds(const ball& b, const point& p) {
  if (b.radius == INFINITY) return true;
  const exact x = p.re - exact(b.centre.re), y = p.im - exact(b.centre.im);
  return x * x + y * y <= exact(b.radius) * exact(b.radius);
}
ball draw(numbers& random, int low, int high) {
  const double re = random.real(low, high);
  return {{re, random.coin() ? random.real(low, high) : re * (1 + random.real(-53, -1))},
          random.coin() ? 0 : std::abs(random.real(low - 60, low))};
}

TEST(ball, operations_hold_every_result) {
  numbers random(2);
  const std::vector<std::pair<int, int>> ranges = {{-20, 20}, {-1010, 500}, {-540, -530}, {490, 511}};
  for (int i = 0; i < 20000; ++i) {
    const auto& [low, high] = ranges[static_cast<std::size_t>(i) % ranges.size()];
    const ball a = draw(random, low, high);
    const ball b = i % 5 == 0 ? ball{{-a.centre.re, a.centre.im * (1 + random.real(-52, -30))}, a.radius}
                              : draw(random, low, high);
    const point p = point_of(a, random), q = point_of(b, random);
    ASSERT_TRUE(holds(a + b, {p.re + q.re, p.im + q.im}));
    ASSERT_TRUE(holds(a - b, {p.re - q.re, p.im - q.im}));
    ASSERT_TRUE(holds(a * b, {p.re * q.re - p.im * q.im, p.re * q.im + p.im * q.re}));
    const exact squared = p.re * p.re + p.im * p.im;
    ASSERT_LE(squared, exact(abs_up(a)) * exact(abs_up(a)));
    ASSERT_LE(exact(abs_down(a)) * exact(abs_down(a)), squared);
  }
}

TEST(ball, relations_say_yes_only_when_proven) {
  const ball unit{{0, 0}, 1};
  EXPECT_TRUE(disjoint(unit, ball{{3, 0}, 1.5}));
  EXPECT_FALSE(disjoint(unit, ball{{2, 0}, 1}));  // they touch
  EXPECT_FALSE(disjoint(unit, ball{{0, 0}, 0}));
  EXPECT_TRUE(inside(ball{{0.5, 0}, 0.25}, unit));
  EXPECT_FALSE(inside(ball{{0.5, 0}, 0.75}, unit));
  const ball lost{{std::numeric_limits<double>::quiet_NaN(), 0}, 1};
  EXPECT_FALSE(disjoint(unit, lost));
  EXPECT_FALSE(inside(lost, unit));
}

}  // namespace
}  // namespace vieta
