// Integers of lengths around those where FLINT takes over from Boost: all operations hold together.
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "exact/integer.hpp"

namespace vieta::exact {
namespace {

class integers {
 public:
  integer of_words(std::size_t words) {
    std::vector<integer::word> all(words);
    for (integer::word& w : all) w = random_();
    all.back() |= 1;
    const integer value{all};
    return random_() % 2 == 0 ? value : -value;
  }

 private:
  std::mt19937_64 random_{7};
};

TEST(ExactInteger, DivisionUndoesMultiplication) {
  integers some;
  for (const std::size_t m : {1U, 59U, 60U, 61U, 199U, 200U, 450U})
    for (const std::size_t n : {1U, 2U, 60U, 200U, 300U}) {
      const integer a = some.of_words(m), b = some.of_words(n), c = a * b;
      EXPECT_EQ(c / b, a);
      EXPECT_EQ(c % b, 0);
      const integer rest = abs(b) - 1, sum = c.sign() < 0 ? integer(c - rest) : integer(c + rest);
      integer quotient, remainder;
      divide_qr(sum, b, quotient, remainder);
      EXPECT_EQ(quotient, a);
      EXPECT_EQ(abs(remainder), rest);
      EXPECT_EQ(sum % b, remainder);
      EXPECT_EQ(gcd(c, b * 3) % abs(b), 0);
      EXPECT_EQ(lcm(a, b) % abs(a), 0);
      EXPECT_EQ(lcm(a, b) * gcd(a, b), abs(c));
    }
  EXPECT_EQ(lcm(some.of_words(300), 0), 0);
  EXPECT_EQ(gcd(integer(0), integer(1) << 20000), integer(1) << 20000);
}

TEST(ExactInteger, DecimalsAreReadBack) {
  integers some;
  for (const std::size_t words : {1U, 100U, 199U, 200U, 201U, 700U}) {
    const integer a = some.of_words(words);
    EXPECT_EQ(integer(a.str()), a);
    EXPECT_EQ(integer(std::string(5000, '0') + abs(a).str()), abs(a));
    EXPECT_EQ(integer("+" + abs(a).str()), abs(a));
  }
}

TEST(ExactInteger, PowersAreProducts) {
  const integer base("-123456789012345678901234567890");
  integer product = 1;
  for (int k = 0; k < 2500; ++k) product *= base;
  EXPECT_EQ(pow(base, 2500), product);
  EXPECT_EQ(pow(base, 2501), product * base);
}

}  // namespace
}  // namespace vieta::exact
