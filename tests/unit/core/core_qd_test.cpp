#include <gtest/gtest.h>

#include "unit/core/core_inputs.hpp"
#include "unit/core/core_oracle.hpp"
#include "vieta/core/complex.hpp"
#include "vieta/core/pack.hpp"
#include "vieta/core/qd.hpp"

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

void expect_normalised(const qd& x) {
  ASSERT_EQ(x.x0 + x.x1, x.x0);
  ASSERT_EQ(x.x1 + x.x2, x.x1);
  ASSERT_EQ(x.x2 + x.x3, x.x2);
}

// Holds the worst error against 2^-bits.
template <class Operation, class Reference, class Relative, class Draw>
void expect_bits(int bits, Operation&& operation, Reference&& reference, Relative&& relative, Draw&& draw) {
  worst w(bits);
  for (int i = 0; i < samples; ++i) {
    const auto [a, b] = draw(i);
    const qd computed = operation(a, b);
    expect_normalised(computed);
    const exact A(a), B(b), true_result = reference(A, B);
    w.see(exact(computed) - true_result, relative(A, B, true_result));
  }
  testing::Test::RecordProperty("worst_bits", std::to_string(bits - std::log2(w.units())));
  EXPECT_LE(w.units(), 1);
}

// Operands for sums: near each other in size, and every second pair cancels, in one part or in several.
auto for_sums(numbers& random) {
  return [&random](int i) {
    const qd a = random.quad_double(-300, 300);
    const int k = std::ilogb(a.x0);
    return std::pair(a, i % 2 == 0 ? random.cancelling(a) : random.quad_double(k - 200, k + 200));
  };
}
auto for_products(numbers& random) {
  return [&random](int i) {
    const qd a = random.quad_double(-300, 300), b = random.quad_double(-300, 300);
    return std::pair(a, i % 3 == 0 ? (1 + random.real(-200, -40)) / a : b);  // a b near 1: it cancels inside
  };
}
auto with_double(numbers& random) {
  return [&random](int i) {
    const qd a = random.quad_double(-300, 300);
    return std::pair(a, i % 3 == 0 ? -a.x0 : random.real(-300, 300));
  };
}

TEST(qd, sum_keeps_its_bound) {
  numbers random(1);
  expect_bits(211, add, add, relative_to_operands, for_sums(random));
}
TEST(qd, difference_keeps_its_bound) {
  numbers random(2);
  expect_bits(211, sub, sub, relative_to_operands, for_sums(random));
}
TEST(qd, sum_with_a_double_keeps_its_bound) {
  numbers random(3);
  expect_bits(211, add, add, relative_to_operands, with_double(random));
}
TEST(qd, sum_of_one_sign_keeps_its_relative_bound) {
  numbers random(4);
  expect_bits(
      211, [](const qd& a, const qd& b) { return abs(a) + abs(b); },
      [](const exact& a, const exact& b) { return abs(a) + abs(b); }, relative_to_result, for_sums(random));
}
TEST(qd, product_keeps_its_bound) {
  numbers random(5);
  expect_bits(209, mul, mul, relative_to_result, for_products(random));
}
TEST(qd, product_with_a_double_keeps_its_bound) {
  numbers random(6);
  expect_bits(210, mul, mul, relative_to_result, with_double(random));
}
TEST(qd, quotient_keeps_its_bound) {
  numbers random(7);
  expect_bits(209, div, div, relative_to_result, for_products(random));
  expect_bits(209, div, div, relative_to_result, with_double(random));
}
TEST(qd, root_keeps_its_bound) {
  numbers random(8);
  expect_bits(
      209, [](const qd& a, const qd&) { return sqrt(abs(a)); },
      [](const exact& a, const exact&) { return sqrt(abs(a)); }, relative_to_result, for_products(random));
}

TEST(qd, a_number_minus_itself_is_zero) {
  numbers random(9);
  for (int i = 0; i < samples; ++i) {
    const qd a = random.quad_double(-300, 300);
    ASSERT_TRUE(a - a == qd(0));
    ASSERT_TRUE(a / a == qd(1));
  }
}

TEST(qd, renormalising_four_terms_loses_nothing) {
  numbers random(10);
  for (int i = 0; i < samples; ++i) {
    double t[4];
    for (double& x : t) x = random.real(-120, 0);
    ASSERT_TRUE(exact(qd::renormalised(t[0], t[1], t[2], t[3])) ==
                exact(t[0]) + exact(t[1]) + exact(t[2]) + exact(t[3]));
  }
}

TEST(qd, operations_at_zero) {
  const qd zero = 0, one = 1;
  EXPECT_TRUE(sqrt(zero) == zero);
  EXPECT_TRUE(zero + zero == zero);
  EXPECT_TRUE(zero * one == zero);
  EXPECT_TRUE(zero / one == zero);
  EXPECT_TRUE(abs(-one) == one);
}

TEST(qd, order_is_that_of_the_exact_values) {
  numbers random(11);
  for (int i = 0; i < samples; ++i) {
    const qd a = random.quad_double(-3, 3), b = i % 2 == 0 ? -random.cancelling(a) : random.quad_double(-3, 3);
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

TEST(qd, converts_and_scales_exactly) {
  numbers random(12);
  for (int i = 0; i < samples; ++i) {
    const qd a = random.quad_double(-300, 300);
    ASSERT_TRUE(exact(scale(a, 0x1p-77)) == exact(a) * exact(0x1p-77));
    ASSERT_TRUE(exact(qd(dd(a))) == exact(dd(a)));
    ASSERT_EQ(double(a), exact(a.x0).to_double());
  }
}

template <int N>
void lanes_equal_scalars() {
  using P = pack<double, N>;
  using Q = quad_double<P>;
  numbers random(13);
  for (int i = 0; i < 300; ++i) {
    qd x[N], y[N];
    Q a, b;
    const auto put = [](Q& to, int k, const qd& from) {
      to.x0.set(k, from.x0), to.x1.set(k, from.x1), to.x2.set(k, from.x2), to.x3.set(k, from.x3);
    };
    for (int k = 0; k < N; ++k) {
      put(a, k, x[k] = random.quad_double(-100, 100));
      put(b, k, y[k] = random.coin() ? random.cancelling(x[k]) : random.quad_double(-100, 100));
    }
    const auto expect_lanes = [&](const Q& c, auto&& operation) {
      for (int k = 0; k < N; ++k) {
        ASSERT_TRUE((qd{c.x0[k], c.x1[k], c.x2[k], c.x3[k]}) == operation(x[k], y[k])) << k;
      }
    };
    expect_lanes(a + b, add);
    expect_lanes(a - b, sub);
    expect_lanes(a * b, mul);
    expect_lanes(a / b, div);
    expect_lanes(sqrt(abs(a)), [](const qd& p, const qd&) { return sqrt(abs(p)); });
    expect_lanes(a * 3.0 - 1, [](const qd& p, const qd&) { return p * 3.0 - 1; });
    expect_lanes(select(a < b, a, b), [](const qd& p, const qd& q) { return p < q ? p : q; });
  }
}

TEST(qd, packs_do_in_each_lane_what_a_scalar_does) {
  lanes_equal_scalars<2>();
  lanes_equal_scalars<4>();
  lanes_equal_scalars<8>();
}

TEST(qd, serves_complex_numbers) {
  const complex<qd> z{qd(3), qd(4)};
  EXPECT_TRUE(abs(z) == qd(5));
  EXPECT_TRUE(z * conj(z) == (complex<qd>{25, 0}));
  EXPECT_TRUE(z / z == (complex<qd>{1, 0}));
}

}  // namespace
}  // namespace vieta
