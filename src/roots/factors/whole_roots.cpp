#include "roots/factors/whole_roots.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "exact/representation.hpp"

namespace vieta {
namespace {

__extension__ typedef __int128 wide;  // NOLINT(modernize-use-using): pedantic GCC knows no other way

constexpr int most_degree = 24, largest_root = 64;
constexpr int most_bits = 110;  // of any sum: see `fits`

struct whole_polynomial {
  std::array<wide, most_degree + 1> c{};
  int degree = -1;
};

bool is_whole(double x, wide& out) {
  if (!(std::abs(x) < 0x1p62) || x != std::trunc(x)) return false;
  out = static_cast<wide>(static_cast<std::int64_t>(x));
  return true;
}

bool is_whole(const exact::real& x, wide& out) {
  if (x.is_zero()) return true;  // whatever its powers of ten and two are
  const std::span<const exact::integer::word> words = x.numerator.words();
  if (x.decimal_exponent < 0 || x.binary_exponent < 0 || !(x.denominator == exact::integer(1)) || words.size() > 2)
    return false;
  const double bits = std::log2(std::abs(static_cast<double>(x.numerator))) +
                      static_cast<double>(x.decimal_exponent) * 3.33 + static_cast<double>(x.binary_exponent);
  if (!(bits < most_bits)) return false;
  out = (words.size() == 2 ? static_cast<wide>(words[1]) << 64 : 0) + static_cast<wide>(words[0]);
  for (std::int64_t k = 0; k < x.decimal_exponent; ++k) out *= 10;
  out <<= x.binary_exponent;
  if (x.numerator.sign() < 0) out = -out;
  return true;
}

/// Degree -1 where coefficients are no whole numbers, or long ones.
whole_polynomial read(const polynomial::representation& data) {
  whole_polynomial p;
  if (data.degree < 1 || data.degree > most_degree || !data.im.empty() || !data.exact_im.empty()) return p;
  for (std::size_t term = 0; term < data.size(); ++term) {
    wide& c = p.c[static_cast<std::size_t>(data.exponent(term))];
    if (!(data.is_exact() ? is_whole(data.exact_re[term], c) : is_whole(data.re[term], c))) return p;
  }
  p.degree = static_cast<int>(data.degree);
  return p;
}

/// Whether p(x) in integers of 128 bits cannot overflow: sum |c_k| |x|^k by Horner's scheme.
bool fits(const whole_polynomial& p, int x) {
  double sum = 0;
  for (int k = p.degree; k >= 0; --k)
    sum = sum * std::abs(x) + std::abs(static_cast<double>(p.c[static_cast<std::size_t>(k)]));
  return sum < std::ldexp(1.0, most_bits);
}

wide value(const whole_polynomial& p, int x) {
  wide sum = 0;
  for (int k = p.degree; k >= 0; --k) sum = sum * x + p.c[static_cast<std::size_t>(k)];
  return sum;
}

/// p / (t - x), for a root x: Horner's scheme leaves the coefficients of the quotient.
void divide(whole_polynomial& p, int x) {
  wide sum = 0;
  for (int k = p.degree; k >= 0; --k) {
    wide& c = p.c[static_cast<std::size_t>(k)];
    const wide next = sum * x + c;
    c = sum;
    sum = next;
  }
  --p.degree;
}

}  // namespace

std::vector<whole_root> whole_roots_if_all(const polynomial& given) {
  whole_polynomial p = read(given.data());
  std::vector<whole_root> found;
  const auto leading = [&] { return p.c[static_cast<std::size_t>(p.degree)]; };
  if (p.degree < 1 || leading() == 0) return found;
  const auto take = [&](int x) {
    // What remains is the leading coefficient times the product of t - r: its last coefficient is a multiple of both.
    if (x == 0 ? p.c[0] != 0 : p.c[0] % x != 0) return;
    int multiplicity = 0;
    while (p.degree > 0 && fits(p, x) && value(p, x) == 0) divide(p, x), ++multiplicity;
    if (multiplicity > 0) found.push_back({x, multiplicity});
  };
  take(0);
  for (int x = 1; x <= largest_root && p.degree > 0; ++x) {
    // Roots below x in modulus are gone: the product of those that are left is too large, or is no whole number.
    const wide last = p.c[0] < 0 ? -p.c[0] : p.c[0];
    if (p.c[0] % leading() != 0) return {};
    if (static_cast<double>(last) <
        std::abs(static_cast<double>(leading())) * std::pow(static_cast<double>(x), p.degree) * (1 - 1e-9))
      return {};
    take(x);
    take(-x);
  }
  if (p.degree > 0) return {};
  return found;
}

}  // namespace vieta
