#include "roots/ladder/square_free.hpp"

#include "exact/arb.hpp"
#include "exact/arithmetic.hpp"
#include "exact/representation.hpp"

#ifdef VIETA_HAVE_ARB
#if __has_include(<flint/fmpz_poly_factor.h>)
#include <flint/fmpz_poly_factor.h>
#endif
#include <flint/fmpz_poly.h>
#include <flint/nmod_poly.h>
#include <flint/ulong_extras.h>
#endif

namespace vieta {

#ifdef VIETA_HAVE_ARB

namespace {

constexpr std::int64_t widest_range =
    200'000;  // bits between the largest and the smallest power that is worth expanding

// The terms of p as integers over a common denominator that is dropped; false when that would need absurdly many
// digits.
bool to_integers(const polynomial::representation& p, std::vector<exact::integer>& values) {
  std::vector<exact::real> terms;
  for (std::size_t k = 0; k < p.size(); ++k)
    terms.push_back(p.is_exact() ? p.exact_re[k] : exact::from_double(p.re[k]));
  std::int64_t least_ten = 0, least_two = 0, most_ten = 0, most_two = 0;
  exact::integer denominator = 1;
  for (const exact::real& t : terms) {
    if (t.is_zero()) continue;
    least_ten = std::min(least_ten, t.decimal_exponent);
    most_ten = std::max(most_ten, t.decimal_exponent);
    least_two = std::min(least_two, t.binary_exponent);
    most_two = std::max(most_two, t.binary_exponent);
    denominator = lcm(denominator, t.denominator);
    if (exact::bit_length(denominator) > widest_range) return false;
  }
  if (4 * (most_ten - least_ten) + (most_two - least_two) > widest_range) return false;
  for (const exact::real& t : terms) {
    exact::integer value = t.numerator * (denominator / t.denominator);
    if (value != 0)
      value *= exact::power_of_ten(t.decimal_exponent - least_ten) *
               (exact::integer(1) << static_cast<unsigned>(t.binary_exponent - least_two));
    values.push_back(std::move(value));
  }
  return true;
}

// Whether p and p' are coprime modulo one large prime, and so over the rationals. "No" may be a chance of the prime.
bool is_square_free_modulo_prime(const fmpz_poly_t p) {
  const ulong prime = n_nextprime(1UL << 62, 0);
  nmod_poly_t reduced, derivative, common;
  nmod_poly_init(reduced, prime);
  nmod_poly_init(derivative, prime);
  nmod_poly_init(common, prime);
  fmpz_poly_get_nmod_poly(reduced, p);
  nmod_poly_derivative(derivative, reduced);
  bool coprime = false;
  if (nmod_poly_degree(reduced) == fmpz_poly_degree(p)) {
    nmod_poly_gcd(common, reduced, derivative);
    coprime = nmod_poly_degree(common) == 0;
  }
  nmod_poly_clear(common);
  nmod_poly_clear(derivative);
  nmod_poly_clear(reduced);
  return coprime;
}

polynomial to_polynomial(const fmpz_poly_t p) {
  std::vector<term> terms;
  exact::big_integer coefficient;
  for (slong k = 0; k <= fmpz_poly_degree(p); ++k) {
    fmpz_poly_get_coeff_fmpz(coefficient.n, p, k);
    term t;
    t.exponent = k;
    t.re.numerator = exact::get_integer(coefficient.n);
    terms.push_back(std::move(t));
  }
  return make_polynomial(std::move(terms));
}

}  // namespace

std::vector<square_free_factor> square_free_factors(const polynomial& p) {
  std::vector<square_free_factor> factors;
  std::vector<exact::integer> values;
  if (!p.is_real() || p.degree() < 2 || p.degree() > 1'000'000 || !to_integers(p.data(), values)) return factors;
  fmpz_poly_t f;
  fmpz_poly_init(f);
  exact::big_integer coefficient;
  for (std::size_t k = values.size(); k-- > 0;) {
    exact::set_fmpz(coefficient.n, values[k]);
    fmpz_poly_set_coeff_fmpz(f, static_cast<slong>(p.data().exponent(k)), coefficient.n);
  }
  if (!is_square_free_modulo_prime(f)) {
    fmpz_poly_factor_t found;
    fmpz_poly_factor_init(found);
    fmpz_poly_factor_squarefree(found, f);
    const bool has_multiple = found->num > 1 || (found->num == 1 && found->exp[0] > 1);
    for (slong k = 0; has_multiple && k < found->num; ++k) {
      factors.push_back({to_polynomial(found->p + k), static_cast<int>(found->exp[k])});
    }
    fmpz_poly_factor_clear(found);
  }
  fmpz_poly_clear(f);
  return factors;
}

#else

std::vector<square_free_factor> square_free_factors(const polynomial&) { return {}; }

#endif

}  // namespace vieta
