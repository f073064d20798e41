#pragma once

#include <cstdint>
#include <span>

#include "exact/exact_real.hpp"

namespace vieta::counting {

__extension__ typedef unsigned __int128 wide;  // NOLINT(modernize-use-using): pedantic GCC knows no other way

/// Numbers modulo a prime p of 62 bits with p = 1 modulo 4, where -1 has a square root. They are kept multiplied by
/// 2^64 (Montgomery 1985), so that a product needs no division; `number` and its like convert.
class prime_field {
 public:
  /// A prime that `seed` draws at random from the upper half of those of 62 bits.
  explicit prime_field(std::uint64_t seed);

  [[nodiscard]] std::uint64_t prime() const { return p_; }
  [[nodiscard]] std::uint64_t one() const { return one_; }
  [[nodiscard]] std::uint64_t square_root_of_minus_one() const { return i_; }

  [[nodiscard]] std::uint64_t add(std::uint64_t a, std::uint64_t b) const { return less(a + b); }
  [[nodiscard]] std::uint64_t subtract(std::uint64_t a, std::uint64_t b) const { return a >= b ? a - b : a + p_ - b; }
  [[nodiscard]] std::uint64_t negative(std::uint64_t a) const { return a == 0 ? 0 : p_ - a; }
  [[nodiscard]] std::uint64_t multiply(std::uint64_t a, std::uint64_t b) const {
    return reduced(static_cast<wide>(a) * b);
  }
  [[nodiscard]] std::uint64_t power(std::uint64_t a, std::uint64_t exponent) const;
  [[nodiscard]] std::uint64_t inverse(std::uint64_t a) const { return power(a, p_ - 2); }

  /// A sum of products, kept below 2^64 p, and its value.
  void add_product(wide& sum, std::uint64_t a, std::uint64_t b) const {
    sum += static_cast<wide>(a) * b;
    if (sum >= limit_) sum -= limit_;
  }
  [[nodiscard]] std::uint64_t reduced(wide sum) const {
    const std::uint64_t m = static_cast<std::uint64_t>(sum) * minus_inverse_;
    return less(static_cast<std::uint64_t>((sum + static_cast<wide>(m) * p_) >> 64));
  }

  [[nodiscard]] std::uint64_t number(std::uint64_t value) const { return multiply(value % p_, two_to_128_); }
  /// False where the prime divides the denominator.
  [[nodiscard]] bool number(const exact::real& value, std::uint64_t& out) const;

 private:
  [[nodiscard]] std::uint64_t less(std::uint64_t a) const { return a >= p_ ? a - p_ : a; }
  [[nodiscard]] std::uint64_t number(const exact::integer& value) const;

  std::uint64_t p_ = 0, minus_inverse_ = 0, two_to_128_ = 0, one_ = 0, i_ = 0;
  wide limit_ = 0;
};

}  // namespace vieta::counting
