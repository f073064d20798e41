#include "verify/roots/count/factor_count.hpp"

#ifdef VIETA_HAVE_ARB

#include <flint/fmpz_poly.h>
#include <flint/fmpz_poly_factor.h>

#include <algorithm>
#include <utility>

#include "verify/roots/count/rational_parts.hpp"

namespace vieta::checking {

void factor_counter::add(polynomial p, std::int64_t multiplicity) {
  factors_.push_back({std::move(p), multiplicity, nullptr});
}

void factor_counter::make() {
  limits_.check();
  const rational_parts parts(p_, false);
  if (!parts.is_known || !fmpq_poly_is_zero(parts.im.p)) return;
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
  std::int64_t degree = 0;
  for (const factor& f : factors_) degree += f.multiplicity * f.p.degree();
  const bool is_simple = factors_.size() == 1 && factors_.front().multiplicity == 1;
  if (degree != p_.degree || is_simple) return factors_.clear();
  for (factor& f : factors_) f.counter = std::make_unique<root_counter>(f.p.data(), limits_);
}

std::optional<std::int64_t> factor_counter::count(const disc& d, std::int64_t claimed) {
  constexpr std::int64_t most_of_one = 4;
  std::call_once(made_, [&] { make(); });
  if (factors_.empty()) return std::nullopt;
  std::int64_t sum = 0;
  for (const factor& f : factors_) {
    std::optional<std::int64_t> here;
    // At a point a factor has one root at most.
    const std::int64_t first = d.radius.is_zero() ? 1 : 0,
                       last = std::clamp(claimed / f.multiplicity, std::int64_t{1}, most_of_one);
    for (std::int64_t guess = first; guess <= std::min(last, f.p.degree()) && !here; ++guess)
      here = f.counter->first_attempt(d, guess).count;
    if (!here) return std::nullopt;
    sum += f.multiplicity * *here;
  }
  return sum;
}

}  // namespace vieta::checking

#endif
