#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "vieta/core/pack.hpp"

namespace vieta {
namespace {

template <class P>
class pack_test : public testing::Test {
 protected:
  static P ramp(scalar_t<P> first, scalar_t<P> step) {
    P p(first);
    for (int i = 0; i < P::size; ++i) p.set(i, first + step * static_cast<scalar_t<P>>(i));
    return p;
  }
};

using packs =
    testing::Types<pack<double, 2>, pack<double, 4>, pack<double, 8>, pack<float, 4>, pack<float, 8>, pack<float, 16>>;
TYPED_TEST_SUITE(pack_test, packs);

TYPED_TEST(pack_test, broadcasts_every_value_as_it_is) {
  using scalar = scalar_t<TypeParam>;
  for (scalar x : {scalar(0), -scalar(0), scalar(-3.5), std::numeric_limits<scalar>::infinity(),
                   std::numeric_limits<scalar>::denorm_min()}) {
    const TypeParam p = x;
    for (int i = 0; i < TypeParam::size; ++i) {
      EXPECT_EQ(p[i], x);
      EXPECT_EQ(std::signbit(p[i]), std::signbit(x));
    }
  }
  EXPECT_TRUE(std::isnan(TypeParam(std::numeric_limits<scalar>::quiet_NaN())[0]));
}

TYPED_TEST(pack_test, loads_and_stores_without_alignment) {
  using scalar = scalar_t<TypeParam>;
  scalar memory[2 * TypeParam::size + 1] = {};
  for (int i = 0; i < TypeParam::size; ++i) memory[i + 1] = static_cast<scalar>(i) + scalar(0.5);
  const TypeParam p = TypeParam::load(memory + 1);
  p.store(memory + TypeParam::size + 1);
  for (int i = 1; i <= TypeParam::size; ++i) EXPECT_EQ(memory[i], memory[i + TypeParam::size]);
}

TYPED_TEST(pack_test, computes_in_each_lane_what_a_scalar_does) {
  using scalar = scalar_t<TypeParam>;
  const TypeParam a = this->ramp(scalar(-1.7), scalar(0.9)), b = this->ramp(scalar(3.1), scalar(-0.7)),
                  c = a / scalar(3);
  TypeParam sum = a, difference = a, product = a, quotient = a;
  sum += b;
  difference -= b;
  product *= b;
  quotient /= b;
  for (int i = 0; i < TypeParam::size; ++i) {
    EXPECT_EQ(sum[i], a[i] + b[i]);
    EXPECT_EQ(difference[i], a[i] - b[i]);
    EXPECT_EQ(product[i], a[i] * b[i]);
    EXPECT_EQ(quotient[i], a[i] / b[i]);
    EXPECT_EQ((-a)[i], -a[i]);
    EXPECT_EQ((2 * a)[i], 2 * a[i]);
    EXPECT_EQ(abs(a)[i], std::abs(a[i]));
    EXPECT_EQ(min(a, b)[i], min(a[i], b[i]));
    EXPECT_EQ(max(a, b)[i], max(a[i], b[i]));
    EXPECT_EQ(sqrt(abs(a))[i], std::sqrt(std::abs(a[i])));
    EXPECT_EQ(fma(a, b, c)[i], std::fma(a[i], b[i], c[i]));
    EXPECT_EQ(fma(a, scalar(3), c)[i], std::fma(a[i], scalar(3), c[i]));
  }
}

TYPED_TEST(pack_test, fma_rounds_once) {
  using scalar = scalar_t<TypeParam>;
  const scalar eps = std::numeric_limits<scalar>::epsilon();
  const TypeParam a = 1 + eps;
  const TypeParam rest = fma(a, a, TypeParam(-(1 + 2 * eps)));
  for (int i = 0; i < TypeParam::size; ++i) EXPECT_EQ(rest[i], eps * eps);
}

TYPED_TEST(pack_test, abs_clears_every_sign) {
  using scalar = scalar_t<TypeParam>;
  EXPECT_FALSE(std::signbit(abs(TypeParam(-scalar(0)))[0]));
  EXPECT_FALSE(std::signbit(abs(TypeParam(-std::numeric_limits<scalar>::infinity()))[1]));
}

TYPED_TEST(pack_test, compares_and_selects_by_lane) {
  using scalar = scalar_t<TypeParam>;
  const TypeParam a = this->ramp(0, 1), b = scalar(1);
  for (int i = 0; i < TypeParam::size; ++i) {
    EXPECT_EQ((a < b)[i], a[i] < b[i]);
    EXPECT_EQ((a <= b)[i], a[i] <= b[i]);
    EXPECT_EQ((a > b)[i], a[i] > b[i]);
    EXPECT_EQ((a >= b)[i], a[i] >= b[i]);
    EXPECT_EQ((a == b)[i], a[i] == b[i]);
    EXPECT_EQ((a != b)[i], a[i] != b[i]);
    EXPECT_EQ(select(a < b, a, b)[i], a[i] < b[i] ? a[i] : b[i]);
  }
  const TypeParam nan = std::numeric_limits<scalar>::quiet_NaN();
  EXPECT_TRUE(none(nan == nan));
  EXPECT_TRUE(all(nan != nan));
}

TYPED_TEST(pack_test, masks_answer_any_all_none_and_bits) {
  using mask = mask_t<TypeParam>;
  constexpr int n = TypeParam::size;
  EXPECT_TRUE(all(mask(true)));
  EXPECT_TRUE(none(mask(false)));
  EXPECT_EQ(bits(mask(true)), (1u << n) - 1);
  for (int i = 0; i < n; ++i) {
    mask m(false);
    m.set(i, true);
    EXPECT_TRUE(any(m));
    EXPECT_FALSE(none(m));
    EXPECT_EQ(all(m), n == 1);
    EXPECT_EQ(bits(m), 1u << i);
    EXPECT_TRUE(all(m | (!m)));
    EXPECT_TRUE(none(m & (!m)));
    EXPECT_TRUE(none(m ^ m));
    EXPECT_TRUE(m[i]);
    EXPECT_TRUE(any(both(m, mask(true))));
    EXPECT_TRUE(all(either(m, mask(true))));
  }
}

template <class T>
T one_template_for_all(T x) {
  const T y = select(x < T(0), -x, sqrt(abs(x)));
  return any(x > T(1)) ? fma(x, y, max(x, min(y, T(2)))) : y;
}

template <int N>
void goes_to_doubles_and_back() {
  pack<float, N> p(0);
  for (int i = 0; i < N; ++i) p.set(i, static_cast<float>(i) + 0.5f);
  const pack<double, N / 2> low = widen(p, 0), high = widen(p, 1);
  const pack<float, N> back = narrow(low, high);
  for (int i = 0; i < N; ++i) {
    EXPECT_EQ(i < N / 2 ? low[i] : high[i - N / 2], i + 0.5);
    EXPECT_EQ(back[i], static_cast<float>(i) + 0.5f);
  }
}

TEST(pack, halves_go_to_doubles_and_back) {
  goes_to_doubles_and_back<4>();
  goes_to_doubles_and_back<8>();
  goes_to_doubles_and_back<16>();
}

TYPED_TEST(pack_test, one_template_serves_scalar_and_pack) {
  using scalar = scalar_t<TypeParam>;
  const scalar expected = one_template_for_all(scalar(2.25));
  EXPECT_EQ(one_template_for_all(TypeParam(scalar(2.25)))[TypeParam::size - 1], expected);
}

}  // namespace
}  // namespace vieta
