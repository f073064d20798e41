#include "roots/factors/integer_polynomial.hpp"

#ifdef VIETA_HAVE_ARB

#include <flint/nmod_poly.h>
#include <flint/ulong_extras.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "exact/arithmetic.hpp"

namespace vieta {
namespace {

// Bits between the largest and the smallest power that is worth expanding.
constexpr std::int64_t widest_search = 200'000;

// The powers and the denominator that all numbers have in common.
struct common_unit {
  std::int64_t least_ten = 0, least_two = 0, most_ten = 0, most_two = 0;
  exact::integer denominator = 1;
  bool is_empty = true;

  bool take(const exact::real& t) {
    if (t.is_zero()) return true;
    if (is_empty) {
      least_ten = most_ten = t.decimal_exponent;
      least_two = most_two = t.binary_exponent;
      is_empty = false;
    }
    least_ten = std::min(least_ten, t.decimal_exponent);
    most_ten = std::max(most_ten, t.decimal_exponent);
    least_two = std::min(least_two, t.binary_exponent);
    most_two = std::max(most_two, t.binary_exponent);
    denominator = lcm(denominator, t.denominator);
    return exact::bit_length(denominator) <= widest_search && most_ten - least_ten <= widest_search / 4 &&
           4 * (most_ten - least_ten) + (most_two - least_two) <= widest_search;
  }
  [[nodiscard]] exact::integer times(const exact::real& t) const {
    exact::integer value = t.numerator * (denominator / t.denominator);
    if (value == 0) return value;
    return value * exact::power_of_ten(t.decimal_exponent - least_ten) *
           (exact::integer(1) << static_cast<unsigned>(t.binary_exponent - least_two));
  }
};

bool is_integer(const exact::real& t) {
  return t.decimal_exponent == 0 && t.binary_exponent == 0 && t.denominator.words().size() == 1 &&
         t.denominator.words()[0] == 1;
}

void set_integer(fmpz_t out, const exact::integer& value) {
  const auto words = value.words();
  if (words.size() > 1 || sizeof(ulong) < sizeof(words[0])) {
    exact::set_fmpz(out, value);
    return;
  }
  fmpz_set_ui(out, static_cast<ulong>(words[0]));
  if (value < 0) fmpz_neg(out, out);
}

// Where all coefficients are real integers as they stand. False, and nothing done: they are not.
bool take_integers(const polynomial::representation& data, gaussian_polynomial& out) {
  const auto is_whole = [](double x) { return std::floor(x) == x; };
  const bool are_integers =
      data.is_exact() ? data.exact_im.empty() && std::all_of(data.exact_re.begin(), data.exact_re.end(), is_integer)
                      : data.im.empty() && std::all_of(data.re.begin(), data.re.end(), is_whole);
  if (!are_integers) return false;
  exact::big_integer coefficient;
  for (std::size_t k = data.size(); k-- > 0;) {
    if (data.is_exact())
      set_integer(coefficient.n, data.exact_re[k].numerator);
    else
      fmpz_set_d(coefficient.n, data.re[k]);
    fmpz_poly_set_coeff_fmpz(out.re.p, static_cast<slong>(data.exponent(k)), coefficient.n);
  }
  return true;
}

}  // namespace

namespace {

// What takes the slope out of exponents that grow or fall along the coefficients, where that can be written down.
unit_of_x steady_unit(const polynomial::representation& data) {
  const auto exponents = [&](std::size_t k) {
    const exact::real& t = data.exact_im.empty() || !data.exact_re[k].is_zero() ? data.exact_re[k] : data.exact_im[k];
    return std::pair(t.decimal_exponent, t.binary_exponent);
  };
  if (data.size() < 2 || !data.is_exact()) return {};
  const auto [first_ten, first_two] = exponents(0);
  const auto [last_ten, last_two] = exponents(data.size() - 1);
  const std::int64_t width = data.exponent(data.size() - 1) - data.exponent(0);
  const unit_of_x unit{(first_ten - last_ten) / width, (first_two - last_two) / width};
  const std::int64_t most = exact::max_exponent / data.exponent(data.size() - 1);
  return std::abs(unit.tens) < most && std::abs(unit.twos) < most ? unit : unit_of_x{};
}

}  // namespace

bool to_integers(const polynomial& p, gaussian_polynomial& out, unit_of_x* unit) {
  constexpr std::int64_t largest_degree = 1'000'000;
  const polynomial::representation& data = p.data();
  if (!data.finite || data.degree < 0 || data.degree > largest_degree) return false;
  if (take_integers(data, out)) return true;
  const auto part = [&](std::size_t k, bool imaginary) -> exact::real {
    if (data.is_exact()) {
      const std::vector<exact::real>& values = imaginary ? data.exact_im : data.exact_re;
      return values.empty() ? exact::real{} : values[k];
    }
    const std::vector<double>& values = imaginary ? data.im : data.re;
    return values.empty() ? exact::real{} : exact::from_double(values[k]);
  };
  unit_of_x x;
  const auto scaled = [&](std::size_t k, bool imaginary) {
    exact::real t = part(k, imaginary);
    t.decimal_exponent += data.exponent(k) * x.tens;
    t.binary_exponent += data.exponent(k) * x.twos;
    return t;
  };
  common_unit common;
  const auto take_all = [&] {
    common = {};
    for (std::size_t k = 0; k < data.size(); ++k)
      if (!common.take(scaled(k, false)) || !common.take(scaled(k, true))) return false;
    return true;
  };
  if (!take_all()) {
    if (unit == nullptr) return false;
    x = steady_unit(data);
    if (!take_all()) return false;
  }
  if (unit != nullptr) *unit = x;
  exact::big_integer coefficient;
  for (std::size_t k = data.size(); k-- > 0;) {
    for (const bool imaginary : {false, true}) {
      const exact::integer value = common.times(scaled(k, imaginary));
      if (value == 0) continue;
      exact::set_fmpz(coefficient.n, value);
      fmpz_poly_set_coeff_fmpz(imaginary ? out.im.p : out.re.p, static_cast<slong>(data.exponent(k)), coefficient.n);
    }
  }
  return true;
}

bool are_coprime_modulo_prime(const fmpz_poly_t a, const fmpz_poly_t b) {
  constexpr ulong prime = (ulong{1} << (FLINT_BITS - 2)) + (FLINT_BITS == 64 ? 135 : 3);  // the next prime
  nmod_poly_t first, second, common;
  nmod_poly_init(first, prime);
  nmod_poly_init(second, prime);
  nmod_poly_init(common, prime);
  fmpz_poly_get_nmod_poly(first, a);
  fmpz_poly_get_nmod_poly(second, b);
  bool coprime = false;
  if (nmod_poly_degree(first) == fmpz_poly_degree(a) && !fmpz_poly_is_zero(b)) {
    nmod_poly_gcd(common, first, second);
    coprime = nmod_poly_degree(common) == 0;
  }
  nmod_poly_clear(common);
  nmod_poly_clear(second);
  nmod_poly_clear(first);
  return coprime;
}

polynomial to_polynomial(const fmpz_poly_t p, const unit_of_x& unit) {
  std::vector<term> terms;
  exact::big_integer coefficient;
  for (slong k = 0; k <= fmpz_poly_degree(p); ++k) {
    fmpz_poly_get_coeff_fmpz(coefficient.n, p, k);
    if (fmpz_is_zero(coefficient.n)) continue;
    term t;
    t.exponent = k;
    t.re.numerator = exact::get_integer(coefficient.n);
    t.re.decimal_exponent = -k * unit.tens;
    t.re.binary_exponent = -k * unit.twos;
    terms.push_back(std::move(t));
  }
  return make_polynomial(std::move(terms));
}

}  // namespace vieta

#endif
