#include "roots/structure/rounding.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <string>
#include <vector>

#include "base/number.hpp"
#include "exact/arithmetic.hpp"
#include "exact/representation.hpp"
#include "roots/coefficients.hpp"

namespace vieta::structure {
namespace {

constexpr std::int64_t digits_of_a_rounding = 15;

bool has_many_digits(const exact::real& x) {
  if (x.denominator != 1 || x.decimal_exponent >= 0) return false;  // a fraction, or an integer: nobody rounds to these
  return exact::bit_length(x.numerator) > 46;                       // 10^14
}

bool has_many_digits(double x) {
  if (x == std::floor(x)) return false;
  const std::string text = report::shortest(std::abs(x));
  const auto end = text.find('e');
  return std::count_if(text.begin(), end == text.npos ? text.end() : text.begin() + static_cast<std::ptrdiff_t>(end),
                       [](char c) { return c >= '0' && c <= '9'; }) >= digits_of_a_rounding;
}

template <class Numbers>
bool any_has_many_digits(const Numbers& numbers) {
  return std::any_of(numbers.begin(), numbers.end(), [](const auto& x) { return has_many_digits(x); });
}

}  // namespace

bool looks_rounded(const polynomial& p) {
  const polynomial::representation& data = p.data();
  return any_has_many_digits(data.re) || any_has_many_digits(data.im) || any_has_many_digits(data.exact_re) ||
         any_has_many_digits(data.exact_im);
}

// |dx| <= 2^-53 sum |a_k x^k| / |p'(x)|, where both sums are taken relative to the largest term.
rounding_move largest_move(const polynomial& p, const roots_result& result) {
  constexpr std::int64_t highest_degree = 2000;
  rounding_move largest;
  if (p.degree() > highest_degree) return largest;
  const coefficients a = make_coefficients(p);
  std::vector<std::complex<double>> directions(a.terms());
  for (std::size_t t = 0; t < a.terms(); ++t) {
    const std::complex<double> value(a.re[0][t], a.is_real() ? 0.0 : a.im[0][t]);
    directions[t] = value / std::abs(value);
  }
  std::vector<double> heights(a.terms());
  for (std::size_t i = 0; i < result.roots.size(); ++i) {
    const root& z = result.roots[i];
    const double modulus = std::abs(z.value), turn = std::arg(z.value);
    if (z.status != root_status::isolated || !(modulus > 0 && std::isfinite(modulus))) continue;
    if (a.is_real() && z.value.imag() < 0) continue;  // its mirror image moves as far
    const double log2_modulus = std::log2(modulus);
    for (std::size_t t = 0; t < a.terms(); ++t)
      heights[t] = a.log2_modulus[t] + static_cast<double>(a.power[t]) * log2_modulus;
    const double top = *std::max_element(heights.begin(), heights.end());
    const std::complex<double> turned_once = std::polar(1.0, turn);
    constexpr std::size_t anew = 64;  // products of unit numbers drift
    std::complex<double> slope = 0, turned = 1;
    double sum = 0;
    for (std::size_t t = 0; t < a.terms(); ++t) {
      const auto power = static_cast<double>(a.power[t]);
      turned = t % anew != 0 && a.power[t] == a.power[t - 1] + 1 ? turned * turned_once : std::polar(1.0, power * turn);
      const double size = std::exp2(heights[t] - top);
      sum += size;
      slope += power * size * (directions[t] * turned);
    }
    const double moves = std::min(1.0, 0x1p-53 * sum / std::abs(slope));
    if (moves > largest.relative) largest = {i, moves};
  }
  return largest;
}

}  // namespace vieta::structure
