#include "verify/roots/count/factor_count.hpp"

#ifdef VIETA_HAVE_ARB

#include <flint/fmpz_poly.h>
#include <flint/fmpz_poly_factor.h>

#include <algorithm>
#include <utility>

#include "roots/factors/gaussian_gcd.hpp"
#include "roots/factors/integer_polynomial.hpp"
#include "verify/roots/count/rational_parts.hpp"

namespace vieta::checking {
namespace {

gaussian_polynomial product(const gaussian_polynomial& a, const gaussian_polynomial& b) {
  gaussian_polynomial out;
  integer_polynomial other;
  fmpz_poly_mul(out.re.p, a.re.p, b.re.p);
  fmpz_poly_mul(other.p, a.im.p, b.im.p);
  fmpz_poly_sub(out.re.p, out.re.p, other.p);
  fmpz_poly_mul(out.im.p, a.re.p, b.im.p);
  fmpz_poly_mul(other.p, a.im.p, b.re.p);
  fmpz_poly_add(out.im.p, out.im.p, other.p);
  return out;
}

gaussian_polynomial leading(const gaussian_polynomial& f, slong degree) {
  gaussian_polynomial out;
  exact::big_integer a;
  fmpz_poly_get_coeff_fmpz(a.n, f.re.p, degree);
  fmpz_poly_set_fmpz(out.re.p, a.n);
  fmpz_poly_get_coeff_fmpz(a.n, f.im.p, degree);
  fmpz_poly_set_fmpz(out.im.p, a.n);
  return out;
}

/// Whether both are the same but for a number: a b_n = b a_n.
bool are_proportional(const gaussian_polynomial& a, const gaussian_polynomial& b) {
  const slong n = std::max(a.re.degree(), a.im.degree());
  if (n != std::max(b.re.degree(), b.im.degree())) return false;
  const gaussian_polynomial x = product(a, leading(b, n)), y = product(b, leading(a, n));
  return fmpz_poly_equal(x.re.p, y.re.p) != 0 && fmpz_poly_equal(x.im.p, y.im.p) != 0;
}

}  // namespace

void factor_counter::add(polynomial p, std::int64_t multiplicity) {
  factors_.push_back({std::move(p), multiplicity, nullptr});
}

void factor_counter::split_real(const rational_parts& parts) {
  fmpz_poly_t numerator;
  fmpz_poly_init(numerator);
  fmpq_poly_get_numerator(numerator, parts.re.p);
  fmpz_poly_factor_t found;
  fmpz_poly_factor_init(found);
  fmpz_poly_factor_squarefree(found, numerator);
  for (slong k = 0; k < found->num; ++k)
    if (fmpz_poly_degree(found->p + k) > 0)
      add(to_polynomial(found->p[k], parts.stride, false), static_cast<std::int64_t>(found->exp[k]));
  fmpz_poly_factor_clear(found);
  fmpz_poly_clear(numerator);
  if (parts.zeros > 0) add(make_polynomial({{.exponent = 1, .re = exact::from_double(1), .im = {}}}), parts.zeros);
}

void factor_counter::split_complex() {
  const square_free_parts found = complex_square_free_factors(p_);
  gaussian_polynomial all, given;
  fmpz_poly_one(all.re.p);
  for (const square_free_factor& f : found.factors) {
    gaussian_polynomial one;
    if (!to_integers(f.factor, one)) return;
    for (int k = 0; k < f.multiplicity; ++k) all = product(all, one);
  }
  if (found.factors.empty() || !to_integers(p_, given) || !are_proportional(all, given)) return;
  for (const square_free_factor& f : found.factors) add(f.factor, f.multiplicity);
}

void factor_counter::make() {
  limits_.check();
  if (!p_.is_real())
    split_complex();
  else if (const rational_parts parts(p_.data(), false); parts.is_known)
    split_real(parts);
  std::int64_t degree = 0;
  for (const factor& f : factors_) degree += f.multiplicity * f.p.degree();
  const bool is_simple = factors_.size() == 1 && factors_.front().multiplicity == 1;
  if (degree != p_.degree() || is_simple) return factors_.clear();
  for (factor& f : factors_) f.counter = std::make_unique<root_counter>(f.p.data(), limits_);
}

std::optional<factor_counter::tally> factor_counter::count(const disc& d, std::int64_t claimed) {
  constexpr std::int64_t most_of_one = 4;
  std::call_once(made_, [&] { make(); });
  if (factors_.empty()) return std::nullopt;
  tally sum;
  for (const factor& f : factors_) {
    std::optional<std::int64_t> here;
    // At a point a factor has one root at most.
    const std::int64_t first = d.radius.is_zero() ? 1 : 0,
                       last = std::clamp(claimed / f.multiplicity, std::int64_t{1}, most_of_one);
    for (std::int64_t guess = first; guess <= std::min(last, f.p.degree()) && !here; ++guess)
      here = f.counter->first_attempt(d, guess).count;
    if (!here) return std::nullopt;
    sum.roots += f.multiplicity * *here;
    sum.different += *here;
  }
  return sum;
}

}  // namespace vieta::checking

#endif
