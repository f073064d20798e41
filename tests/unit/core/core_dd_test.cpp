#include <gtest/gtest.h>

#include "unit/core/core_inputs.hpp"
#include "unit/core/core_oracle.hpp"
#include "vieta/core/complex.hpp"
#include "vieta/core/dd.hpp"
#include "vieta/core/pack.hpp"

namespace vieta {
namespace {

using test::exact;
using test::numbers;
using test::worst;

constexpr double u = 0x1p-53;
constexpr int samples = 15000;

void expect_normalised(const dd& x) { ASSERT_EQ(x.hi + x.lo, x.hi); }

// Draws operands, computes, and holds the worst error against a bound in units of u^2.
template <class Operation, class Reference, class Draw>
void expect_bound(double bound, Operation&& operation, Reference&& reference, Draw&& draw) {
  worst w(106);
  for (int i = 0; i < samples; ++i) {
    const auto [a, b] = draw(i);
    const dd computed = operation(a, b);
    expect_normalised(computed);
    const exact true_result = reference(exact(a), exact(b));
    w.see(exact(computed) - true_result, true_result);
  }
  testing::Test::RecordProperty("worst_in_u2", std::to_string(w.units()));
  EXPECT_LE(w.units(), bound);
}

constexpr auto add = [](const auto& a, const auto& b) { return a + b; };
constexpr auto sub = [](const auto& a, const auto& b) { return a - b; };
constexpr auto mul = [](const auto& a, const auto& b) { return a * b; };
constexpr auto div = [](const auto& a, const auto& b) { return a / b; };

// Operands for sums: near each other in size, and every third pair cancels.
auto for_sums(numbers& random) {
  return [&random](int i) {
    const dd a = random.double_double(-500, 500);
    const int k = std::ilogb(a.hi);
    return std::pair(a, i % 3 == 0 ? random.cancelling(a) : random.double_double(k - 110, k + 110));
  };
}
auto for_products(numbers& random) {
  return [&random](int) { return std::pair(random.double_double(-400, 400), random.double_double(-400, 400)); };
}
auto with_double(numbers& random) {
  return [&random](int i) {
    const dd a = random.double_double(-400, 400);
    return std::pair(a, i % 3 == 0 ? -a.hi : random.real(-400, 400));
  };
}

TEST(dd, sum_keeps_its_bound) {
  numbers random(1);
  expect_bound(3 + 13 * u, add, add, for_sums(random));
}
TEST(dd, difference_keeps_its_bound) {
  numbers random(2);
  expect_bound(3 + 13 * u, sub, sub, for_sums(random));
}
TEST(dd, product_keeps_its_bound) {
  numbers random(3);
  expect_bound(has_fast_fma ? 4 : 5, mul, mul, for_products(random));
}
TEST(dd, quotient_keeps_its_bound) {
  numbers random(4);
  expect_bound(15 + 56 * u, div, div, for_products(random));
}
TEST(dd, sum_with_a_double_keeps_its_bound) {
  numbers random(5);
  expect_bound(2, add, add, with_double(random));
  expect_bound(
      2, [](const dd& a, double b) { return b - a; }, [](const exact& a, const exact& b) { return b - a; },
      with_double(random));
}
TEST(dd, product_with_a_double_keeps_its_bound) {
  numbers random(6);
  expect_bound(has_fast_fma ? 2 : 3, mul, mul, with_double(random));
}
TEST(dd, quotient_by_a_double_keeps_its_bound) {
  numbers random(7);
  expect_bound(3, div, div, with_double(random));
}
TEST(dd, root_keeps_its_bound) {
  numbers random(8);
  expect_bound(
      25.0 / 8, [](const dd& a, const dd&) { return sqrt(abs(a)); },
      [](const exact& a, const exact&) { return sqrt(abs(a)); }, for_products(random));
}

TEST(dd, products_and_sums_of_doubles_are_exact) {
  numbers random(9);
  for (int i = 0; i < samples; ++i) {
    const double a = random.real(-400, 400), b = random.real(-400, 400);
    ASSERT_TRUE(exact(exact_product(a, b)) == exact(a) * exact(b));
    ASSERT_TRUE(exact(exact_sum(a, b)) == exact(a) + exact(b));
  }
}

TEST(dd, operations_at_zero) {
  const dd zero = 0, one = 1;
  EXPECT_TRUE(sqrt(zero) == zero);
  EXPECT_TRUE(zero + zero == zero);
  EXPECT_TRUE(one - one == zero);
  EXPECT_TRUE(zero * one == zero);
  EXPECT_TRUE(zero / one == zero);
  EXPECT_TRUE(abs(-one) == one);
}

TEST(dd, order_is_that_of_the_exact_values) {
  numbers random(10);
  for (int i = 0; i < samples; ++i) {
    const dd a = random.double_double(-3, 3), b = i % 2 == 0 ? -random.cancelling(a) : random.double_double(-3, 3);
    ASSERT_EQ(a < b, exact(a) < exact(b));
    ASSERT_EQ(a <= b, exact(a) <= exact(b));
    ASSERT_EQ(a > b, exact(b) < exact(a));
    ASSERT_EQ(a >= b, exact(b) <= exact(a));
    ASSERT_EQ(a == b, exact(a) == exact(b));
    ASSERT_EQ(a != b, !(exact(a) == exact(b)));
    ASSERT_TRUE(exact(abs(a)) == abs(exact(a)));
    ASSERT_TRUE(min(a, b) <= max(a, b));
  }
}

TEST(dd, scaling_by_a_power_of_two_is_exact) {
  numbers random(11);
  for (int i = 0; i < samples; ++i) {
    const dd a = random.double_double(-300, 300);
    ASSERT_TRUE(exact(scale(a, 0x1p-77)) == exact(a) * exact(0x1p-77));
  }
}

TEST(dd, holds_in_the_corners_of_its_range) {
  numbers random(12);
  worst sum(106), product(106), quotient(106), root(106);
  for (int i = 0; i < samples; ++i) {
    for (const auto& [low, high] : {std::pair(-899, -890), std::pair(980, 988)}) {
      const dd a = random.double_double(low, high), b = random.double_double(low, high),
               c = random.double_double(-5, 0);
      sum.see(exact(a + b) - (exact(a) + exact(b)), exact(a) + exact(b));
      product.see(exact(a * c) - exact(a) * exact(c), exact(a) * exact(c));
      quotient.see(exact(a / b) - exact(a) / exact(b), exact(a) / exact(b));
      root.see(exact(sqrt(abs(a))) - sqrt(abs(exact(a))), sqrt(abs(exact(a))));
    }
  }
  EXPECT_LE(sum.units(), 3 + 13 * u);
  EXPECT_LE(product.units(), has_fast_fma ? 4 : 5);
  EXPECT_LE(quotient.units(), 15 + 56 * u);
  EXPECT_LE(root.units(), 25.0 / 8);
}

template <int N>
void lanes_equal_scalars() {
  using P = pack<double, N>;
  using D = double_double<P>;
  numbers random(13);
  for (int i = 0; i < 1000; ++i) {
    dd x[N], y[N];
    D a, b;
    for (int k = 0; k < N; ++k) {
      x[k] = random.double_double(-100, 100);
      y[k] = random.coin() ? random.cancelling(x[k]) : random.double_double(-100, 100);
      a.hi.set(k, x[k].hi), a.lo.set(k, x[k].lo);
      b.hi.set(k, y[k].hi), b.lo.set(k, y[k].lo);
    }
    const auto expect_lanes = [&](const D& computed, auto&& operation) {
      for (int k = 0; k < N; ++k) ASSERT_TRUE((dd{computed.hi[k], computed.lo[k]}) == operation(x[k], y[k])) << k;
    };
    expect_lanes(a + b, add);
    expect_lanes(a - b, sub);
    expect_lanes(a * b, mul);
    expect_lanes(a / b, div);
    expect_lanes(sqrt(abs(a)), [](const dd& p, const dd&) { return sqrt(abs(p)); });
    expect_lanes(a * 3.0 + 1, [](const dd& p, const dd&) { return p * 3.0 + 1; });
    expect_lanes(2 / a - b / b.hi, [](const dd& p, const dd& q) { return 2 / p - q / q.hi; });
    expect_lanes(select(a < b, a, b), [](const dd& p, const dd& q) { return p < q ? p : q; });
  }
}

TEST(dd, packs_do_in_each_lane_what_a_scalar_does) {
  lanes_equal_scalars<2>();
  lanes_equal_scalars<4>();
  lanes_equal_scalars<8>();
}

TEST(dd, serves_complex_numbers) {
  const complex<dd> z{dd(3), dd(4)};
  EXPECT_TRUE(abs(z) == dd(5));
  EXPECT_TRUE(norm(z) == dd(25));
  EXPECT_TRUE(z * conj(z) == (complex<dd>{25, 0}));
  EXPECT_TRUE(z / z == (complex<dd>{1, 0}));
  EXPECT_TRUE(2 * z - z == z);
  EXPECT_EQ(complex_cast<double>(z).im, 4);
}

}  // namespace
}  // namespace vieta
