#include <array>
#include <charconv>
#include <span>
#include <string>
#include <vector>

#include "exact/arithmetic.hpp"
#include "exact/exact_real.hpp"

namespace vieta::exact {

namespace {

constexpr std::size_t word_digits = 18;  // what surely fits 64 bits

std::uint64_t word(std::string_view digits) {
  std::uint64_t value = 0;
  for (const char c : digits) value = value * 10 + static_cast<std::uint64_t>(c - '0');
  return value;
}

/// Reads long numbers by halves: a product of two halves is far cheaper than adding digit after digit.
class digit_reader {
 public:
  integer read(std::string_view digits) {
    if (digits.size() <= word_digits) return word(digits);
    std::size_t level = 0;
    while ((word_digits << (level + 1)) < digits.size()) ++level;
    const std::size_t low = word_digits << level;
    const std::string_view high_digits = digits.substr(0, digits.size() - low);
    return read(high_digits) * power(level) + read(digits.substr(digits.size() - low));
  }

 private:
  /// 10^(18 * 2^level)
  const integer& power(std::size_t level) {
    if (powers_.empty()) powers_.push_back(power_of_ten(word_digits));
    while (powers_.size() <= level) powers_.push_back(powers_.back() * powers_.back());
    return powers_[level];
  }
  std::vector<integer> powers_;
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string_view take_digits(std::string_view& text) {
  std::size_t n = 0;
  while (n < text.size() && is_digit(text[n])) ++n;
  const std::string_view digits = text.substr(0, n);
  text.remove_prefix(n);
  return digits;
}

/// Takes a sign away; true where it is a minus, also that of typography.
bool take_sign(std::string_view& text) {
  constexpr std::string_view minus = "\u2212";
  const bool is_typeset = text.starts_with(minus), is_negative = is_typeset || text.starts_with('-');
  if (is_negative || text.starts_with('+')) text.remove_prefix(is_typeset ? minus.size() : 1);
  return is_negative;
}

bool take_exponent(std::string_view& text, std::int64_t& exponent) {
  exponent = 0;
  // Fortran writes 1.0D+00 for a double.
  if (text.empty() || std::string_view("eEdD").find(text[0]) == std::string_view::npos) return true;
  text.remove_prefix(1);
  const bool negative = take_sign(text);
  const std::string_view digits = take_digits(text);
  if (digits.empty()) return false;
  const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
  if (failure != std::errc{} || exponent > max_exponent) return false;
  if (negative) exponent = -exponent;
  return true;
}

/// The value of each character as a hexadecimal digit; -1 for those that are none.
constexpr std::array<std::int8_t, 256> hexadecimal_values = [] {
  std::array<std::int8_t, 256> values;
  values.fill(-1);
  for (int k = 0; k < 10; ++k) values[static_cast<std::size_t>('0' + k)] = static_cast<std::int8_t>(k);
  for (int k = 0; k < 6; ++k) {
    values[static_cast<std::size_t>('a' + k)] = values[static_cast<std::size_t>('A' + k)] =
        static_cast<std::int8_t>(10 + k);
  }
  return values;
}();

int hexadecimal_digit(char c) { return hexadecimal_values[static_cast<unsigned char>(c)]; }

/// Of digits that are all hexadecimal. Each goes to its place in a word, so that long numbers take linear time.
integer of_hexadecimal(std::string_view digits) {
  constexpr std::size_t of_a_word = 16;
  std::vector<integer::word> words((digits.size() + of_a_word - 1) / of_a_word, 0);
  for (std::size_t k = 0; k < digits.size(); ++k) {
    const auto digit = static_cast<integer::word>(hexadecimal_digit(digits[digits.size() - 1 - k]));
    words[k / of_a_word] |= digit << (4 * (k % of_a_word));
  }
  return integer(std::span<const integer::word>(words));
}

bool starts_hexadecimal(std::string_view text) { return text.starts_with("0x") || text.starts_with("0X"); }

std::string_view take_hexadecimal_digits(std::string_view& text) {
  std::size_t n = 0;
  while (n < text.size() && hexadecimal_digit(text[n]) >= 0) ++n;
  const std::string_view digits = text.substr(0, n);
  text.remove_prefix(n);
  return digits;
}

/// 0x digits [. digits] [p exponent], as C's %a prints doubles and Python's hex integers; the exponent is that of 2.
bool take_hexadecimal(std::string_view& text, integer& mantissa, std::int64_t& binary_exponent) {
  text.remove_prefix(2);
  const std::string_view whole = take_hexadecimal_digits(text);
  std::string_view fraction;
  if (!text.empty() && text[0] == '.') {
    text.remove_prefix(1);
    fraction = take_hexadecimal_digits(text);
  }
  const std::size_t digits = whole.size() + fraction.size();
  if (digits == 0 || digits > max_digits) return false;
  mantissa = of_hexadecimal(fraction.empty() ? whole : std::string_view(std::string(whole).append(fraction)));
  binary_exponent = -4 * static_cast<std::int64_t>(fraction.size());
  if (text.empty() || (text[0] != 'p' && text[0] != 'P')) return true;
  text.remove_prefix(1);
  const bool negative = take_sign(text);
  const std::string_view power = take_digits(text);
  std::int64_t exponent = 0;
  const auto [end, failure] = std::from_chars(power.data(), power.data() + power.size(), exponent);
  if (power.empty() || failure != std::errc{} || exponent > max_exponent) return false;
  binary_exponent += negative ? -exponent : exponent;
  return true;
}

/// digits [. digits] [e exponent], at least one digit before the exponent.
bool take_decimal(std::string_view& text, integer& mantissa, std::int64_t& exponent) {
  const std::string_view whole = take_digits(text);
  std::string_view fraction;
  if (!text.empty() && text[0] == '.') {
    text.remove_prefix(1);
    fraction = take_digits(text);
    if (whole.empty() && fraction.empty()) return false;
    while (!fraction.empty() && fraction.back() == '0') fraction.remove_suffix(1);
  } else if (whole.empty()) {
    return false;
  }
  if (whole.size() + fraction.size() > max_digits || !take_exponent(text, exponent)) return false;
  exponent -= static_cast<std::int64_t>(fraction.size());
  if (whole.size() + fraction.size() <= word_digits) {
    std::uint64_t value = word(whole);
    for (const char c : fraction) value = value * 10 + static_cast<std::uint64_t>(c - '0');
    mantissa = value;
  } else {
    mantissa = fraction.empty() ? digit_reader{}.read(whole) : digit_reader{}.read(std::string(whole).append(fraction));
  }
  return true;
}

}  // namespace

bool parse_real(std::string_view text, real& out) {
  const bool negative = take_sign(text);
  real result;
  if (starts_hexadecimal(text) ? !take_hexadecimal(text, result.numerator, result.binary_exponent)
                               : !take_decimal(text, result.numerator, result.decimal_exponent))
    return false;
  if (!text.empty() && text[0] == '/') {
    text.remove_prefix(1);
    std::int64_t decimal = 0, binary = 0;
    if (starts_hexadecimal(text) ? !take_hexadecimal(text, result.denominator, binary)
                                 : !take_decimal(text, result.denominator, decimal))
      return false;
    if (result.denominator.is_zero()) return false;
    result.decimal_exponent -= decimal;
    result.binary_exponent -= binary;
  }
  if (!text.empty()) return false;
  if (result.decimal_exponent > max_exponent || result.decimal_exponent < -max_exponent) return false;
  if (result.is_zero()) result = real{};
  if (negative) result.numerator.negate();
  out = std::move(result);
  return true;
}

}  // namespace vieta::exact
