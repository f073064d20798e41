#include <gtest/gtest.h>

#include "unit/core/core_inputs.hpp"
#include "unit/core/core_oracle.hpp"
#include "vieta/core/complex.hpp"
#include "vieta/core/mf.hpp"
#include "vieta/core/pack.hpp"
#include "vieta/core/td.hpp"

namespace vieta {
namespace {

using test::exact;
using test::numbers;
using test::worst;

constexpr int samples = 15000;

constexpr auto add = [](const auto& a, const auto& b) { return a + b; };
constexpr auto sub = [](const auto& a, const auto& b) { return a - b; };
constexpr auto mul = [](const auto& a, const auto& b) { return a * b; };
constexpr auto div = [](const auto& a, const auto& b) { return a / b; };
constexpr auto relative_to_result = [](const exact&, const exact&, const exact& result) { return result; };
constexpr auto relative_to_operands = [](const exact& a, const exact& b, const exact&) { return abs(a) + abs(b); };

exact value(double x) { return exact(x); }
exact value(const td& x) { return exact(x.x0) + (exact(x.x1) + exact(x.x2)); }

td cut(const qd& x) { return {x.x0, x.x1, x.x2}; }
td triple(numbers& random, int low, int high) { return cut(random.quad_double(low, high)); }
td cancelling(numbers& random, const td& x) { return cut(random.cancelling(qd(x.x0, x.x1, x.x2, 0))); }

void expect_normalised(const td& x) {
  ASSERT_EQ(x.x0 + x.x1, x.x0);
  ASSERT_EQ(x.x1 + x.x2, x.x1);
}

// Holds the worst error against 2^-bits.
template <class Operation, class Relative, class Draw>
void expect_bits(int bits, Operation&& operation, Relative&& relative, Draw&& draw) {
  worst w(bits);
  for (int i = 0; i < samples; ++i) {
    const auto [a, b] = draw(i);
    const td computed = operation(a, b);
    expect_normalised(computed);
    const exact A = value(a), B = value(b), true_result = operation(A, B);
    w.see(value(computed) - true_result, relative(A, B, true_result));
  }
  testing::Test::RecordProperty("worst_bits", std::to_string(bits - std::log2(w.units())));
  EXPECT_LE(w.units(), 1);
}

auto for_sums(numbers& random) {
  return [&random](int i) {
    const td a = triple(random, -300, 300);
    const int k = std::ilogb(a.x0);
    return std::pair(a, i % 2 == 0 ? cancelling(random, a) : triple(random, k - 160, k + 160));
  };
}
auto for_products(numbers& random) {
  return [&random](int i) {
    const td a = triple(random, -300, 300), b = triple(random, -300, 300);
    return std::pair(a, i % 3 == 0 ? (1 + random.real(-150, -40)) / a : b);  // a b near 1: it cancels inside
  };
}
auto with_double(numbers& random) {
  return [&random](int i) {
    const td a = triple(random, -300, 300);
    return std::pair(a, i % 3 == 0 ? -a.x0 : random.real(-300, 300));
  };
}

TEST(td, sums_keep_their_bound) {
  numbers random(1);
  expect_bits(156, add, relative_to_operands, for_sums(random));
  expect_bits(156, sub, relative_to_operands, for_sums(random));
  expect_bits(157, add, relative_to_operands, with_double(random));
}
TEST(td, products_keep_their_bound) {
  numbers random(2);
  expect_bits(154, mul, relative_to_result, for_products(random));
  expect_bits(156, mul, relative_to_result, with_double(random));
}
TEST(td, quotients_keep_their_bound) {
  numbers random(3);
  expect_bits(152, div, relative_to_result, for_products(random));
  expect_bits(152, div, relative_to_result, with_double(random));
}
TEST(td, root_keeps_its_bound) {
  numbers random(4);
  expect_bits(
      152, [](const auto& a, const auto&) { return sqrt(abs(a)); }, relative_to_result, for_products(random));
}

TEST(td, a_number_minus_itself_is_zero) {
  numbers random(5);
  for (int i = 0; i < samples; ++i) {
    const td a = triple(random, -300, 300);
    ASSERT_TRUE(a - a == td(0.0));
    ASSERT_TRUE(a / a == td(1.0));
  }
}

TEST(td, renormalising_three_terms_loses_nothing) {
  numbers random(6);
  for (int i = 0; i < samples; ++i) {
    double t[3];
    for (double& x : t) x = random.real(-80, 0);
    ASSERT_TRUE(value(td::renormalised(t[0], t[1], t[2])) == exact(t[0]) + exact(t[1]) + exact(t[2]));
  }
}

TEST(td, order_is_that_of_the_exact_values) {
  numbers random(7);
  for (int i = 0; i < samples; ++i) {
    const td a = triple(random, -3, 3), b = i % 2 == 0 ? -cancelling(random, a) : triple(random, -3, 3);
    ASSERT_EQ(a < b, value(a) < value(b));
    ASSERT_EQ(a <= b, value(a) <= value(b));
    ASSERT_EQ(a > b, value(b) < value(a));
    ASSERT_EQ(a == b, value(a) == value(b));
    ASSERT_TRUE(value(abs(a)) == abs(value(a)));
  }
}

TEST(td, operations_at_zero) {
  const td zero = 0.0, one = 1.0;
  EXPECT_TRUE(sqrt(zero) == zero);
  EXPECT_TRUE(zero + zero == zero);
  EXPECT_TRUE(zero * one == zero);
  EXPECT_TRUE(zero / one == zero);
}

template <int N>
void lanes_equal_scalars() {
  using P = pack<double, N>;
  using X = triple_double<P>;
  numbers random(8);
  for (int i = 0; i < 300; ++i) {
    td x[N], y[N];
    X a, b;
    const auto put = [](X& to, int k, const td& from) {
      to.x0.set(k, from.x0), to.x1.set(k, from.x1), to.x2.set(k, from.x2);
    };
    for (int k = 0; k < N; ++k) {
      put(a, k, x[k] = triple(random, -100, 100));
      put(b, k, y[k] = random.coin() ? cancelling(random, x[k]) : triple(random, -100, 100));
    }
    const auto expect_lanes = [&](const X& c, auto&& operation) {
      for (int k = 0; k < N; ++k) {
        ASSERT_TRUE((td{c.x0[k], c.x1[k], c.x2[k]}) == operation(x[k], y[k])) << k;
      }
    };
    expect_lanes(a + b, add);
    expect_lanes(a - b, sub);
    expect_lanes(a * b, mul);
    expect_lanes(a / b, div);
    expect_lanes(sqrt(abs(a)), [](const td& p, const td&) { return sqrt(abs(p)); });
    expect_lanes(a * 3.0 - 1, [](const td& p, const td&) { return p * 3.0 - 1; });
  }
}

TEST(td, packs_do_in_each_lane_what_a_scalar_does) {
  lanes_equal_scalars<2>();
  lanes_equal_scalars<4>();
  lanes_equal_scalars<8>();
}

TEST(td, serves_complex_numbers) {
  const complex<td> z{td(3.0), td(4.0)};
  EXPECT_TRUE(abs(z) == td(5.0));
  EXPECT_TRUE(z * conj(z) == (complex<td>{25.0, 0.0}));
}

TEST(mf, names_the_four_precisions) {
  static_assert(std::is_same_v<mf<double, 1>, double> && std::is_same_v<mf<double, 2>, dd> &&
                std::is_same_v<mf<double, 3>, td> && std::is_same_v<mf<double, 4>, qd>);
  static_assert(limb_count<double> == 1 && limb_count<dd> == 2 && limb_count<td> == 3 && limb_count<qd> == 4);
  const qd x(1, 0x1p-60, 0x1p-120, 0x1p-180);
  EXPECT_TRUE(resized<3>(x) == td(1, 0x1p-60, 0x1p-120));
  EXPECT_TRUE(resized<4>(resized<2>(x)) == qd(1, 0x1p-60, 0, 0));
  EXPECT_EQ(resized<1>(x), 1.0);
  EXPECT_EQ(limb<2>(x), 0x1p-120);
  EXPECT_EQ(limb<3>(td(1.0)), 0.0);
}

TEST(mf, powers_keep_their_bound) {
  numbers random(9);
  const auto check = [&](auto x, const exact& base, double roundoff) {
    exact power_of_base(1.0);
    for (unsigned n = 1; n <= 20; ++n) {
      power_of_base = power_of_base * base;
      const auto p = power(x, n);
      const exact error =
          abs(exact(limb<0>(p)) + exact(limb<1>(p)) + exact(limb<2>(p)) + exact(limb<3>(p)) - power_of_base);
      ASSERT_TRUE(error <= abs(power_of_base) * exact(n * roundoff)) << n;
    }
  };
  for (int i = 0; i < 300; ++i) {
    const qd x = random.quad_double(-10, 10);
    check(x, exact(x), unit_roundoff<4>);
    check(resized<3>(x), value(resized<3>(x)), unit_roundoff<3>);
    check(resized<2>(x), exact(resized<2>(x)), unit_roundoff<2>);
    check(x.x0, exact(x.x0), unit_roundoff<1>);
  }
}

}  // namespace
}  // namespace vieta
