#include "roots/factors/square_free.hpp"

#include "roots/factors/gaussian_gcd.hpp"
#include "roots/factors/integer_polynomial.hpp"

namespace vieta {

#ifdef VIETA_HAVE_ARB

square_free_parts square_free_factors(const polynomial& p) {
  square_free_parts parts;
  gaussian_polynomial f;
  if (!p.is_real()) return complex_square_free_factors(p);
  unit_of_x unit;
  if (p.degree() < 1 || !to_integers(p, f, &unit)) return parts;
  parts.are_known = true;
  integer_polynomial slope;
  fmpz_poly_derivative(slope.p, f.re.p);
  if (are_coprime_modulo_prime(f.re.p, slope.p)) return parts;
  fmpz_poly_factor_t found;
  fmpz_poly_factor_init(found);
  fmpz_poly_factor_squarefree(found, f.re.p);
  const bool has_multiple = found->num > 1 || (found->num == 1 && found->exp[0] > 1);
  for (slong k = 0; has_multiple && k < found->num; ++k)
    parts.factors.push_back({to_polynomial(found->p + k, unit), static_cast<int>(found->exp[k])});
  fmpz_poly_factor_clear(found);
  return parts;
}

#else

square_free_parts square_free_factors(const polynomial&) { return {}; }

#endif

}  // namespace vieta
