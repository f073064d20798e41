#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "exact/arithmetic.hpp"
#include "exact/exact_real.hpp"
#include "vieta/error.hpp"

namespace vieta::exact {

namespace {

namespace mp = boost::multiprecision;
/// Room for a product of two mantissas, without the heap.
using wide = mp::number<mp::cpp_int_backend<704, 704, mp::unsigned_magnitude, mp::unchecked, void>>;

constexpr std::int64_t precision = 320;

/// mantissa * 2^exponent with exactly `precision` bits. Every operation truncates, so each result is too small by a
/// factor of at least 1 - 2^-319. A power 5^n, n <= 2^60, is built from operations that together stand for fewer than
/// 2^62 such factors (squaring doubles their number), and a number takes less than ten factors more: the final relative
/// error stays below 2^-250.
struct truncated {
  wide mantissa;
  std::int64_t exponent = 0;
};

truncated normalised(wide mantissa, std::int64_t exponent) {
  const std::int64_t shift = static_cast<std::int64_t>(msb(mantissa)) + 1 - precision;
  if (shift > 0) mantissa >>= static_cast<unsigned>(shift);
  if (shift < 0) mantissa <<= static_cast<unsigned>(-shift);
  return {mantissa, exponent + shift};
}

truncated from_integer(const integer& value) {
  const std::int64_t extra = static_cast<std::int64_t>(msb(value)) + 1 - precision;
  const integer leading = extra > 0 ? value >> static_cast<std::size_t>(extra) : value;
  const std::span<const integer::word> words = leading.words();
  wide mantissa;
  import_bits(mantissa, words.begin(), words.end(), 0, false);
  return normalised(mantissa, std::max<std::int64_t>(extra, 0));
}

truncated product(const truncated& a, const truncated& b) {
  return normalised(a.mantissa * b.mantissa, a.exponent + b.exponent);
}

truncated quotient(const truncated& a, const truncated& b) {
  return normalised((a.mantissa << static_cast<unsigned>(precision)) / b.mantissa, a.exponent - b.exponent - precision);
}

/// 5^n for n = 0..127: all fit the mantissa, so all are exact.
const std::vector<truncated>& small_powers_of_five() {
  static const std::vector<truncated> table = [] {
    std::vector<truncated> powers;
    wide power = 1;
    for (int n = 0; n < 128; ++n, power *= 5) powers.push_back(normalised(power, 0));
    return powers;
  }();
  return table;
}

truncated truncated_power_of_five(std::int64_t n) {
  truncated result = small_powers_of_five()[static_cast<std::size_t>(n % 128)];
  truncated square = product(small_powers_of_five()[127], small_powers_of_five()[1]);  // 5^128
  for (n /= 128; n > 0; n /= 2) {
    if (n % 2 == 1) result = product(result, square);
    if (n > 1) square = product(square, square);
  }
  return result;
}

truncated magnitude(const real& value) {
  truncated result = from_integer(value.numerator < 0 ? integer(-value.numerator) : value.numerator);
  if (value.decimal_exponent > 0) result = product(result, truncated_power_of_five(value.decimal_exponent));
  if (value.denominator != 1) result = quotient(result, from_integer(value.denominator));
  if (value.decimal_exponent < 0) result = quotient(result, truncated_power_of_five(-value.decimal_exponent));
  result.exponent += value.decimal_exponent + value.binary_exponent;
  return result;
}

/// The top 53 bits of `rest`, rounded to nearest, as a fraction of 2^precision; what is left over (below or above)
/// goes back into `rest`, and `negative` flips when it was rounded up.
double take_limb(wide& rest, bool& negative) {
  if (rest.is_zero()) return 0;
  const bool sign = negative;
  const std::int64_t shift = static_cast<std::int64_t>(msb(rest)) + 1 - 53;
  wide top = rest;
  if (shift <= 0) {
    rest = 0;
  } else {
    top >>= static_cast<unsigned>(shift);
    const wide low = rest - (top << static_cast<unsigned>(shift));
    const wide half = wide(1) << static_cast<unsigned>(shift - 1);
    const bool up = low > half || (low == half && bit_test(top, 0));
    if (up) {
      ++top;
      rest = (half << 1U) - low;
      negative = !negative;
    } else {
      rest = low;
    }
  }
  const auto bits = static_cast<double>(top.convert_to<std::uint64_t>());
  const double limb = std::ldexp(bits, static_cast<int>(std::max<std::int64_t>(shift, 0) - precision));
  return sign ? -limb : limb;
}

}  // namespace

expansion to_expansion(const real& value) {
  expansion result;
  if (value.is_zero()) return result;
  for (const std::int64_t exponent : {value.decimal_exponent, value.binary_exponent}) {
    if (exponent > max_exponent || exponent < -max_exponent) {
      throw error("exact number: found exponent " + std::to_string(exponent) + ", expected at most 10^18");
    }
  }
  truncated rest = magnitude(value);
  result.exponent = rest.exponent + precision;
  bool negative = value.numerator < 0;
  for (double& limb : result.limb) limb = take_limb(rest.mantissa, negative);
  if (std::fabs(result.limb[0]) >= 1) {  // rounded up to a power of two
    for (double& limb : result.limb) limb /= 2;
    ++result.exponent;
  }
  return result;
}

}  // namespace vieta::exact
