#include "io/polynomial/chebyshev.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "exact/arithmetic.hpp"
#include "exact/representation.hpp"
#include "io/polynomial/term_algebra.hpp"
#include "vieta/error.hpp"

namespace vieta::io {

namespace {

using exact::integer;
using exact::real;

constexpr std::int64_t max_chebyshev_degree = 5000;
constexpr double max_work = 4e9;  // words of 64 bits added up

/// Numbers over one common denominator and common powers of ten and two.
struct scaled {
  std::vector<integer> numerators;
  real unit;
};

std::vector<real> dense_part(const polynomial::representation& p, bool imaginary) {
  std::vector<real> result(static_cast<std::size_t>(p.degree + 1));
  const auto& doubles = imaginary ? p.im : p.re;
  const auto& reals = imaginary ? p.exact_im : p.exact_re;
  for (std::size_t k = 0; k < doubles.size(); ++k) {
    result[static_cast<std::size_t>(p.exponent(k))] = exact::from_double(doubles[k]);
  }
  for (std::size_t k = 0; k < reals.size(); ++k) result[static_cast<std::size_t>(p.exponent(k))] = reals[k];
  return result;
}

/// n values of `bits` bits: additions for every pair, and common divisors with the denominator where there is one.
void refuse_long_work(std::size_t n, std::int64_t bits, bool fractions) {
  const auto count = static_cast<double>(n), words = static_cast<double>(bits) / 64 + 1;
  if (count * count / 2 * words + (fractions ? 16 * count * words * words : 0) > max_work) {
    throw error("found a Chebyshev series of degree " + std::to_string(n - 1) + " with numbers of " +
                std::to_string(bits) + " bits, expected a shorter one: the exact change of basis would take too long");
  }
}

integer least_common_multiple(const integer& a, const integer& b) { return b == 1 ? a : integer(a / gcd(a, b) * b); }

scaled over_common_unit(const std::vector<real>& values) {
  scaled result;
  integer denominator = 1;
  bool first = true;
  for (const real& value : values) {
    if (value.is_zero()) continue;
    denominator = least_common_multiple(denominator, value.denominator);
    refuse_long_work(values.size(), exact::bit_length(denominator), denominator != 1);
    result.unit.decimal_exponent =
        first ? value.decimal_exponent : std::min(result.unit.decimal_exponent, value.decimal_exponent);
    result.unit.binary_exponent =
        first ? value.binary_exponent : std::min(result.unit.binary_exponent, value.binary_exponent);
    first = false;
  }
  result.unit.numerator = 1;
  result.unit.denominator = std::move(denominator);
  for (const real& value : values) result.numerators.push_back(exact::numerator_over(value, result.unit));
  return result;
}

/// Clenshaw's recurrence with polynomials in place of numbers: b_k = c_k + 2 x b_{k+1} - b_{k+2}.
std::vector<integer> to_powers(const std::vector<integer>& c) {
  std::vector<integer> above, two_above;
  for (std::size_t k = c.size(); k-- > 0;) {
    const int factor = k == 0 ? 1 : 2;  // the last step is c_0 + x b_1 - b_2
    std::vector<integer> next(above.size() + 1);
    next[0] = c[k];
    for (std::size_t m = 0; m < above.size(); ++m) next[m + 1] = factor * above[m];
    for (std::size_t m = 0; m < two_above.size(); ++m) next[m] -= two_above[m];
    two_above = std::move(above);
    above = std::move(next);
  }
  return above;
}

std::vector<real> part_to_powers(const std::vector<real>& values) {
  const scaled series = over_common_unit(values);
  std::int64_t bits = 0;
  for (const integer& value : series.numerators) bits = std::max(bits, exact::bit_length(value));
  bits += 2 * static_cast<std::int64_t>(values.size());  // the change of basis makes numbers longer
  refuse_long_work(values.size(), bits, series.unit.denominator != 1);
  std::vector<real> result;
  for (integer& numerator : to_powers(series.numerators)) {
    result.push_back(exact::multiply(real{std::move(numerator), 1, 0, 0}, series.unit));
  }
  return result;
}

polynomial change_basis(const polynomial& series) {
  if (series.degree() > max_chebyshev_degree) {
    throw error("found a Chebyshev series of degree " + std::to_string(series.degree()) + ", expected at most " +
                std::to_string(max_chebyshev_degree));
  }
  if (series.degree() <= 1) return series;  // T_0 = 1, T_1 = x
  std::vector<real> re = part_to_powers(dense_part(series.data(), false));
  std::vector<real> im;
  if (!series.is_real()) im = part_to_powers(dense_part(series.data(), true));
  return make_polynomial(std::move(re), std::move(im));
}

}  // namespace

polynomial from_chebyshev(const polynomial& series, const std::string& name) {
  try {
    return change_basis(series);
  } catch (const error& refused) {
    throw error(name + ": " + refused.what());
  }
}

polynomial from_domain(const polynomial& p, const exact::real& a, const exact::real& b, const std::string& name) {
  try {
    term_algebra algebra(0);
    const auto at = [](std::int64_t exponent, real value) { return term{exponent, std::move(value), {}}; };
    const term_algebra::terms width = algebra.sum({at(0, b), at(0, exact::negate(a))});
    const term_algebra::terms u = algebra.quotient(
        algebra.sum({at(1, real{2, 1, 0, 0}), at(0, exact::negate(a)), at(0, exact::negate(b))}), width[0]);
    const std::vector<real> re = dense_part(p.data(), false), im = dense_part(p.data(), true);
    term_algebra::terms sum;
    for (std::size_t k = re.size(); k-- > 0;) {  // Horner's rule
      sum = algebra.product(sum, u);
      sum.push_back(term{0, re[k], im[k]});
      sum = algebra.sum(std::move(sum));
    }
    return make_polynomial(std::move(sum));
  } catch (const error& refused) {
    throw error(name + ": " + refused.what());
  }
}

}  // namespace vieta::io
