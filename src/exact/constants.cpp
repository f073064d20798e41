#include "exact/constants.hpp"

#include <algorithm>
#include <utility>

#include "exact/arithmetic.hpp"
#include "vieta/error.hpp"

namespace vieta::exact {

namespace {

constexpr std::int64_t guard_bits = 64;
constexpr auto working_bits = static_cast<unsigned>(constant_bits + guard_bits);

/// 2^working_bits arctan(1/n), by its series; every term is off by less than 2 units, so all of them by less than 2^12.
integer scaled_arctangent(unsigned n) {
  integer power = (integer(1) << working_bits) / n, sum = power;
  const unsigned square = n * n;
  for (unsigned k = 3; !power.is_zero(); k += 2) {
    power /= square;
    const integer summand = power / k;
    sum += k % 4 == 3 ? integer(-summand) : summand;
  }
  return sum;
}

/// pi = 16 arctan(1/5) - 4 arctan(1/239) (Machin 1706).
integer scaled_pi() { return 16 * scaled_arctangent(5) - 4 * scaled_arctangent(239); }

/// e = sum 1/k!; each of fewer than 2^9 terms is off by less than one unit.
integer scaled_e() {
  integer summand = integer(1) << working_bits, sum = 0;
  for (unsigned k = 1; !summand.is_zero(); ++k) {
    sum += summand;
    summand /= k;
  }
  return sum;
}

approximation scaled(integer value, std::int64_t error_exponent) {
  const auto bits = static_cast<std::int64_t>(working_bits);
  return {{std::move(value), 1, 0, -bits}, false, error_exponent - bits};
}

bool is_of_usual_size(const real& value) {
  constexpr std::int64_t most = 10'000;
  return value.decimal_exponent <= most && value.decimal_exponent >= -most && value.binary_exponent <= most &&
         value.binary_exponent >= -most;
}

/// Without powers of ten and two.
std::pair<integer, integer> as_fraction(const real& value) {
  std::pair<integer, integer> result(value.numerator, value.denominator);
  const std::int64_t tens = value.decimal_exponent, twos = value.binary_exponent;
  (tens > 0 ? result.first : result.second) *= power_of_ten(tens > 0 ? tens : -tens);
  (twos > 0 ? result.first : result.second) <<= static_cast<unsigned>(twos > 0 ? twos : -twos);
  return result;
}

/// sin(15 degrees k), k from 0 to 6, where it is rational or a square root over 2.
approximation sine_in_table(int k) {
  if (k == 0) return {};
  if (k == 2) return {{1, 2, 0, 0}};
  if (k == 6) return {{1, 1, 0, 0}};
  approximation root = square_root(real{k == 3 ? 2 : 3, 1, 0, 0});
  --root.value.binary_exponent, --root.error_exponent;
  return root;
}

approximation negated(approximation a) {
  a.value = negate(std::move(a.value));
  return a;
}

/// sin(15 degrees k) for k from 0 to 23, no odd multiple of 15 degrees but those of 45.
approximation sine_of_steps(int k) {
  if (k >= 12) return negated(sine_of_steps(k - 12));
  return sine_in_table(k > 6 ? 12 - k : k);
}

}  // namespace

sine_and_cosine sine_and_cosine_of(const approximation& angle) {
  constexpr std::int64_t largest = 60;
  if (angle.value.is_zero()) {
    approximation zero{{}, angle.is_exact, angle.error_exponent},
        one{{1, 1, 0, 0}, angle.is_exact, angle.error_exponent};
    return {std::move(zero), std::move(one)};
  }
  if (!is_of_usual_size(angle.value))
    throw error("found the sine of a number of very many digits, expected one between 10^-10000 and 2^60");
  if (to_expansion(angle.value).exponent > largest)
    throw error("found the sine of a number beyond 2^60, expected a smaller angle");
  // In units of 2^-working_bits: the angle is off by one, pi / 2 by 2^19, and n quarter turns by n times that.
  auto [above, below] = as_fraction(angle.value);
  const bool is_negative = above < 0;
  if (is_negative) above.negate();
  const integer x = (above << working_bits) / below;
  const integer quarter = scaled_pi() / 2;
  const integer n = x / quarter;
  const integer rest = x % quarter;
  // sin and cos of the rest, in [0, pi/2), by their series: each of fewer than 2^9 terms is off by less than 4 units.
  integer sine = 0, cosine = 0, term = integer(1) << working_bits;
  for (unsigned k = 0; !term.is_zero(); ++k) {
    integer& sum = k % 2 == 0 ? cosine : sine;
    if (k % 4 < 2)
      sum += term;
    else
      sum -= term;
    term = ((term * rest) >> working_bits) / (k + 1);
  }
  const int turns = static_cast<int>(static_cast<std::int64_t>(n % 4));
  for (int k = 0; k < turns; ++k) {  // sin(y + pi/2) = cos y, cos(y + pi/2) = -sin y
    std::swap(sine, cosine);
    cosine.negate();
  }
  if (is_negative) sine.negate();
  const std::int64_t of_turns = n.is_zero() ? 0 : bit_length(n) + 20;
  std::int64_t error = std::max<std::int64_t>(of_turns, 12) + 1 - static_cast<std::int64_t>(working_bits);
  if (!angle.is_exact) error = std::max(error, angle.error_exponent) + 1;
  const auto as_approximation = [error](integer value) {
    return approximation{{std::move(value), 1, 0, -static_cast<std::int64_t>(working_bits)}, false, error};
  };
  return {as_approximation(std::move(sine)), as_approximation(std::move(cosine))};
}

sine_and_cosine sine_and_cosine_of_pi(const real& multiple) {
  if (!is_of_usual_size(multiple))
    throw error("found the sine of a number of very many digits, expected one between 10^-10000 and 10^10000");
  auto [above, below] = as_fraction(multiple);
  above %= 2 * below;  // full turns
  if (above < 0) above += 2 * below;
  const integer steps = 12 * above / below;
  if (steps * below == 12 * above) {
    const int k = static_cast<int>(static_cast<std::int64_t>(steps));
    if (k % 2 == 0 || k % 3 == 0) return {sine_of_steps(k), sine_of_steps((k + 6) % 24)};
  }
  const approximation pi = *constant_called("pi");
  approximation angle{multiply(pi.value, {above, below, 0, 0}), false, pi.error_exponent + 1};
  return sine_and_cosine_of(angle);
}

bool is_constant(std::string_view name) { return name == "pi" || name == "Pi" || name == "PI" || name == "e"; }

std::optional<approximation> constant_called(std::string_view name) {
  constexpr std::int64_t error_of_series = 20;  // 16 * 2^12 + 4 * 2^12 < 2^20, and so twice that
  if (name == "pi" || name == "Pi" || name == "PI") {
    static const integer pi = scaled_pi();
    return scaled(pi, error_of_series);
  }
  if (name == "e") {
    static const integer e = scaled_e();
    return scaled(e, error_of_series);
  }
  return std::nullopt;
}

approximation square_root(const real& value) {
  if (value.is_zero()) return {};
  if (!is_of_usual_size(value))
    throw error("found a square root of a number of very many digits, expected one between 10^-10000 and 10^10000");
  auto [above, below] = as_fraction(value);
  const integer divisor = gcd(above, below);
  above /= divisor, below /= divisor;
  const integer root_above = sqrt(above), root_below = sqrt(below);
  if (root_above * root_above == above && root_below * root_below == below) return {{root_above, root_below, 0, 0}};
  // floor(sqrt(value 4^shift)), with twice the bits below the root as the root shall have, is off by less than one unit
  // each for the quotient and the root.
  const std::int64_t lacking = 2 * (constant_bits + guard_bits) + bit_length(below) - bit_length(above);
  const std::int64_t shift = std::max<std::int64_t>(lacking, 0) / 2 + 1;
  const integer root = sqrt(integer((above << static_cast<unsigned>(2 * shift)) / below));
  return {{root, 1, 0, -shift}, false, 1 - shift};
}

/// |sqrt(v + e) - sqrt(v)| <= |e| / sqrt(v), as both roots are not negative.
approximation square_root(const approximation& value) {
  approximation root = square_root(value.value);
  if (value.is_exact) return root;
  const std::int64_t least = root.value.is_zero() ? 0 : to_expansion(root.value).exponent - 1;  // root >= 2^least
  if (root.value.is_zero() || value.error_exponent > 2 * least - 200)
    throw error("found the square root of a difference of equal constants, expected one of a number other than zero");
  const std::int64_t of_value = value.error_exponent - least + 1;
  root.error_exponent = 1 + (root.is_exact ? of_value : std::max(root.error_exponent, of_value));
  root.is_exact = false;
  return root;
}

approximation rounded(const real& value) {
  real tens = value;
  tens.binary_exponent = 0;
  if (value.is_zero() || !is_of_usual_size(tens)) return {value};
  const auto [above, below] = as_fraction(tens);
  const std::int64_t shift = constant_bits + guard_bits + bit_length(below) - bit_length(above);
  const std::int64_t unit = value.binary_exponent - shift;
  if (shift >= 0) return {{(above << static_cast<unsigned>(shift)) / below, 1, 0, unit}, false, unit};
  return {{above / (below << static_cast<unsigned>(-shift)), 1, 0, unit}, false, unit};
}

}  // namespace vieta::exact
