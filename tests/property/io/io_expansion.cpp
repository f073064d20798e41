// Random exact numbers against exact arithmetic: four doubles say the number to 2^-208, and doubles exactly.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>

#include "exact/arithmetic.hpp"
#include "exact/exact_real.hpp"

#if VIETA_HAVE_RAPIDCHECK
#include <rapidcheck.h>
#endif

namespace vieta::exact {
namespace {

integer random_integer(std::mt19937_64& random) {
  integer value = 1;
  for (std::uint64_t words = random() % 8; words > 0; --words) value = (value << 64U) + random();
  switch (random() % 4) {
    case 0:
      return value;
    case 1:
      return (integer(1) << static_cast<unsigned>(random() % 400)) - 1;  // long runs of ones round up
    case 2:
      return (integer(1) << static_cast<unsigned>(random() % 400)) + 1;
    default:
      return value >> static_cast<unsigned>(random() % 64);
  }
}

real random_real(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  real value{random_integer(random) + 1, random() % 2 == 0 ? integer(1) : integer(random_integer(random) + 1), 0, 0};
  if (random() % 2 == 0) value.numerator = -value.numerator;
  if (random() % 2 == 0) value.decimal_exponent = static_cast<std::int64_t>(random() % 2000) - 1000;
  if (random() % 2 == 0) value.binary_exponent = static_cast<std::int64_t>(random() % 2000) - 1000;
  return value;
}

bool is_close_and_ordered(std::uint64_t seed) {
  const real value = random_real(seed);
  const expansion e = to_expansion(value);
  real difference = negate(value);
  for (const double limb : e.limb) {
    real part = from_double(limb);
    if (!part.is_zero()) part.binary_exponent += e.exponent;
    difference = add(difference, part);
  }
  difference.numerator = abs(difference.numerator);
  real bound = value;
  bound.numerator = abs(bound.numerator);
  bound.binary_exponent -= 208;
  bool good = compare(difference, bound) <= 0 && std::fabs(e.limb[0]) >= 0.5 && std::fabs(e.limb[0]) < 1;
  for (int k = 0; k < 3; ++k) {
    good = good && (e.limb[k + 1] == 0 || std::fabs(e.limb[k + 1]) <= std::ldexp(1.0, std::ilogb(e.limb[k]) - 53));
  }
  return good;
}

bool double_survives(std::uint64_t bits) {
  const auto x = std::bit_cast<double>(bits);
  if (!std::isfinite(x)) return true;
  double back = 0;
  if (!fits_double(from_double(x), back) || back != x) return false;
  const expansion e = to_expansion(from_double(x));
  return std::ldexp(e.limb[0], static_cast<int>(e.exponent)) == x && e.limb[1] == 0 && e.limb[2] == 0 && e.limb[3] == 0;
}

TEST(ExpansionProperty, CloseAndOrdered) {
#if VIETA_HAVE_RAPIDCHECK
  EXPECT_TRUE(rc::check([](std::uint64_t seed) { RC_ASSERT(is_close_and_ordered(seed)); }));
#endif
  for (std::uint64_t seed = 0; seed < 5000; ++seed) ASSERT_TRUE(is_close_and_ordered(seed)) << seed;
}

TEST(ExpansionProperty, EveryDoubleIsExact) {
#if VIETA_HAVE_RAPIDCHECK
  EXPECT_TRUE(rc::check([](std::uint64_t bits) { RC_ASSERT(double_survives(bits)); }));
#endif
  std::mt19937_64 random(20);
  for (int k = 0; k < 20000; ++k) {
    const std::uint64_t bits = random();
    ASSERT_TRUE(double_survives(bits)) << bits;
    ASSERT_TRUE(double_survives(bits & 0x800fffffffffffffU)) << bits;  // subnormal
  }
}

}  // namespace
}  // namespace vieta::exact
