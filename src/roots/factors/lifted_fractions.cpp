#include "roots/factors/lifted_fractions.hpp"

#ifdef VIETA_HAVE_ARB

#include <flint/fmpq.h>
#include <flint/fmpz_vec.h>
#include <flint/nmod_poly.h>
#include <flint/nmod_poly_factor.h>
#include <flint/ulong_extras.h>

#include <cstddef>
#include <deque>

namespace vieta {
std::vector<ulong> roots_modulo(const fmpz_poly_t f, ulong prime) {
  std::vector<ulong> found;
  const slong n = fmpz_poly_degree(f);
  nmod_poly_t reduced;
  nmod_poly_factor_t roots;
  nmod_poly_init(reduced, prime);
  nmod_poly_factor_init(roots);
  fmpz_poly_get_nmod_poly(reduced, f);
  if (nmod_poly_degree(reduced) == n) nmod_poly_roots(roots, reduced, 0);
  if (roots->num == n)
    for (slong k = 0; k < n; ++k) {  // of x - root
      const ulong negative = nmod_poly_get_coeff_ui(roots->p + k, 0);
      found.push_back(negative == 0 ? 0 : prime - negative);
    }
  nmod_poly_factor_clear(roots);
  nmod_poly_clear(reduced);
  return found;
}

namespace {

// A root modulo a power of the prime, and the fraction that it is.
struct lifted_root {
  explicit lifted_root(ulong modulo_prime) { fmpz_set_ui(place.n, modulo_prime); }

  // Newton's step from a root modulo m to one modulo m^2, whose residues the coefficients are. False where f' vanishes.
  bool lift(const fmpz_poly_t f, const fmpz_t m, const fmpz_t square) {
    exact::big_integer value, slope;
    for (slong k = fmpz_poly_degree(f); k >= 0; --k) {
      fmpz_mul(slope.n, slope.n, place.n);
      fmpz_add(slope.n, slope.n, value.n);
      fmpz_mod(slope.n, slope.n, m);
      fmpz_mul(value.n, value.n, place.n);
      fmpz_add(value.n, value.n, f->coeffs + k);
      fmpz_mod(value.n, value.n, square);
    }
    if (fmpz_invmod(slope.n, slope.n, m) == 0) return false;
    fmpz_submul(place.n, value.n, slope.n);
    fmpz_mod(place.n, place.n, square);
    return true;
  }

  // A fraction much shorter than the modulus is no chance. What divides f's ends shows whether it is one of its roots.
  void look_for_fraction(const fmpz_poly_t f, const fmpz_t modulus) {
    constexpr flint_bitcnt_t spare = 16;
    fmpq_t number;
    fmpq_init(number);
    const bool is_one = fmpq_reconstruct_fmpz(number, place.n, modulus) != 0 &&
                        fmpz_bits(fmpq_numref(number)) + fmpz_bits(fmpq_denref(number)) + spare < fmpz_bits(modulus) &&
                        fmpz_is_zero(fmpq_numref(number)) == 0;
    if (is_one && fmpz_divisible(fmpz_poly_lead(f), fmpq_denref(number)) != 0 &&
        fmpz_divisible(f->coeffs, fmpq_numref(number)) != 0) {
      fmpz_neg(fmpq_numref(number), fmpq_numref(number));
      fmpz_poly_set_coeff_fmpz(factor.p, 1, fmpq_denref(number));
      fmpz_poly_set_coeff_fmpz(factor.p, 0, fmpq_numref(number));
    }
    fmpq_clear(number);
  }

  [[nodiscard]] bool is_known() const { return factor.degree() == 1; }

  exact::big_integer place;
  integer_polynomial factor;  // b x - a
};

}  // namespace

bool is_product_of(std::vector<integer_polynomial> factors, const fmpz_poly_t f) {
  for (std::size_t step = 1; step < factors.size(); step *= 2)
    for (std::size_t k = 0; k + step < factors.size(); k += 2 * step)
      fmpz_poly_mul(factors[k].p, factors[k].p, factors[k + step].p);
  integer_polynomial primitive;
  fmpz_poly_primitive_part(factors[0].p, factors[0].p);
  fmpz_poly_primitive_part(primitive.p, f);
  return fmpz_poly_equal(primitive.p, factors[0].p) != 0;
}

std::vector<integer_polynomial> lifted_linear_factors(const fmpz_poly_t f) {
  const slong n = fmpz_poly_degree(f);
  // Two of n numbers are the same modulo a prime of this size once in a hundred times.
  ulong prime = n_nextprime(64 * static_cast<ulong>(n) * static_cast<ulong>(n), 1);
  std::vector<ulong> modulo_prime = roots_modulo(f, prime);
  if (modulo_prime.empty()) modulo_prime = roots_modulo(f, prime = n_nextprime(prime, 1));
  if (modulo_prime.empty()) return {};
  std::deque<lifted_root> roots;
  for (const ulong root : modulo_prime) roots.emplace_back(root);
  // Parts of a root divide the coefficients at the ends.
  const flint_bitcnt_t enough = 2 * (fmpz_bits(fmpz_poly_lead(f)) + fmpz_bits(f->coeffs)) + 64;
  exact::big_integer modulus, square;
  fmpz_set_ui(modulus.n, prime);
  for (bool all_known = false; !all_known;) {
    if (fmpz_bits(modulus.n) > enough) return {};
    fmpz_mul(square.n, modulus.n, modulus.n);
    integer_polynomial residues;
    fmpz_poly_scalar_mod_fmpz(residues.p, f, square.n);
    all_known = true;
    for (lifted_root& root : roots) {
      if (root.is_known()) continue;
      if (!root.lift(residues.p, modulus.n, square.n)) return {};
      root.look_for_fraction(f, square.n);
      all_known = all_known && root.is_known();
    }
    fmpz_swap(modulus.n, square.n);
  }
  std::vector<integer_polynomial> factors;
  for (const lifted_root& root : roots) factors.push_back(root.factor);
  return is_product_of(factors, f) ? factors : std::vector<integer_polynomial>{};
}

}  // namespace vieta

#endif
