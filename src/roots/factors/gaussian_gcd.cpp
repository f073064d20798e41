#include "roots/factors/gaussian_gcd.hpp"

#include "roots/factors/integer_polynomial.hpp"

#ifdef VIETA_HAVE_ARB

#include <flint/fmpq.h>
#include <flint/nmod_poly.h>
#include <flint/ulong_extras.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace vieta {
namespace {

constexpr std::int64_t highest_gaussian_degree = 2000, most_gaussian_bits = 10'000'000;
constexpr int most_primes = 4000 * (64 / FLINT_BITS);

struct modular_polynomial {
  nmod_poly_t p;
  explicit modular_polynomial(ulong prime) { nmod_poly_init(p, prime); }
  modular_polynomial(const modular_polynomial&) = delete;
  modular_polynomial& operator=(const modular_polynomial&) = delete;
  ~modular_polynomial() { nmod_poly_clear(p); }
};

slong degree_of(const gaussian_polynomial& f) { return std::max(f.re.degree(), f.im.degree()); }

gaussian_polynomial derivative_of(const gaussian_polynomial& f) {
  gaussian_polynomial slope;
  fmpz_poly_derivative(slope.re.p, f.re.p);
  fmpz_poly_derivative(slope.im.p, f.im.p);
  return slope;
}

void divide_content(gaussian_polynomial& f) {
  exact::big_integer a, b;
  fmpz_poly_content(a.n, f.re.p);
  fmpz_poly_content(b.n, f.im.p);
  fmpz_gcd(a.n, a.n, b.n);
  if (fmpz_is_zero(a.n) || fmpz_is_one(a.n)) return;
  fmpz_poly_scalar_divexact_fmpz(f.re.p, f.re.p, a.n);
  fmpz_poly_scalar_divexact_fmpz(f.im.p, f.im.p, a.n);
}

// a = quotient * b up to a constant; false where b does not divide a. a / b = a conj(b) / (b conj(b)), where the
// denominator is real: without its content it divides both parts over the integers if at all (Gauss).
bool divides(gaussian_polynomial& quotient, const gaussian_polynomial& a, const gaussian_polynomial& b) {
  integer_polynomial norm, product;
  gaussian_polynomial above;
  fmpz_poly_sqr(norm.p, b.re.p);
  fmpz_poly_sqr(product.p, b.im.p);
  fmpz_poly_add(norm.p, norm.p, product.p);
  fmpz_poly_primitive_part(norm.p, norm.p);
  fmpz_poly_mul(above.re.p, a.re.p, b.re.p);
  fmpz_poly_mul(product.p, a.im.p, b.im.p);
  fmpz_poly_add(above.re.p, above.re.p, product.p);
  fmpz_poly_mul(above.im.p, a.im.p, b.re.p);
  fmpz_poly_mul(product.p, a.re.p, b.im.p);
  fmpz_poly_sub(above.im.p, above.im.p, product.p);
  for (const auto& [part, out] : {std::pair(&above.re, &quotient.re), std::pair(&above.im, &quotient.im)}) {
    if (part->is_zero())
      fmpz_poly_zero(out->p);
    else if (!fmpz_poly_divides(out->p, part->p, norm.p))
      return false;
  }
  divide_content(quotient);
  return true;
}

// f with the number `root` in the place of i; false where the degree falls.
bool reduce(nmod_poly_t out, const gaussian_polynomial& f, ulong root) {
  modular_polynomial im(out->mod.n);
  fmpz_poly_get_nmod_poly(out, f.re.p);
  fmpz_poly_get_nmod_poly(im.p, f.im.p);
  nmod_poly_scalar_mul_nmod(im.p, im.p, root);
  nmod_poly_add(out, out, im.p);
  return nmod_poly_degree(out) == degree_of(f);
}

// The monic greatest common divisor, joined from its images modulo primes.
class gcd_images {
 public:
  // -1: the prime tells nothing; else the degree.
  slong add(const gaussian_polynomial& a, const gaussian_polynomial& b, ulong prime) {
    const ulong root = n_sqrtmod(prime - 1, prime);
    modular_polynomial first(prime), second(prime), plus(prime), minus(prime);
    if (!reduce(first.p, a, root) || !reduce(second.p, b, root)) return -1;
    nmod_poly_gcd(plus.p, first.p, second.p);
    if (nmod_poly_degree(plus.p) == 0) return 0;
    if (!reduce(first.p, a, prime - root) || !reduce(second.p, b, prime - root)) return -1;
    nmod_poly_gcd(minus.p, first.p, second.p);
    const slong degree = nmod_poly_degree(plus.p);
    if (nmod_poly_degree(minus.p) == 0) return 0;
    if (nmod_poly_degree(minus.p) != degree || (degree_ >= 0 && degree > degree_)) return -1;
    if (degree != degree_) {
      degree_ = degree;
      fmpz_one(modulus_.n);
      fmpz_poly_zero(joined_.re.p);
      fmpz_poly_zero(joined_.im.p);
    }
    const ulong half = (prime + 1) / 2;
    const ulong over_root = n_mulmod2(half, n_invmod(root, prime), prime);
    nmod_poly_add(first.p, plus.p, minus.p);
    nmod_poly_scalar_mul_nmod(first.p, first.p, half);
    nmod_poly_sub(second.p, plus.p, minus.p);
    nmod_poly_scalar_mul_nmod(second.p, second.p, over_root);
    fmpz_poly_CRT_ui(joined_.re.p, joined_.re.p, modulus_.n, first.p, 1);
    fmpz_poly_CRT_ui(joined_.im.p, joined_.im.p, modulus_.n, second.p, 1);
    fmpz_mul_ui(modulus_.n, modulus_.n, prime);
    return degree;
  }

  // With integer coefficients; false where the primes do not suffice yet.
  bool candidate(gaussian_polynomial& out) const {
    exact::big_integer common, above, below, residue;
    fmpz_one(common.n);
    std::vector<std::pair<integer_polynomial*, slong>> places;
    for (slong k = degree_; k >= 0; --k) {
      for (const auto& [from, to] : {std::pair(&joined_.re, &out.re), std::pair(&joined_.im, &out.im)}) {
        fmpz_poly_get_coeff_fmpz(residue.n, from->p, k);
        fmpz_mod(residue.n, residue.n, modulus_.n);
        // Times the denominator so far most of them are integers.
        fmpz_mul(residue.n, residue.n, common.n);
        fmpz_mod(residue.n, residue.n, modulus_.n);
        if (!_fmpq_reconstruct_fmpz(above.n, below.n, residue.n, modulus_.n)) return false;
        if (!fmpz_is_one(below.n)) {
          fmpz_poly_scalar_mul_fmpz(out.re.p, out.re.p, below.n);
          fmpz_poly_scalar_mul_fmpz(out.im.p, out.im.p, below.n);
          fmpz_mul(common.n, common.n, below.n);
        }
        fmpz_poly_set_coeff_fmpz(to->p, k, above.n);
      }
    }
    return true;
  }

 private:
  gaussian_polynomial joined_;
  exact::big_integer modulus_;
  slong degree_ = -1;
};

// False where nothing is known.
bool greatest_common_divisor(gaussian_polynomial& out, const gaussian_polynomial& a, const gaussian_polynomial& b) {
  gaussian_polynomial one;
  fmpz_poly_one(one.re.p);
  out = one;
  if (degree_of(a) < 1 || degree_of(b) < 1) return true;
  gcd_images images;
  ulong prime = ulong{1} << (FLINT_BITS - 3);
  int used = 0, next_look = 1;
  for (int k = 0; k < most_primes; ++k) {
    do prime = n_nextprime(prime, 0);
    while (prime % 4 != 1);
    const slong degree = images.add(a, b, prime);
    if (degree == 0) return true;
    if (degree < 0 || ++used < next_look) continue;
    next_look = used + (used + 3) / 4;
    gaussian_polynomial found, unused;
    if (!images.candidate(found) || !divides(unused, a, found) || !divides(unused, b, found)) continue;
    divide_content(found);
    out = found;  // it divides both, and the degree modulo a prime is never below that of the divisor
    return true;
  }
  return false;
}

polynomial to_complex_polynomial(const gaussian_polynomial& f, const unit_of_x& unit) {
  std::vector<term> terms;
  exact::big_integer coefficient;
  for (slong k = 0; k <= degree_of(f); ++k) {
    term t;
    t.exponent = k;
    fmpz_poly_get_coeff_fmpz(coefficient.n, f.re.p, k);
    t.re.numerator = exact::get_integer(coefficient.n);
    fmpz_poly_get_coeff_fmpz(coefficient.n, f.im.p, k);
    t.im.numerator = exact::get_integer(coefficient.n);
    t.re.decimal_exponent = t.im.decimal_exponent = -k * unit.tens;
    t.re.binary_exponent = t.im.binary_exponent = -k * unit.twos;
    if (!t.re.is_zero() || !t.im.is_zero()) terms.push_back(std::move(t));
  }
  return make_polynomial(std::move(terms));
}

}  // namespace

// Musser 1971.
square_free_parts complex_square_free_factors(const polynomial& p) {
  square_free_parts parts;
  gaussian_polynomial f, common, rest;
  unit_of_x unit;
  if (p.degree() < 1 || p.degree() > highest_gaussian_degree || !to_integers(p, f, &unit)) return parts;
  const std::int64_t bits = std::max(std::abs(fmpz_poly_max_bits(f.re.p)), std::abs(fmpz_poly_max_bits(f.im.p)));
  if (bits * (p.degree() + 1) > most_gaussian_bits) return parts;
  divide_content(f);
  if (!greatest_common_divisor(common, f, derivative_of(f))) return parts;
  if (degree_of(common) < 1) {
    parts.are_known = true;
    return parts;
  }
  if (!divides(rest, f, common)) return parts;
  std::vector<square_free_factor> factors;
  for (int multiplicity = 1; degree_of(rest) > 0; ++multiplicity) {
    gaussian_polynomial shared, own, smaller;
    if (!greatest_common_divisor(shared, rest, common) || !divides(own, rest, shared) ||
        !divides(smaller, common, shared))
      return parts;
    if (degree_of(own) > 0) factors.push_back({to_complex_polynomial(own, unit), multiplicity});
    rest = shared;
    common = smaller;
  }
  parts.factors = std::move(factors);
  parts.are_known = true;
  return parts;
}

}  // namespace vieta

#else

namespace vieta {

square_free_parts complex_square_free_factors(const polynomial&) { return {}; }

}  // namespace vieta

#endif
