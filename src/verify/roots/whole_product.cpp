#include "verify/roots/whole_product.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>

#include "exact/representation.hpp"

namespace vieta::checking {
namespace {

__extension__ typedef __int128 wide;  // NOLINT(modernize-use-using): pedantic GCC knows no other way

constexpr int most_degree = 64;
constexpr double largest_root = 1 << 20, largest_coefficient = 0x1p110;
constexpr double largest_radius = 0.25;  // discs of different whole numbers are far from each other
using coefficients_of_128_bits = std::array<wide, most_degree + 1>;

bool is_whole(double x, wide& out) {
  if (!(std::abs(x) < 0x1p62) || x != std::trunc(x)) return false;
  out = static_cast<wide>(static_cast<std::int64_t>(x));
  return true;
}
bool is_whole(const exact::real& x, wide& out) {
  const std::span<const exact::integer::word> words = x.numerator.words();
  if (x.decimal_exponent < 0 || x.binary_exponent < 0 || !(x.denominator == exact::integer(1)) || words.size() > 1)
    return false;
  out = words.empty() ? 0 : static_cast<wide>(words[0]);
  if (out == 0) return true;              // whatever the powers
  constexpr std::int64_t most_bits = 46;  // beside those of a word
  if (x.decimal_exponent > most_bits || x.binary_exponent > most_bits ||
      10 * x.decimal_exponent + 3 * x.binary_exponent > 3 * most_bits)
    return false;
  for (std::int64_t k = 0; k < x.decimal_exponent; ++k) out *= 10;
  for (std::int64_t k = 0; k < x.binary_exponent; ++k) out *= 2;
  if (x.numerator.sign() < 0) out = -out;
  return true;
}

bool read(const polynomial::representation& p, coefficients_of_128_bits& c) {
  if (p.degree < 1 || p.degree > most_degree || !p.im.empty() || !p.exact_im.empty()) return false;
  for (std::size_t term = 0; term < p.size(); ++term) {
    wide& one = c[static_cast<std::size_t>(p.exponent(term))];
    if (!(p.is_exact() ? is_whole(p.exact_re[term], one) : is_whole(p.re[term], one))) return false;
  }
  return true;
}

/// The whole number that a root is listed as, where all that it says beside it is true of a real whole root.
bool read(const roots_result& result, std::size_t k, std::int64_t& out) {
  const root& z = result.roots[k];
  const double x = z.value.real();
  if (!(std::abs(x) <= largest_root) || x != std::trunc(x) || z.value.imag() != 0 || !z.real || z.imaginary)
    return false;
  if (!(z.radius >= 0 && z.radius < largest_radius)) return false;
  if (z.status != (z.multiplicity == 1 ? root_status::isolated : root_status::multiple)) return false;
  out = static_cast<std::int64_t>(x);
  if (result.decimal.empty()) return true;
  const decimal_root& text = result.decimal[k];
  if (text.re != std::to_string(out) || text.im != "0" || text.radius.empty()) return false;
  char* end = nullptr;
  const double radius = std::strtod(text.radius.c_str(), &end);
  return *end == 0 && radius >= 0 && radius < largest_radius;
}

}  // namespace

bool is_whole_product(const polynomial::representation& p, const roots_result& result) {
  coefficients_of_128_bits given{}, product{};
  if (result.status != roots_status::complete || !result.report.region.is_plane() || result.report.uncertainty > 0 ||
      result.roots.size() > most_degree || !read(p, given))
    return false;
  std::array<std::int64_t, most_degree> seen{};
  product[0] = given[static_cast<std::size_t>(p.degree)];
  double sum = std::abs(static_cast<double>(product[0]));  // of the moduli of the product's coefficients
  std::size_t degree = 0;
  for (std::size_t k = 0; k < result.roots.size(); ++k) {
    std::int64_t x = 0;
    const std::int64_t times = result.roots[k].multiplicity;
    if (!read(result, k, x) || times < 1 || times > p.degree - static_cast<std::int64_t>(degree)) return false;
    if (std::find(seen.begin(), seen.begin() + static_cast<std::ptrdiff_t>(k), x) !=
        seen.begin() + static_cast<std::ptrdiff_t>(k))
      return false;
    seen[k] = x;
    for (std::int64_t i = 0; i < times; ++i) {
      sum *= 1 + std::abs(static_cast<double>(x));
      if (!(sum < largest_coefficient)) return false;
      ++degree;
      for (std::size_t j = degree; j > 0; --j) product[j] = product[j - 1] - x * product[j];
      product[0] *= -x;
    }
  }
  return static_cast<std::int64_t>(degree) == p.degree && product == given;
}

}  // namespace vieta::checking
