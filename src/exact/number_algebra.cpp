#include "exact/number_algebra.hpp"

#include <utility>

#include "base/expression/text_cursor.hpp"
#include "exact/arithmetic.hpp"

namespace vieta::exact {

using expression::refusal;

std::optional<std::int64_t> whole_number(const real& value, std::int64_t most) {
  const auto fraction = short_fraction(value, most);
  return fraction && fraction->second == 1 ? std::optional(fraction->first) : std::nullopt;
}

std::optional<std::pair<std::int64_t, std::int64_t>> short_fraction(const real& value, std::int64_t most) {
  if (value.is_zero()) return std::pair<std::int64_t, std::int64_t>(0, 1);
  const real bound{integer(most), 1, 0, 0};
  if (compare(value, bound) > 0 || compare(value, negate(bound)) < 0) return std::nullopt;
  constexpr std::int64_t usual = 10'000;  // numbers such as 1e-999999 are no short ones
  if (value.decimal_exponent < -usual || value.binary_exponent < -usual || value.decimal_exponent > usual ||
      value.binary_exponent > usual)
    return std::nullopt;
  integer above = value.numerator, below = value.denominator;
  const std::int64_t tens = value.decimal_exponent, twos = value.binary_exponent;
  (tens > 0 ? above : below) *= power_of_ten(tens > 0 ? tens : -tens);
  (twos > 0 ? above : below) <<= static_cast<unsigned>(twos > 0 ? twos : -twos);
  const integer divisor = gcd(above, below);
  above /= divisor, below /= divisor;
  if (abs(above) > most || below > most) return std::nullopt;
  return std::pair(static_cast<std::int64_t>(above), static_cast<std::int64_t>(below));
}

void number_algebra::total::add(const real& summand, bool is_negative) {
  sum = algebra.arithmetic_.add(sum, is_negative ? negate(summand) : summand);
}

real number_algebra::number(std::string_view digits) const {
  real read;
  if (!parse_real(digits, read)) throw refusal{expected_};
  return read;
}

real number_algebra::name(std::string_view, const expression::name_place&) const { throw refusal{expected_}; }
real number_algebra::call(std::string_view, std::vector<real>) const { throw refusal{expected_}; }
real number_algebra::negated(real a) { return negate(std::move(a)); }

real number_algebra::quotient(const real& a, const real& b) {
  if (b.is_zero()) throw refusal{"a divisor other than zero"};
  return arithmetic_.divide(a, b);
}

real number_algebra::power(real base, const real& exponent) {
  constexpr std::int64_t most = 1000;
  const std::optional<std::int64_t> n = whole_number(exponent, most);
  if (!n || (base.is_zero() && *n < 0)) throw refusal{expected_};
  const real one{1, 1, 0, 0};
  real result = one;
  for (std::int64_t k = *n < 0 ? -*n : *n; k != 0; k /= 2) {
    if (k % 2 == 1) result = arithmetic_.multiply(result, base);
    if (k > 1) base = arithmetic_.multiply(base, base);
  }
  return *n < 0 ? arithmetic_.divide(one, result) : result;
}

}  // namespace vieta::exact
