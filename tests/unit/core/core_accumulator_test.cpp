#include <gtest/gtest.h>

#include <vector>

#include "unit/core/core_inputs.hpp"
#include "unit/core/core_oracle.hpp"
#include "vieta/core/accumulator.hpp"
#include "vieta/core/pack.hpp"

namespace vieta {
namespace {

using test::exact;
using test::numbers;

template <class X>
exact value(const X& x) {
  return (exact(limb<0>(x)) + exact(limb<1>(x))) + (exact(limb<2>(x)) + exact(limb<3>(x)));
}

/// The error of a sum of n products, against sum |a_i b_i|, in bits; all products positive, or of random sign.
template <int N>
double bits_of(std::size_t n, bool positive, bool plain_factor, numbers& random) {
  dot_sum<double, N> sum;
  exact total(0.0), size(0.0);
  for (std::size_t k = 0; k < n; ++k) {
    auto a = resized<N>(random.quad_double(-3, 3)), b = resized<N>(random.quad_double(-3, 3));
    if (plain_factor) b = mf<double, N>(limb<0>(b));
    if (positive) a = abs(a), b = abs(b);
    if (plain_factor)
      sum.add_product(a, limb<0>(b));
    else
      sum.add_product(a, b);
    total = total + value(a) * value(b);
    size = size + abs(value(a) * value(b));
  }
  const exact error = abs(value(sum.value()) - total);
  return error.is_zero() ? 300 : -std::log2((error / size).to_double());
}

template <int N>
void expect_bits(double bits) {
  numbers random(N);
  for (const std::size_t n : {1u, 2u, 16u, 17u, 64u, 512u, 4096u})
    for (const bool positive : {false, true})
      for (const bool plain : {false, true})
        for (int sample = 0; sample < (n > 100 ? 3 : 30); ++sample)
          ASSERT_GE(bits_of<N>(n, positive, plain, random), bits) << n << ' ' << positive << ' ' << plain;
}

// The bounds of docs/method/arithmetic.md, which hold for each of these lengths.
TEST(accumulator, keeps_its_bits_in_double) { expect_bits<1>(41); }
TEST(accumulator, keeps_its_bits_in_double_double) { expect_bits<2>(100); }
TEST(accumulator, keeps_its_bits_in_triple_double) { expect_bits<3>(151); }
TEST(accumulator, keeps_its_bits_in_quad_double) { expect_bits<4>(203); }

TEST(accumulator, an_empty_sum_is_zero) {
  dot_sum<double, 4> sum;
  EXPECT_TRUE(sum.value() == qd(0.0));
  dot_sum<double, 1> plain;
  EXPECT_EQ(plain.value(), 0.0);
}

TEST(accumulator, cancelling_terms_leave_what_is_small) {
  // a b - a b + tiny: the levels below keep it.
  dot_sum<double, 2> sum;
  const dd a(exact_sum(3.0, 0x1p-60)), b(exact_sum(7.0, 0x1p-55));
  sum.add_product(a, b);
  sum.add_product(-a, b);
  sum.add_product(dd(0x1p-90), dd(1.0));
  EXPECT_TRUE(sum.value() == dd(0x1p-90));
}

template <int N>
void lanes_equal_scalars() {
  using P = pack<double, 8>;
  numbers random(17);
  dot_sum<P, N> lanes;
  std::vector<dot_sum<double, N>> scalars(8);
  for (int k = 0; k < 40; ++k) {
    double parts[2][4][8];
    for (int l = 0; l < 8; ++l) {
      const qd a = random.quad_double(-3, 3), b = random.quad_double(-3, 3);
      const double x[2][4] = {{a.x0, a.x1, a.x2, a.x3}, {b.x0, b.x1, b.x2, b.x3}};
      for (int p = 0; p < 4; ++p) parts[0][p][l] = x[0][p], parts[1][p][l] = x[1][p];
      scalars[static_cast<std::size_t>(l)].add_product(resized<N>(a), resized<N>(b));
    }
    const auto load = [](double(&p)[4][8]) {
      return from_limbs<P, N>(P::load(p[0]), P::load(p[1]), P::load(p[2]), P::load(p[3]));
    };
    lanes.add_product(load(parts[0]), load(parts[1]));
  }
  const auto sum = lanes.value();
  for (int l = 0; l < 8; ++l) {
    const auto expected = scalars[static_cast<std::size_t>(l)].value();
    EXPECT_EQ(limb<0>(sum)[l], limb<0>(expected));
    if (N > 1) {
      EXPECT_EQ(limb<1>(sum)[l], limb<1>(expected));
    }
    if (N > 3) {
      EXPECT_EQ(limb<3>(sum)[l], limb<3>(expected));
    }
  }
}

TEST(accumulator, packs_do_in_each_lane_what_a_scalar_does) {
  lanes_equal_scalars<1>();
  lanes_equal_scalars<2>();
  lanes_equal_scalars<3>();
  lanes_equal_scalars<4>();
}

}  // namespace
}  // namespace vieta
