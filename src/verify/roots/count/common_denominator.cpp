#include "verify/roots/count/common_denominator.hpp"

#ifdef VIETA_HAVE_ARB

#include <algorithm>

namespace vieta::checking {
namespace {

constexpr std::int64_t most_bits = 1'000'000'000;

/// Of numbers that are taken one by one. Powers of ten and two stay apart, as the numbers hold them.
class common_denominator {
 public:
  common_denominator() { fmpz_one(integer_.n); }

  void take(const exact::real& value) {
    if (value.is_zero()) return;
    exact::set_fmpz(other_.n, value.denominator);
    if (!fmpz_divisible(integer_.n, other_.n)) fmpz_lcm(integer_.n, integer_.n, other_.n);
    decimal_exponent_ = std::min(decimal_exponent_, value.decimal_exponent);
    binary_exponent_ = std::min(binary_exponent_, value.binary_exponent);
  }

  /// An upper bound. The exponents stay far from the ends of int64: one of them is cut off here.
  [[nodiscard]] std::int64_t bits() const {
    const auto power = [](std::int64_t exponent, std::int64_t bits_of_base) {
      return bits_of_base * -std::max(exponent, -most_bits);
    };
    return static_cast<std::int64_t>(fmpz_bits(integer_.n)) + power(decimal_exponent_, 4) + power(binary_exponent_, 1);
  }

 private:
  exact::big_integer integer_, other_;
  std::int64_t decimal_exponent_ = 0, binary_exponent_ = 0;
};

}  // namespace

std::optional<slong> denominator_bits(const disc& d, const polynomial::representation& p) {
  common_denominator of_coefficients, of_centre;
  of_centre.take(d.re);
  of_centre.take(d.im);
  for (const auto* values : {&p.exact_re, &p.exact_im})
    for (const exact::real& value : *values) of_coefficients.take(value);
  for (const auto* values : {&p.re, &p.im})
    for (const double value : *values) of_coefficients.take(exact::from_double(value));
  const std::int64_t once = of_coefficients.bits(), many = of_centre.bits();
  if (once > most_bits || many > (most_bits - once) / std::max<std::int64_t>(p.degree, 1)) return std::nullopt;
  return static_cast<slong>(once + many * p.degree);
}

}  // namespace vieta::checking

#endif
