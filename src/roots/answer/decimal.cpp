#include "roots/answer/decimal.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

#include "exact/arb.hpp"
#include "exact/exact_real.hpp"

namespace vieta {
namespace {

using exact::integer;

__extension__ typedef __int128 wide;  // NOLINT(modernize-use-using): pedantic GCC knows no other way

// log10(2) = high 2^-60 + low
constexpr std::int64_t log10_of_2_high = 347063955532709820;
constexpr double log10_of_2_low = 0x1.88f8959ac0b7dp-61;

// A logarithm to the base 10, its whole part apart: exponents reach farther than the digits of a double.
struct logarithm {
  std::int64_t whole = 0;
  double fraction = 0;  // 0 <= fraction < 1, or infinite
};

logarithm normalised(std::int64_t whole, double fraction) {
  if (std::isinf(fraction)) return {0, fraction};
  const double more = std::floor(fraction);
  return {whole + static_cast<std::int64_t>(more), fraction - more};
}
logarithm operator-(const logarithm& a, const logarithm& b) {
  return normalised(a.whole - b.whole, a.fraction - b.fraction);
}
double value_of(const logarithm& a) { return static_cast<double>(a.whole) + a.fraction; }

// Of x 2^exponent.
logarithm log10_of(double x, std::int64_t exponent) {
  const wide product = wide{exponent} * log10_of_2_high;
  const auto rest = static_cast<double>(static_cast<std::int64_t>(product & ((wide{1} << 60) - 1))) * 0x1p-60;
  return normalised(static_cast<std::int64_t>(product >> 60),
                    rest + static_cast<double>(exponent) * log10_of_2_low + std::log10(x));
}

// significand * 2^exponent, exactly the sum of the limbs times 2^shift.
struct dyadic {
  integer significand = 0;
  std::int64_t exponent = 0;
};

dyadic to_dyadic(const qd& x, std::int64_t shift) {
  dyadic sum;
  for (const double limb : {x.x3, x.x2, x.x1, x.x0}) {
    if (limb == 0) continue;
    int e = 0;
    const auto mantissa = static_cast<std::int64_t>(std::ldexp(std::frexp(limb, &e), 53));
    dyadic term{integer(mantissa), e - 53};
    if (sum.significand == 0) {
      sum = term;
      continue;
    }
    dyadic& higher = term.exponent > sum.exponent ? term : sum;
    const std::int64_t lowest = std::min(term.exponent, sum.exponent);
    // A product, not a shift: shifting negative numbers is refused by the library.
    higher.significand *= integer(1) << static_cast<unsigned>(higher.exponent - lowest);
    higher.exponent = lowest;
    sum.significand += term.significand;
    sum.exponent = lowest;
  }
  sum.exponent += shift;
  return sum;
}

// 10^k = significand 2^exponent but for a relative error below 2^-`bits`. Binary powering with products cut to
// bits + 2 log2(k) + 8: an error of one product is doubled by each squaring after it, so k of them are to be paid for.
dyadic power_of_ten(std::uint64_t k, unsigned bits) {
  const unsigned kept = bits + 2 * static_cast<unsigned>(std::bit_width(k)) + 8;
  dyadic power{1, 0};
  const auto cut = [&] {
    const auto length = static_cast<unsigned>(msb(power.significand)) + 1;
    if (length <= kept) return;
    power.significand >>= length - kept;
    power.exponent += length - kept;
  };
  for (int bit = static_cast<int>(std::bit_width(k)) - 1; bit >= 0; --bit) {
    power.significand *= power.significand;
    power.exponent *= 2;
    cut();
    if ((k >> bit & 1) != 0) power.significand *= 10;
    cut();
  }
  return power;
}

// round(x * 10^places) within 1/2 + 2^-60, for sizes below 10^digits: exponents of any size cost no more than others.
integer nearly_scaled_integer(const dyadic& x, std::int64_t places, int digits) {
  const auto bits = static_cast<unsigned>(digits) * 10 / 3 + 64;
  const dyadic power = power_of_ten(static_cast<std::uint64_t>(std::abs(places)), bits);
  dyadic product{abs(x.significand), x.exponent};
  if (places >= 0) {
    product.significand *= power.significand;
    product.exponent += power.exponent;
  } else {
    const unsigned shift = bits + 1 + static_cast<unsigned>(msb(power.significand));
    product.significand = (product.significand << shift) / power.significand;
    product.exponent -= power.exponent + shift;
  }
  if (product.significand == 0) return 0;
  if (product.exponent < 0) {
    const auto length = static_cast<std::int64_t>(msb(product.significand)) + 1;
    if (-product.exponent > length + 1) return 0;
    const auto shift = static_cast<unsigned>(-product.exponent);
    product.significand = (product.significand + (integer(1) << (shift - 1))) >> shift;
  } else {
    product.significand <<= static_cast<unsigned>(product.exponent);
  }
  return x.significand < 0 ? integer(-product.significand) : product.significand;
}

#ifdef VIETA_HAVE_ARB
// From here on Boost's arithmetic, which is quadratic, takes longer than the roots did; FLINT's is nearly linear.
constexpr int many_digits = 2000;

// round(x * 10^places), halves away from zero, for places >= 0.
integer scaled_by_flint(const dyadic& x, std::int64_t places) {
  exact::big_integer product, power;
  exact::set_fmpz(product.n, abs(x.significand));
  fmpz_ui_pow_ui(power.n, 10, static_cast<ulong>(places));
  fmpz_mul(product.n, product.n, power.n);
  if (x.exponent >= 0) {
    fmpz_mul_2exp(product.n, product.n, static_cast<ulong>(x.exponent));
  } else {  // floor(2 n / 2^k) + 1, halved: n / 2^k to the nearest integer
    fmpz_mul_2exp(product.n, product.n, 1);
    fmpz_fdiv_q_2exp(product.n, product.n, static_cast<ulong>(-x.exponent));
    fmpz_add_ui(product.n, product.n, 1);
    fmpz_fdiv_q_2exp(product.n, product.n, 1);
  }
  if (x.significand < 0) fmpz_neg(product.n, product.n);
  return exact::get_integer(product.n);
}
#endif

// |n| in decimal.
std::string digits_of(const integer& n) {
#ifdef VIETA_HAVE_ARB
  if (n != 0 && msb(integer(abs(n))) > 3 * many_digits) {
    exact::big_integer value;
    exact::set_fmpz(value.n, abs(n));
    char* const text = fmpz_get_str(nullptr, 10, value.n);
    std::string copy = text;
    flint_free(text);
    return copy;
  }
#endif
  return integer(abs(n)).str();
}

// round(x * 10^places), halves away from zero; beyond exponents of some thousands it may be off by 2^-60 more.
integer scaled_integer(const dyadic& x, std::int64_t places, int digits) {
  constexpr std::int64_t most_exact = 5000;
  if (std::abs(places) > most_exact + digits) return nearly_scaled_integer(x, places, digits);
  // Below 1/4: a part of a root may be smaller than the other by any power of two.
  if (x.significand == 0) return 0;
  const double log2_size = static_cast<double>(msb(integer(abs(x.significand))) + 1) + static_cast<double>(x.exponent);
  if (log2_size + 3.3219280948873626 * static_cast<double>(places) < -2) return 0;
#ifdef VIETA_HAVE_ARB
  if (digits > many_digits && places >= 0) return scaled_by_flint(x, places);
#endif
  integer numerator = abs(x.significand), denominator = 1;
  (places >= 0 ? numerator : denominator) *= pow(integer(10), static_cast<unsigned>(std::abs(places)));
  (x.exponent >= 0 ? numerator : denominator) <<= static_cast<unsigned>(std::abs(x.exponent));
  const integer rounded = (2 * numerator + denominator) / (2 * denominator);
  return x.significand < 0 ? integer(-rounded) : rounded;
}

// digits * 10^-places as text: plain for moderate exponents, else scientific.
std::string to_text(const integer& digits, std::int64_t places) {
  if (digits == 0) return "0";
  std::string text = digits_of(digits);
  std::string sign = digits < 0 ? "-" : "";
  const std::int64_t point = static_cast<std::int64_t>(text.size()) - places;  // position of the decimal point
  if (point > -6 && point <= 0) return sign + "0." + std::string(static_cast<std::size_t>(-point), '0') + text;
  if (point > 0 && point < static_cast<std::int64_t>(text.size()))
    return sign + text.insert(static_cast<std::size_t>(point), ".");
  if (point == static_cast<std::int64_t>(text.size())) return sign + text;
  if (text.size() > 1) text.insert(1, ".");
  return sign + text + "e" + std::to_string(point - 1);
}

// `digits` of them, rounded up.
std::string radius_text(const logarithm& log10_radius, int digits) {
  if (std::isinf(log10_radius.fraction)) return log10_radius.fraction > 0 ? "inf" : "0";
  std::int64_t exponent = log10_radius.whole;
  const double unit = std::pow(10.0, digits - 1);
  auto whole = static_cast<std::int64_t>(std::ceil(std::pow(10.0, log10_radius.fraction + 1e-11) * unit));
  if (static_cast<double>(whole) >= 10 * unit) {
    whole = (whole + 9) / 10;
    ++exponent;
  }
  return std::to_string(whole).insert(1, ".") + "e" + std::to_string(exponent);
}

logarithm log10_of(const dyadic& x) {
  if (x.significand == 0) return {0, -INFINITY};
  const integer modulus = abs(x.significand);
  const auto bits = static_cast<std::int64_t>(msb(modulus));
  const integer leading = bits > 60 ? integer(modulus >> static_cast<unsigned>(bits - 60)) : modulus;
  return log10_of(leading.convert_to<double>(), std::max<std::int64_t>(0, bits - 60) + x.exponent);
}

bool is_less(const logarithm& a, const logarithm& b) {
  if (std::isinf(a.fraction) || std::isinf(b.fraction)) return value_of(a) < value_of(b);
  return value_of(a - b) < 0;
}

// log10(10^a + 10^b)
logarithm log10_sum(const logarithm& a, const logarithm& b) {
  const logarithm& larger = is_less(a, b) ? b : a;
  const logarithm& smaller = is_less(a, b) ? a : b;
  if (std::isinf(larger.fraction) || std::isinf(smaller.fraction)) return larger;
  return normalised(larger.whole, larger.fraction + std::log10(1 + std::pow(10.0, value_of(smaller - larger))));
}

decimal_root to_decimal(const dyadic& re, const dyadic& im, const logarithm& log10_radius, int digits,
                        int radius_digits) {
  const logarithm of_re = log10_of(re), of_im = log10_of(im);
  const std::int64_t places = digits - 1 - (is_less(of_re, of_im) ? of_im : of_re).whole;
  // Half a unit of the last decimal in each part, or a little more: together less than one unit.
  return {to_text(scaled_integer(re, places, digits), places), to_text(scaled_integer(im, places, digits), places),
          radius_text(log10_sum(log10_radius, {-places, 0}), radius_digits)};
}

}  // namespace

decimal_root to_decimal(const complex<qd>& centre, std::int64_t exponent, double radius, int digits,
                        int radius_digits) {
  return to_decimal(to_dyadic(centre.re, exponent), to_dyadic(centre.im, exponent), log10_of(radius, exponent), digits,
                    radius_digits);
}

decimal_root to_decimal(const sharp_disc& disc, int digits, int radius_digits) {
  return to_decimal({disc.re.numerator, disc.re.binary_exponent}, {disc.im.numerator, disc.im.binary_exponent},
                    log10_of(disc.radius, disc.radius_exponent), digits, radius_digits);
}

std::string radius_to_decimal(double radius, std::int64_t exponent, int digits) {
  return radius_text(log10_of(radius, exponent), digits);
}

}  // namespace vieta
