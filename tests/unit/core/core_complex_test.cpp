#include <gtest/gtest.h>

#include <cmath>
#include <complex>

#include "unit/core/core_inputs.hpp"
#include "unit/core/core_oracle.hpp"
#include "vieta/core/complex.hpp"
#include "vieta/core/pack.hpp"

namespace vieta {
namespace {

using test::exact;
using test::numbers;
using test::worst;
using z64 = complex<double>;

struct exact_complex {
  exact re, im;
  exact_complex(const exact& x, const exact& y) : re(x), im(y) {}
  exact_complex(const z64& z) : re(z.re), im(z.im) {}
  exact norm() const { return re * re + im * im; }
  exact abs() const { return sqrt(norm()); }
  exact_complex operator-(const exact_complex& b) const { return {re - b.re, im - b.im}; }
  exact_complex operator*(const exact_complex& b) const { return {re * b.re - im * b.im, re * b.im + im * b.re}; }
  exact_complex operator/(const exact_complex& b) const {
    const exact_complex n = *this * exact_complex(b.re, exact(0.0) - b.im);
    return {n.re / b.norm(), n.im / b.norm()};
  }
};

constexpr int samples = 10000;

// |error| / |exact|, in units of u.
void see(worst& w, const z64& computed, const exact_complex& reference) {
  w.see((exact_complex(computed) - reference).abs(), reference.abs());
}

// Parts of like size, of unlike size, and products whose parts cancel.
z64 draw(numbers& random, int low, int high) {
  const double re = random.real(low, high);
  if (random.coin()) return {re, random.real(low, high)};
  return {re, re * (1 + random.real(-53, -1))};
}

TEST(complex, product_keeps_its_bound) {
  numbers random(1);
  worst w(53);
  for (int i = 0; i < samples; ++i) {
    const z64 a = draw(random, -200, 200);
    const z64 b = i % 3 == 0 ? z64{a.im, a.re * (1 + random.real(-52, -30))} : draw(random, -200, 200);
    see(w, a * b, exact_complex(a) * exact_complex(b));
  }
  EXPECT_LE(w.units(), std::sqrt(5.0));
}

TEST(complex, quotient_keeps_its_bound) {
  numbers random(2);
  worst w(53);
  for (int i = 0; i < samples; ++i) {
    const z64 a = draw(random, -20, 20), b = draw(random, -20, 20);
    see(w, a / b, exact_complex(a) / exact_complex(b));
  }
  EXPECT_LE(w.units(), 4 + std::sqrt(2.0));
}

TEST(complex, quotient_does_not_overflow_on_the_way) {
  const z64 big{0x1p1020, 0x1p1019}, small{0x1p-1000, -0x1p-1001};
  EXPECT_TRUE(big / big == (z64{1, 0}));
  EXPECT_TRUE(small / small == (z64{1, 0}));
}

TEST(complex, inverse_and_norm_keep_their_bounds) {
  numbers random(3);
  worst inverses(53), norms(53);
  for (int i = 0; i < samples; ++i) {
    const z64 a = draw(random, -200, 200);
    see(inverses, inverse(a), exact_complex(1.0, 0.0) / exact_complex(a));
    norms.see(exact(norm(a)) - exact_complex(a).norm(), exact_complex(a).norm());
  }
  EXPECT_LE(inverses.units(), 5);
  EXPECT_LE(norms.units(), 2);
}

TEST(complex, modulus_keeps_its_bound_and_overflows_only_where_it_must) {
  numbers random(4);
  worst w(53);
  for (int i = 0; i < samples; ++i) {
    for (const z64& a : {draw(random, -20, 20), draw(random, 1000, 1021), draw(random, -1000, -960)}) {
      w.see(exact(abs(a)) - exact_complex(a).abs(), exact_complex(a).abs());
    }
  }
  EXPECT_LE(w.units(), 4);
  EXPECT_EQ(abs(z64{0, 0}), 0);
  EXPECT_EQ(abs(z64{-0x1p1023, 0}), 0x1p1023);
  EXPECT_EQ(abs(z64{0, 0x1p-1074}), 0x1p-1074);
}

TEST(complex, mixes_with_real_numbers) {
  const z64 z{3, -4};
  EXPECT_TRUE(z + 1 == (z64{4, -4}));
  EXPECT_TRUE(1 - z == (z64{-2, 4}));
  EXPECT_TRUE(2 * z / 4 == (z64{1.5, -2}));
  EXPECT_TRUE(-z == (z64{-3, 4}));
  EXPECT_TRUE(select(true, z, conj(z)) == z);
}

TEST(complex, converts_from_and_to_the_standard_one) {
  static_assert(sizeof(z64) == sizeof(std::complex<double>));
  const std::complex<double> s(1.5, -2);
  EXPECT_EQ(to_std(from_std(s)), s);
  EXPECT_EQ(complex_cast<float>(from_std(s)).im, -2.0f);
}

TEST(complex, packs_do_in_each_lane_what_a_scalar_does) {
  using P = pack<double, 4>;
  numbers random(5);
  for (int i = 0; i < 1000; ++i) {
    complex<P> a{P(0.0), P(0.0)}, b{P(0.0), P(0.0)};
    z64 x[4], y[4];
    for (int k = 0; k < 4; ++k) {
      x[k] = draw(random, -20, 20), y[k] = draw(random, -20, 20);
      a.re.set(k, x[k].re), a.im.set(k, x[k].im), b.re.set(k, y[k].re), b.im.set(k, y[k].im);
    }
    const auto product = a * b, quotient = a / b, chosen = select(a.re < b.re, a, b);
    const auto modulus = abs(a);
    for (int k = 0; k < 4; ++k) {
      ASSERT_TRUE((z64{product.re[k], product.im[k]}) == x[k] * y[k]);
      ASSERT_TRUE((z64{quotient.re[k], quotient.im[k]}) == x[k] / y[k]);
      ASSERT_TRUE((z64{chosen.re[k], chosen.im[k]}) == (x[k].re < y[k].re ? x[k] : y[k]));
      ASSERT_EQ(modulus[k], abs(x[k]));
    }
  }
}

}  // namespace
}  // namespace vieta
