#include <gtest/gtest.h>

#include <cmath>

#include "unit/core/core_inputs.hpp"
#include "unit/core/core_oracle.hpp"
#include "vieta/core/eft.hpp"
#include "vieta/core/pack.hpp"

namespace vieta {
namespace {

using test::exact;
using test::numbers;

TEST(eft, two_sum_is_exact) {
  numbers random(1);
  const auto check = [](double a, double b) {
    const auto [s, e] = two_sum(a, b);
    if (!std::isfinite(s)) return;
    ASSERT_EQ(s, a + b);
    ASSERT_TRUE(exact(s) + exact(e) == exact(a) + exact(b)) << a << " + " << b;
    const auto [d, f] = two_diff(a, b);
    ASSERT_TRUE(!std::isfinite(d) || exact(d) + exact(f) == exact(a) - exact(b)) << a << " - " << b;
  };
  for (int i = 0; i < 20000; ++i) {
    const double a = random.real(-1074, 1022);
    check(a, random.real(-1074, 1022));
    check(a, std::ldexp(random.real(0, 0), std::ilogb(a) - random.integer(-60, 60)));
    check(a, -a * (1 + random.real(-52, -40)));
  }
  for (double a : test::extremes())
    for (double b : test::extremes()) check(a, b);
}

TEST(eft, fast_two_sum_is_exact_when_the_first_is_larger) {
  numbers random(2);
  for (int i = 0; i < 20000; ++i) {
    const double a = random.real(-1000, 1000);
    const double b = random.real(std::ilogb(a) - random.integer(1, 120), std::ilogb(a) - 1);
    for (const auto& [x, y] : {std::pair(a, b), std::pair(a, -a / 2), std::pair(0.0, b)}) {
      const auto [s, e] = fast_two_sum(x, y);
      ASSERT_TRUE(exact(s) + exact(e) == exact(x) + exact(y)) << x << " + " << y;
    }
  }
}

TEST(eft, split_gives_halves_whose_products_are_exact) {
  numbers random(3);
  for (int i = 0; i < 20000; ++i) {
    const double a = random.real(-480, 480), b = random.real(-480, 480);
    const auto [ah, al] = split(a);
    const auto [bh, bl] = split(b);
    ASSERT_TRUE(exact(ah) + exact(al) == exact(a));
    for (double x : {ah, al})
      for (double y : {bh, bl}) ASSERT_TRUE(exact(x * y) == exact(x) * exact(y)) << a << " " << b;
  }
}

TEST(eft, two_prod_is_exact) {
  numbers random(4);
  for (int i = 0; i < 40000; ++i) {
    const double a = random.real(-484, 490), b = random.real(-484, 490);
    const auto [p, e] = two_prod(a, b);
    ASSERT_EQ(p, a * b);
    ASSERT_TRUE(exact(p) + exact(e) == exact(a) * exact(b)) << a << " * " << b;
  }
}

TEST(eft, two_prod_is_exact_to_the_ends_of_its_range) {
  numbers random(5);
  for (int i = 0; i < 10000; ++i) {
    const int low = random.integer(-900, 900);
    for (int total : {-969, 1021}) {  // 2^total <= |a b| < 2^(total + 2)
      const int k = std::abs(total - low) > 990 ? low + (total < 0 ? -80 : 80) : low;
      const double a = random.real(k, k), b = random.real(total - k, total - k);
      if (std::abs(a) > 0x1p995 || std::abs(b) > 0x1p995 || !std::isnormal(a) || !std::isnormal(b)) continue;
      const auto [p, e] = two_prod(a, b);
      if (!std::isfinite(p)) continue;
      ASSERT_TRUE(exact(p) + exact(e) == exact(a) * exact(b)) << a << " * " << b;
    }
  }
}

TEST(eft, two_prod_below_its_range_is_off_by_one_smallest_number) {
  if (!has_fast_fma) GTEST_SKIP() << "stated for a fast fma only";
  numbers random(6);
  for (int i = 0; i < 10000; ++i) {
    const double a = random.real(-1074, -400), b = random.real(-700, 0);
    const auto [p, e] = two_prod(a, b);
    ASSERT_LE(abs(exact(p) + exact(e) - exact(a) * exact(b)), exact(0x1p-1074)) << a << " * " << b;
  }
}

TEST(eft, float_transforms_are_exact) {
  numbers random(7);
  for (int i = 0; i < 20000; ++i) {
    const auto a = static_cast<float>(random.real(-50, 50)), b = static_cast<float>(random.real(-50, 50));
    const auto [s, e] = two_sum(a, b);
    ASSERT_TRUE(exact(s) + exact(e) == exact(a) + exact(b)) << a << " + " << b;
    const auto [p, f] = two_prod(a, b);
    ASSERT_TRUE(exact(p) + exact(f) == exact(a) * exact(b)) << a << " * " << b;
  }
}

template <class P>
void lanes_equal_scalars() {
  numbers random(8);
  for (int i = 0; i < 4000; ++i) {
    P a, b;
    for (int k = 0; k < P::size; ++k) {
      a.set(k, random.real(-300, 300));
      b.set(k, random.coin() ? random.real(-300, 300) : -a[k] * (1 + random.real(-52, -40)));
    }
    const auto s = two_sum(a, b), p = two_prod(a, b), h = split(a);
    for (int k = 0; k < P::size; ++k) {
      ASSERT_EQ(s.value[k], two_sum(a[k], b[k]).value);
      ASSERT_EQ(s.error[k], two_sum(a[k], b[k]).error);
      ASSERT_EQ(p.value[k], two_prod(a[k], b[k]).value);
      ASSERT_EQ(p.error[k], two_prod(a[k], b[k]).error);
      ASSERT_EQ(h.value[k], split(a[k]).value);
    }
  }
}

TEST(eft, packs_do_in_each_lane_what_a_scalar_does) {
  lanes_equal_scalars<pack<double, 2>>();
  lanes_equal_scalars<pack<double, 4>>();
  lanes_equal_scalars<pack<double, 8>>();
}

// What goes wrong when the compiler turns a product and the sum after it into one fma. The target core_contracted
// compiles this with -ffp-contract=fast and is expected to fail here.
template <class T>
[[gnu::noinline]] rounded<T> sum_after_product(const T& a, const T& b, const T& c) {
  return two_sum(T(a * b), c);
}

TEST(eft_contraction, a_product_is_rounded_before_it_is_added) {
  numbers random(9);
  for (int i = 0; i < 2000; ++i) {
    const double a = random.real(-20, 20), b = random.real(-20, 20), c = random.real(-40, 40);
    const volatile double product = a * b;
    const exact expected = exact(product) + exact(c);
    const auto [s, e] = sum_after_product(a, b, c);
    ASSERT_TRUE(exact(s) + exact(e) == expected) << "the compiler contracts: it needs -ffp-contract=off";
    const auto in_lanes = sum_after_product<pack<double, 4>>(a, b, c);
    ASSERT_TRUE(exact(in_lanes.value[3]) + exact(in_lanes.error[3]) == expected)
        << "the compiler contracts in vectors: it needs -ffp-contract=off";
  }
}

}  // namespace
}  // namespace vieta
