#include "solve/count/prime_field.hpp"

#include <random>

namespace vieta::counting {

namespace {

std::uint64_t product_modulo(std::uint64_t a, std::uint64_t b, std::uint64_t p) {
  return static_cast<std::uint64_t>(static_cast<wide>(a) * b % p);
}

std::uint64_t power_modulo(std::uint64_t a, std::uint64_t exponent, std::uint64_t p) {
  std::uint64_t result = 1;
  for (; exponent > 0; exponent >>= 1) {
    if (exponent & 1) result = product_modulo(result, a, p);
    a = product_modulo(a, a, p);
  }
  return result;
}

/// Miller's test; these bases decide for all numbers below 3e24 (Sorenson, Webster 2017).
bool is_prime(std::uint64_t p) {
  for (const std::uint64_t base : {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41}) {
    if (p % base == 0) return p == base;
    std::uint64_t odd = p - 1;
    int halvings = 0;
    while (odd % 2 == 0) odd /= 2, ++halvings;
    std::uint64_t x = power_modulo(base, odd, p);
    bool composite = x != 1 && x != p - 1;
    for (int k = 1; k < halvings && composite; ++k) {
      x = product_modulo(x, x, p);
      composite = x != p - 1;
    }
    if (composite) return false;
  }
  return true;
}

}  // namespace

prime_field::prime_field(std::uint64_t seed) {
  std::mt19937_64 random(seed ^ 0xd1b54a32d192ed03);
  do p_ = (random() >> 2 | 1ULL << 61 | 3) - 2;  // odd, 1 modulo 4
  while (!is_prime(p_));
  std::uint64_t inverse = 1;  // of p modulo 2^64, by Newton's method
  for (int k = 0; k < 6; ++k) inverse *= 2 - p_ * inverse;
  minus_inverse_ = ~inverse + 1;
  limit_ = static_cast<wide>(p_) << 64;
  const auto two_to_64 = static_cast<std::uint64_t>((static_cast<wide>(1) << 64) % p_);
  two_to_128_ = product_modulo(two_to_64, two_to_64, p_);
  one_ = two_to_64;
  // A number that is no square has -1 as its power to (p - 1) / 2.
  for (std::uint64_t base = 2; i_ == 0; ++base) {
    const std::uint64_t root = power_modulo(base, (p_ - 1) / 4, p_);
    if (product_modulo(root, root, p_) == p_ - 1) i_ = number(root);
  }
}

std::uint64_t prime_field::power(std::uint64_t a, std::uint64_t exponent) const {
  std::uint64_t result = one_;
  for (; exponent > 0; exponent >>= 1) {
    if (exponent & 1) result = multiply(result, a);
    a = multiply(a, a);
  }
  return result;
}

std::uint64_t prime_field::number(const exact::integer& value) const {
  std::uint64_t sum = 0;
  const std::span<const exact::integer::word> words = value.words();
  for (std::size_t k = words.size(); k-- > 0;)
    sum = static_cast<std::uint64_t>(((static_cast<wide>(sum) << 64) | words[k]) % p_);
  sum = number(sum);
  return value.sign() < 0 ? negative(sum) : sum;
}

bool prime_field::number(const exact::real& value, std::uint64_t& out) const {
  const std::uint64_t denominator = number(value.denominator);
  if (denominator == 0) return false;
  const auto scale = [&](std::uint64_t base, std::int64_t exponent) {
    const std::uint64_t b = number(base);
    // By Fermat's theorem.
    const auto modulus = static_cast<std::int64_t>(p_ - 1);
    return power(b, static_cast<std::uint64_t>((exponent % modulus + modulus) % modulus));
  };
  out = multiply(number(value.numerator), inverse(denominator));
  out = multiply(out, multiply(scale(10, value.decimal_exponent), scale(2, value.binary_exponent)));
  return true;
}

}  // namespace vieta::counting
