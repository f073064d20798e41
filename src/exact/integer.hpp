#pragma once

#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace vieta::exact {

/// An integer of any length. Boost's cpp_int does the work; it stays out of this header, since every file that reads or
/// writes numbers sees it, and Boost's takes longer to compile than most of those files.
class integer {
 public:
  using word = unsigned long long;

  integer() noexcept;
  template <std::integral I>
  integer(I value) noexcept {  // NOLINT(google-explicit-constructor): as between numbers
    if constexpr (std::signed_integral<I>)
      begin_signed(value);
    else
      begin_unsigned(value);
  }
  /// Of an optional sign and decimal digits, nothing else.
  explicit integer(std::string_view decimal);
  /// The sum of words[k] 2^(64 k).
  explicit integer(std::span<const word> words);

  integer(const integer& other);
  integer(integer&& other) noexcept;
  integer& operator=(const integer& other);
  integer& operator=(integer&& other) noexcept;
  ~integer();

  [[nodiscard]] bool is_zero() const noexcept;
  /// -1, 0 or 1.
  [[nodiscard]] int sign() const noexcept;
  void negate() noexcept;
  /// Of the absolute value, the lowest first; one word for 0.
  [[nodiscard]] std::span<const word> words() const noexcept;
  /// Decimal.
  [[nodiscard]] std::string str() const;

  /// To nearest; infinite beyond the range.
  explicit operator double() const;
  /// Of the value modulo 2^64 where it does not fit.
  explicit operator std::int64_t() const;
  explicit operator std::uint64_t() const;
  template <class T>
  [[nodiscard]] T convert_to() const {
    return static_cast<T>(*this);
  }

  integer& operator+=(const integer& b);
  integer& operator-=(const integer& b);
  integer& operator*=(const integer& b);
  /// Towards zero, as for int. Throws std::overflow_error for b = 0.
  integer& operator/=(const integer& b);
  integer& operator%=(const integer& b);
  integer& operator<<=(std::size_t bits);
  integer& operator>>=(std::size_t bits);  ///< towards minus infinity
  integer& operator++();
  integer& operator--();

  friend integer operator-(integer a) {
    a.negate();
    return a;
  }
  friend integer operator+(integer a, const integer& b) { return std::move(a += b); }
  friend integer operator-(integer a, const integer& b) { return std::move(a -= b); }
  friend integer operator*(const integer& a, const integer& b) { return product(a, b); }
  friend integer operator/(integer a, const integer& b) { return std::move(a /= b); }
  friend integer operator%(integer a, const integer& b) { return std::move(a %= b); }
  friend integer operator<<(integer a, std::size_t bits) { return std::move(a <<= bits); }
  friend integer operator>>(integer a, std::size_t bits) { return std::move(a >>= bits); }
  friend bool operator==(const integer& a, const integer& b) noexcept { return compare(a, b) == 0; }
  friend std::strong_ordering operator<=>(const integer& a, const integer& b) noexcept { return compare(a, b) <=> 0; }
  friend std::ostream& operator<<(std::ostream& out, const integer& a);

  friend integer abs(integer a) {
    if (a.sign() < 0) a.negate();
    return a;
  }
  /// Of the absolute values; gcd(0, 0) = 0.
  friend integer gcd(const integer& a, const integer& b);
  friend integer lcm(const integer& a, const integer& b);  ///< not negative
  friend integer sqrt(const integer& value);               ///< rounded down; value >= 0
  friend integer pow(const integer& base, unsigned exponent);
  /// The place of the highest and of the lowest bit that is set; value > 0 for msb, value != 0 for lsb.
  friend std::size_t msb(const integer& value);
  friend std::size_t lsb(const integer& value);
  friend bool bit_test(const integer& value, std::size_t bit);  ///< value >= 0
  /// a = quotient b + remainder, towards zero; a and b may be the same as the results.
  friend void divide_qr(const integer& a, const integer& b, integer& quotient, integer& remainder);

 private:
  void begin_signed(std::int64_t value) noexcept;
  void begin_unsigned(std::uint64_t value) noexcept;
  static integer product(const integer& a, const integer& b);
  static int compare(const integer& a, const integer& b) noexcept;
  friend struct hidden_integer;

  alignas(16) std::byte storage_[32];  ///< a cpp_int, which has room for 128 bits without the heap
};

}  // namespace vieta::exact
