#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <string>

#include "base/float_environment.hpp"
#include "exact/arithmetic.hpp"
#include "exact/exact_real.hpp"
#include "vieta/system_io.hpp"

namespace vieta {

namespace {

__extension__ typedef unsigned __int128 two_words;  // NOLINT(modernize-use-using): pedantic GCC knows no other way

/// The sum of four limbs of a number that is not 0 is below 2^(most_bits + 2), in units of its last bit.
constexpr int most_bits = 400;
/// And is multiplied by at most this power of ten: 802 bits and a little in all.
constexpr std::int64_t most_places = 170;
constexpr std::size_t room = 13;

/// 5^0, 5^1, ... as far as a word holds them.
constexpr auto powers_of_five = [] {
  std::array<std::uint64_t, 28> powers{1};
  for (std::size_t k = 1; k < powers.size(); ++k) powers[k] = 5 * powers[k - 1];
  return powers;
}();
constexpr int tens_at_once = 19;
constexpr std::uint64_t ten_to_the_19 = 10'000'000'000'000'000'000U;

/// A natural number without the heap, by words, the lowest first.
struct short_natural {
  std::array<std::uint64_t, room> word{};
  std::size_t size = 0;  ///< without zeros at the top

  void trim() {
    while (size > 0 && word[size - 1] == 0) --size;
  }
  void multiply(std::uint64_t factor) {
    std::uint64_t carry = 0;
    for (std::size_t k = 0; k < size; ++k) {
      const two_words product = two_words{word[k]} * factor + carry;
      word[k] = static_cast<std::uint64_t>(product), carry = static_cast<std::uint64_t>(product >> 64);
    }
    if (carry != 0) word[size++] = carry;
  }
  /// The remainder; the quotient stays.
  std::uint64_t divide(std::uint64_t divisor) {
    std::uint64_t rest = 0;
    for (std::size_t k = size; k-- > 0;) {
      const two_words part = two_words{rest} << 64 | word[k];
      word[k] = static_cast<std::uint64_t>(part / divisor), rest = static_cast<std::uint64_t>(part % divisor);
    }
    trim();
    return rest;
  }
  [[nodiscard]] bool bit(std::size_t at) const { return (word[at / 64] >> (at % 64) & 1) != 0; }
  /// Divides by 2^count, count > 0, to nearest, ties to even.
  void halve(std::size_t count) {
    const bool half = bit(count - 1);
    bool below = (word[(count - 1) / 64] & ((std::uint64_t{1} << ((count - 1) % 64)) - 1)) != 0;
    for (std::size_t k = 0; k < (count - 1) / 64; ++k) below = below || word[k] != 0;
    const std::size_t words = count / 64, bits = count % 64;
    for (std::size_t k = 0; k < size; ++k) {
      const std::uint64_t low = k + words < size ? word[k + words] : 0,
                          high = k + words + 1 < size ? word[k + words + 1] : 0;
      word[k] = bits == 0 ? low : low >> bits | high << (64 - bits);
    }
    if (half && (below || bit(0)))
      for (std::size_t k = 0; ++word[k] == 0;) ++k;  // above the highest word there is room: it was halved
    trim();
  }
  void double_up(std::size_t count) {
    for (; count >= 32; count -= 32) multiply(std::uint64_t{1} << 32);
    multiply(std::uint64_t{1} << count);
  }
};

/// value * 2^unit
struct scaled_natural {
  short_natural value;
  int unit = 0;
  bool negative = false;
};

/// Exactly the sum of the limbs, of which the first is not 0. False where they lie too far apart.
bool sum_of_limbs(const qd& x, scaled_natural& out) {
  const double limbs[4] = {x.x0, x.x1, x.x2, x.x3};
  int exponents[4] = {}, highest = INT32_MIN;
  out.unit = INT32_MAX;
  std::int64_t mantissas[4] = {};
  for (std::size_t k = 0; k < 4; ++k) {
    if (limbs[k] == 0) continue;
    if (!std::isfinite(limbs[k])) return false;
    mantissas[k] = static_cast<std::int64_t>(std::ldexp(std::frexp(limbs[k], &exponents[k]), 53));
    exponents[k] -= 53;
    highest = std::max(highest, exponents[k] + 53), out.unit = std::min(out.unit, exponents[k]);
  }
  if (highest - out.unit > most_bits) return false;
  std::array<std::uint64_t, room>& word = out.value.word;  // modulo 2^832 first
  constexpr std::size_t used = most_bits / 64 + 2;
  for (std::size_t k = 0; k < 4; ++k) {
    if (mantissas[k] == 0) continue;
    const auto shift = static_cast<std::size_t>(exponents[k] - out.unit);
    const two_words part = two_words{static_cast<std::uint64_t>(std::abs(mantissas[k]))} << (shift % 64);
    const std::uint64_t pieces[2] = {static_cast<std::uint64_t>(part), static_cast<std::uint64_t>(part >> 64)};
    std::uint64_t carry = 0;
    for (std::size_t at = shift / 64; at < used; ++at) {
      const std::uint64_t piece = at - shift / 64 < 2 ? pieces[at - shift / 64] : 0;
      const two_words sum =
          mantissas[k] > 0 ? two_words{word[at]} + piece + carry : two_words{word[at]} - piece - carry;
      word[at] = static_cast<std::uint64_t>(sum), carry = static_cast<std::uint64_t>(sum >> 64) & 1;
    }
  }
  out.negative = word[used - 1] >> 63 != 0;
  if (out.negative) {
    bool carry = true;
    for (std::size_t k = 0; k < used; ++k) word[k] = ~word[k] + (carry ? 1 : 0), carry = carry && word[k] == 0;
  }
  out.value.size = used;
  out.value.trim();
  return true;
}

/// Decimal digits, and the power of ten that the last one counts.
struct whole_decimal {
  std::string text;
  std::int64_t tenth = 0;
  bool negative = false;
};

/// The power of ten of the last of so many digits, or of the one behind it.
std::int64_t lowest_tenth(std::int64_t bits, int digits) {
  return static_cast<std::int64_t>(std::floor(static_cast<double>(bits) * 0.30102999566398120)) - digits;
}

/// x to `digits` digits in words of the machine, as results are printed: without the heap, and without divisions of
/// long numbers. False where x is no number of such a size.
bool round_in_words(const qd& x, int digits, whole_decimal& out) {
  constexpr int most_digits = 64;
  scaled_natural exact;
  if (digits < 1 || digits > most_digits || x.x0 == 0 || !sum_of_limbs(x, exact)) return false;
  const short_natural& value = exact.value;
  if (value.size == 0) return false;
  const auto bits = static_cast<std::int64_t>(64 * value.size) - std::countl_zero(value.word[value.size - 1]);
  out.negative = exact.negative;
  short_natural rounded;
  for (out.tenth = lowest_tenth(bits + exact.unit, digits);; ++out.tenth) {
    std::int64_t places = -out.tenth;
    if (places < 0 || places > most_places) return false;
    rounded = value;
    const std::int64_t halvings = -(exact.unit + places);
    constexpr std::int64_t fives_at_once = powers_of_five.size() - 1;
    for (; places > 0; places -= fives_at_once)
      rounded.multiply(powers_of_five[static_cast<std::size_t>(std::min(places, fives_at_once))]);
    if (halvings > 0) rounded.halve(static_cast<std::size_t>(halvings));
    if (halvings < 0) rounded.double_up(static_cast<std::size_t>(-halvings));
    char buffer[8 * tens_at_once];
    char* begin = std::end(buffer);
    while (rounded.size > 0) {
      std::uint64_t part = rounded.divide(ten_to_the_19);
      for (int k = 0; k < tens_at_once && (part != 0 || rounded.size > 0); ++k, part /= 10)
        *--begin = static_cast<char>('0' + part % 10);
    }
    out.text.assign(begin, std::end(buffer));
    if (out.text.size() <= static_cast<std::size_t>(digits)) return true;
  }
}

/// To any number of digits; 0 for all of them.
whole_decimal round_exactly(const exact::real& value, int digits) {
  whole_decimal out;
  out.negative = value.numerator < 0;
  exact::integer mantissa = out.negative ? exact::integer(-value.numerator) : value.numerator;
  // value = mantissa * 2^e; the same as an integer of decimal digits times a power of ten.
  const std::int64_t e = value.binary_exponent;
  out.tenth = value.decimal_exponent;
  if (digits == 0) {
    if (e > 0) mantissa <<= static_cast<unsigned>(e);
    if (e < 0) mantissa *= exact::power_of_five(-e), out.tenth += e;
  } else {
    const auto rounded_at = [&](std::int64_t power) {  // round(value / 10^power), ties to even
      exact::integer numerator = mantissa, denominator = 1;
      (e > 0 ? numerator : denominator) <<= static_cast<unsigned>(e > 0 ? e : -e);
      (power > 0 ? denominator : numerator) *= exact::power_of_ten(power > 0 ? power : -power);
      exact::integer quotient = numerator / denominator;
      const exact::integer twice = 2 * (numerator - quotient * denominator);
      if (twice > denominator || (twice == denominator && bit_test(quotient, 0))) ++quotient;
      return quotient;
    };
    out.tenth = lowest_tenth(exact::bit_length(mantissa) + e, digits);
    const exact::integer limit = exact::power_of_ten(digits);
    exact::integer q = rounded_at(out.tenth);
    while (q >= limit) q = rounded_at(++out.tenth);
    mantissa = q;
  }
  out.text = mantissa.str();
  return out;
}

}  // namespace

std::string to_decimal(const qd& x, int digits) {
  const float_environment floats;
  if (!std::isfinite(x.x0)) return std::isnan(x.x0) ? "nan" : x.x0 > 0 ? "inf" : "-inf";
  if (x.x0 == 0 && x.x1 == 0 && x.x2 == 0 && x.x3 == 0) return "0";
  whole_decimal decimal;
  if (!round_in_words(x, digits, decimal)) {
    exact::real value;
    for (const double limb : {x.x0, x.x1, x.x2, x.x3}) value = exact::add(value, exact::from_double(limb));
    if (value.is_zero()) return "0";
    decimal = round_exactly(value, digits);
  }
  std::string& text = decimal.text;
  const std::int64_t exponent = decimal.tenth + static_cast<std::int64_t>(text.size()) - 1;
  while (digits == 0 && text.size() > 1 && text.back() == '0') text.pop_back();
  if (text.size() > 1) text.insert(1, ".");
  if (exponent != 0) text += (exponent < 0 ? "e-" : "e+") + std::to_string(std::llabs(exponent));
  return (decimal.negative ? "-" : "") + text;
}

}  // namespace vieta
